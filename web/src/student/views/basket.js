import { ended } from '../../shared/attempts.js';
import { t } from '../../shared/text.js';
import { html, nothing, repeat } from '../../shared/view.js';
import { MOST_AT_ONCE } from '../enrolling.js';
import { closeButton, courseKind, courseWhere, enrollButton, enrollResult, keepResult, lasting, reasonList, reasonWords, result, seatsOf } from './course.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../basket.js').Item} Item */

/** The courses of the basket in their order, and one press for all of them. */
export function basket(/** @type {App} */ app) {
  const items = app.basket.shown();
  return html`${items && !items.length ? html`<p class="empty">${t('basket.empty')}</p>` : nothing}
    ${items?.length
      ? html`<ol class="courses basket" role="list">${repeat(items, (one) => one.courseId, (one, place) => item(app, one, place))}</ol>
          <p class="hint soft">${t('basket.kindHint')} ${t('basket.allHint')}</p>`
      : nothing}`;
}

const wanted = (/** @type {Item[]} */ items) => items.flatMap((one) => (one.kind === 'WANTED' && one.course ? [one.course] : []));

/** One press for all WANTED courses. */
export function pressAll(/** @type {App} */ app) {
  const items = app.basket.items ?? [];
  if (!items.length) return nothing;
  const courses = wanted(items);
  const states = courses.map((one) => app.enrolling.button(one));
  const ready = states.filter((one) => one.kind === 'ready').length;
  const before = states.find((one) => one.kind === 'before');
  const under = states.some((one) => one.kind === 'under');
  const label = under ? t('enroll.sending') : ready ? t('basket.allN', { n: Math.min(ready, MOST_AT_ONCE) }) : (before?.label ?? t('basket.all'));
  return html`<button class="primary all" aria-disabled=${ready && !under ? nothing : 'true'} @click=${() => ready && !under && app.enrolling.enrollAll(courses)}>${label}</button>`;
}

/** One answer per course, in the order of the press. It floats: the courses stay where they are. */
export function pressed(/** @type {App} */ app) {
  const attempts = app.enrolling.pressed();
  if (!attempts.length) return nothing;
  const won = attempts.filter((one) => one.phase === 'won').length;
  const open = attempts.filter((one) => !ended(one)).length;
  const refused = attempts.length - won - open;
  return html`<div class="note ${open ? 'info' : refused ? 'warn' : 'good'} press">
    <p class="strong">${t(open ? 'basket.resultOpen' : 'basket.result', { won, refused, open })}</p>
      <ol tabindex="0" aria-label=${t('basket.title')}>${attempts.map((one) => html`<li><span class="strong">${app.name(one.courseId)}</span>: ${answer(app, one)}</li>`)}</ol>
    ${open ? nothing : closeButton(t('basket.title'), app.enrolling.forgetPress)}
  </div>`;
}

function answer(/** @type {App} */ app, /** @type {import('../../shared/attempts.js').Attempt} */ attempt) {
  if (attempt.phase === 'won') return `${t('enroll.won')} ✓`;
  if (!ended(attempt)) return t(attempt.phase === 'sending' ? 'enroll.sending' : 'enroll.checking');
  return app.enrolling.words(attempt);
}

function item(/** @type {App} */ app, /** @type {Item} */ { courseId, kind, course, reasons }, /** @type {number} */ place) {
  const name = app.name(courseId);
  const busy = app.basket.busy.has(courseId) || !app.basket.has(courseId);
  // A refusal says the same.
  const refusal = app.enrolling.attempt('enroll', courseId)?.problem?.code;
  const shown = reasons.filter((one) => one.code !== refusal);
  return html`<li class="course item" data-department=${course?.department ?? nothing}>
    <button class="handle" aria-label="${place + 1}. ${t('basket.moveFor', { course: name })}"
      @pointerdown=${(/** @type {PointerEvent} */ event) => byPointer(app, event, courseId)}
      @keydown=${(/** @type {KeyboardEvent} */ event) => byKey(app, event, courseId)}><span class="num" aria-hidden="true">${place + 1}</span><span aria-hidden="true">≡</span></button>
    <div class="course-what">
      <h3>${name} ${course ? courseKind(course) : nothing}</h3>
      <p class="soft">${course ? courseWhere(course, true) : nothing}</p>
    </div>
    <div class="course-do">
      ${course ? seatsOf(app, course) : nothing}
      <select class="item-kind" aria-label=${t('basket.kindFor', { course: name })} ?disabled=${busy}
        @change=${(/** @type {Event} */ event) => { const select = /** @type {HTMLSelectElement} */ (event.target); const to = select.value; select.value = kind; app.basket.put(courseId, /** @type {any} */ (to)); }}>
        ${['WANTED', 'RESERVE'].map((one) => html`<option value=${one} ?selected=${one === kind}>${t(`basket.${one}`)}</option>`)}
      </select>
      ${course ? enrollButton(app, course) : nothing}
    </div>
    <button class="icon out" aria-label=${t('basket.takeOutFor', { course: name })} @click=${() => (app.basket.has(courseId) ? app.basket.take(courseId) : app.basket.leave())}><span aria-hidden="true">✕</span></button>
    <div class="second"><p>${reasons.length ? nothing : html`<span class="chip good">${t('basket.fits')}</span>`}</p>
      ${result(course ? enrollResult(app, course) : null, course ? keepResult(app, course) : null, shown.length ? against(app, shown) : null)}</div>
  </li>`;
}

/** @returns {import('./course.js').Result} what speaks against a course of the basket */
function against(/** @type {App} */ app, /** @type {import('../../shared/api.js').AnyProblem[]} */ reasons) {
  return {
    tone: 'warn',
    line: `${t('basket.reasons', { n: reasons.length })}: ${reasonWords(app, reasons).join(' ')}`,
    note: html`<div class="note warn">${reasonList(app, reasons)}</div>`,
  };
}

// Mouse, pen and finger alike: the course goes where the pointer is, and is saved where it lets go.
function byPointer(/** @type {App} */ app, /** @type {PointerEvent} */ event, /** @type {number} */ courseId) {
  if (event.button !== 0) return;
  app.basket.leave();
  const row = /** @type {HTMLElement} */ (event.currentTarget).closest('li');
  row?.classList.add('dragged');
  let moved = false;
  const move = (/** @type {PointerEvent} */ at) => {
    const over = document.elementFromPoint(at.clientX, at.clientY)?.closest('.basket > .item');
    const place = over ? [.../** @type {Element} */ (over.parentElement).children].indexOf(over) : -1;
    if (place >= 0 && over !== row) moved = app.basket.show(courseId, place) || moved;
  };
  const end = () => {
    row?.classList.remove('dragged');
    document.removeEventListener('pointermove', move);
    document.removeEventListener('pointerup', end);
    document.removeEventListener('pointercancel', end);
    if (moved) app.basket.moved(courseId);
  };
  // On the document, because a row that moves in it loses a captured pointer.
  document.addEventListener('pointermove', move);
  document.addEventListener('pointerup', end);
  document.addEventListener('pointercancel', end);
}

function byKey(/** @type {App} */ app, /** @type {KeyboardEvent} */ event, /** @type {number} */ courseId) {
  const place = (app.basket.items ?? []).findIndex((one) => one.courseId === courseId);
  const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: Infinity }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  app.basket.leave();
  app.basket.move(courseId, to);
  // The row moved in the document, which takes the focus from it.
  const handle = /** @type {HTMLElement} */ (event.currentTarget);
  setTimeout(() => handle.focus(), 30);
}
