import { age, dayClock, meetings, rooms } from '../../shared/format.js';
import { problemSentence } from '../../shared/problem.js';
import { t, tOr } from '../../shared/text.js';
import { html, nothing } from '../../shared/view.js';
import { reasonsOf } from '../basket.js';
import { liftOf } from '../overrides.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../app.js').Course} Course */

/** A course of a list: what it is, its seats, what can be done, and what came of it. */
export function courseRow(/** @type {App} */ app, /** @type {Course} */ course) {
  const name = app.name(course);
  return html`<li class="course" data-department=${course.department ?? nothing} data-course=${course.courseId}>
    <div class="course-what">
      <h3>${name} ${courseKind(course)}</h3>
      <div class="second"><p class="soft">${courseWhere(course)}</p>${result(enrollResult(app, course), keepResult(app, course))}</div>
    </div>
    <div class="course-do">
      ${seatsOf(app, course)}
      ${keepButton(app, course)} ${enrollButton(app, course)}
    </div>
  </li>`;
}

/** 전필 · 3학점 */
export function courseKind(/** @type {Course} */ course) {
  const kind = course.classification;
  return html`<span class="kind">${kind ? html`<span>${tOr(`classification.${kind}`, 'code.OTHER', { code: kind })}</span>` : nothing}<span class="num">${t('course.credits', { n: course.credits })}</span>${course.status && course.status !== 'OPEN' ? html`<span class="chip warn">${t(`course.${course.status}`)}</span>` : nothing}</span>`;
}

/** Professor, times, rooms, code. */
export function courseWhere(/** @type {Course} */ course, short = false) {
  const parts = [
    course.professor,
    course.meetings?.length ? meetings(course.meetings) : t('course.noTime'),
    short ? '' : rooms(course.meetings),
    course.code && !short ? course.code + (course.section ? `-${course.section}` : '') : '',
    course.language && course.language !== '한국어' ? t('course.language', { language: tOr(`language.${course.language}`, 'code.OTHER', { code: course.language }) }) : '',
    course.audience ? t('course.audience', { audience: course.audience }) : '',
    course.remark ?? '',
  ].filter(Boolean);
  return parts.map((part, n) => html`${n ? html`<span aria-hidden="true"> · </span>` : nothing}<span class="part">${part}</span>`);
}

/** 여석 3 / 50, greyed and with its age when it is old. */
export function seatsOf(/** @type {App} */ app, /** @type {Course} */ course) {
  const seats = app.seats.of(course.courseId);
  if (!seats) return html`<span class="seats soft">${t('search.seatsUnknown')}</span>`;
  const stale = app.seats.isStale(seats);
  const full = seats.free === 0;
  const next = full && course.nextReleaseAt ? Date.parse(course.nextReleaseAt) : 0;
  const more = next > app.clock.now() ? t('course.next', { at: dayClock(next, app.clock.now()) }) : '';
  const old = stale ? html`<tick-text class="soft" .text=${() => t('course.stale', { age: age(app.clock.now() - seats.at) })}></tick-text>` : nothing;
  // Two lines at most, so that the row keeps its height.
  return html`<span class="seats ${stale ? 'stale' : ''} ${full ? 'full' : ''}">
    <span>${full ? html`<span class="strong">${t('course.full')}</span>` : seatWords(seats)}${more ? html` ${old}` : nothing}</span>
    ${more ? html`<span class="soft">${more}</span>` : stale ? old : course.demand ? html`<span class="soft">${t('course.demand', { n: course.demand })}</span>` : nothing}
  </span>`;
}

const seatWords = (/** @type {{free: number, capacity: number}} */ seats) =>
  t('course.seats', seats).split(/(\d+)/).map((part) => (/^\d/.test(part) ? html`<b class="num">${part}</b>` : part));

export function keepButton(/** @type {App} */ app, /** @type {Course} */ course) {
  const name = app.name(course);
  const kept = app.basket.has(course.courseId);
  // Its place stays, so that nothing next to it moves.
  if (!app.basket.items || app.enrolling.has(course.courseId) || (!kept && course.status === 'CANCELLED')) return html`<span class="keep"></span>`;
  const busy = app.basket.busy.has(course.courseId);
  const press = () => !busy && (kept ? app.basket.take(course.courseId) : app.basket.put(course.courseId));
  return html`<button class="keep" aria-pressed=${kept ? 'true' : 'false'} aria-disabled=${busy ? 'true' : nothing}
    aria-label="${name}: ${t(kept ? 'basket.in' : 'basket.put')}" @click=${press}>${t(kept ? 'basket.in' : 'basket.put')}</button>`;
}

/** The button that enrolls, in all its states. It stays the same element, so that the focus stays. */
export function enrollButton(/** @type {App} */ app, /** @type {Course} */ course) {
  const { kind, label } = app.enrolling.button(course);
  const name = app.name(course);
  return html`<button class="enroll ${kind === 'ready' ? 'primary' : kind}" aria-disabled=${kind === 'ready' ? nothing : 'true'}
    aria-label="${name}: ${label}"
    @click=${() => app.enrolling.enroll(course)}>${label}</button>`;
}

/** @typedef {{tone: string, line: unknown, note: unknown}} Result line: in the row; note: the whole text */

/** @returns {Result} whose words change with time */
function running(/** @type {string} */ tone, /** @type {() => string} */ text) {
  return { tone, line: html`<tick-text .text=${text}></tick-text>`, note: html`<p class="note ${tone}"><tick-text .text=${text}></tick-text></p>` };
}

/** @returns {Result} that stays until it is closed */
export function lasting(/** @type {string} */ name, /** @type {string} */ tone, /** @type {string} */ line, /** @type {unknown} */ words, /** @type {() => void} */ close, /** @type {unknown} */ more = nothing) {
  return { tone, line, note: closable(name, tone, words, close, more) };
}

/** Results of presses, in place of a line of the row, so that no other row moves. A click opens the whole text over the rows. */
export function result(/** @type {(Result | null)[]} */ ...all) {
  const shown = all.filter((one) => one !== null);
  if (!shown.length) return nothing;
  return html`<details class="why ${shown[0].tone}" data-menu @toggle=${intoView}>
    <summary><span>${shown[0].line}</span></summary><div class="whole">${shown.map((one) => one.note)}</div>
  </details>`;
}

function intoView(/** @type {Event} */ event) {
  const details = /** @type {HTMLDetailsElement} */ (event.target);
  if (details.open) details.lastElementChild?.scrollIntoView({ block: 'nearest' });
}

/** The result of enrolling. @returns {Result | null} */
export function enrollResult(/** @type {App} */ app, /** @type {Course} */ course) {
  const attempt = app.enrolling.attempt('enroll', course.courseId);
  if (!attempt || app.enrolling.has(course.courseId)) return null;
  return attemptResult(app, attempt, actions(showMine(attempt.problem), askButton(app, course.courseId, attempt.problem)));
}

/** @returns {Result | null} of an attempt, until it is closed or tried again */
export function attemptResult(/** @type {App} */ app, /** @type {import('../../shared/attempts.js').Attempt} */ attempt, /** @type {unknown} */ more = nothing) {
  const { kind, courseId, phase } = attempt;
  if (phase === 'paused' || phase === 'checking' || phase === 'waiting') {
    return running(phase === 'paused' ? 'warn' : 'info', () => app.enrolling.progress(attempt));
  }
  if (phase !== 'refused' && phase !== 'notDone') return null;
  const words = app.enrolling.words(attempt);
  return lasting(app.name(courseId), 'bad', words, html`<p>${words}</p>`, () => app.enrolling.close(kind, courseId), more);
}

const actions = (/** @type {unknown[]} */ ...all) => (all.every((one) => one === nothing) ? nothing : all);

/** The way to the desk at a refusal, or to the request that is open. */
export function askButton(/** @type {App} */ app, /** @type {number} */ courseId, /** @type {import('../../shared/api.js').AnyProblem | undefined} */ problem) {
  const lift = liftOf(problem);
  if (!lift || app.state.termId) return nothing;
  return app.overrides.open(courseId)
    ? html`<a href="#/requests">${t('ask.show')}</a>`
    : html`<button class="quiet" aria-label="${app.name(courseId)}: ${t('ask.press')}" @click=${() => app.overrides.ask(courseId, lift)}>${t('ask.press')}</button>`;
}

/** Why a course could not be put into the basket: all reasons. @returns {Result | null} */
export function keepResult(/** @type {App} */ app, /** @type {Course} */ course) {
  const problem = app.basket.refused.get(course.courseId);
  if (!problem) return null;
  return lasting(app.name(course), 'warn', reasonWords(app, reasonsOf(problem)).join(' '), reasonList(app, reasonsOf(problem)), () => app.basket.close(course.courseId), reservable(problem)
    ? html`<button @click=${() => app.basket.put(course.courseId, 'RESERVE')}>${t('basket.asReserve')}</button>`
    : nothing);
}

const NOT_FOR_RESERVE = new Set(['BASKET_FULL', 'ALREADY_ENROLLED', 'NOT_IN_TERM', 'NOT_OPEN', 'CLOSED', 'COURSE_NOT_FOUND', 'TOO_MANY_REQUESTS', 'TEMPORARILY_UNAVAILABLE', 'INTERNAL_ERROR']);
const reservable = (/** @type {import('../../shared/api.js').AnyProblem} */ problem) => !NOT_FOR_RESERVE.has(problem.code) && problem.status === 409;

/** Returns a sentence for each reason. */
export const reasonWords = (/** @type {App} */ app, /** @type {import('../../shared/api.js').AnyProblem[]} */ reasons) =>
  reasons.map((one) => problemSentence(one, app.enrolling.context('basket')));

/** All reasons at once. */
export const reasonList = (/** @type {App} */ app, /** @type {import('../../shared/api.js').AnyProblem[]} */ reasons) =>
  html`<ul class="reasons">${reasonWords(app, reasons).map((one) => html`<li>${one}</li>`)}</ul>`;

const showMine = (/** @type {any} */ problem) =>
  problem?.conflictingCourseId ? html`<a href="#/mine">${t('note.showMine')}</a>` : nothing;

/** Closes a message. */
export const closeButton = (/** @type {string} */ name, /** @type {() => void} */ close) =>
  html`<button class="icon close" aria-label=${t('note.closeFor', { course: name })} title=${t('note.close')} @click=${close}><span aria-hidden="true">✕</span></button>`;

/** A message that stays until it is closed. */
export function closable(/** @type {string} */ name, /** @type {string} */ tone, /** @type {unknown} */ words, /** @type {() => void} */ close, /** @type {unknown} */ more = nothing) {
  return html`<div class="note ${tone}">
    ${words}
    ${more === nothing ? nothing : html`<div class="note-do">${more}</div>`}
    ${closeButton(name, close)}
  </div>`;
}
