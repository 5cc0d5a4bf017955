import { age, minuteOfDay, number, weekday } from '../../shared/format.js';
import { t, tOr } from '../../shared/text.js';
import { html, nothing, repeat } from '../../shared/view.js';
import { courseRow } from './course.js';

/** @typedef {import('../app.js').App} App */

const HOURS = Array.from({ length: 15 }, (_, n) => 60 * (n + 8));

/** The search and its list. @param {App} app */
export function search(app) {
  return html`<section class="panel search" id="search" aria-labelledby="search-title" tabindex="-1">
    <h2 id="search-title" class="visually-hidden">${t('search.title')}</h2>
    ${conditions(app)} ${listHead(app)} ${list(app)}
  </section>`;
}

function conditions(/** @type {App} */ app) {
  const { conditions, change } = app.search;
  const text = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).value;
  const checked = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).checked;
  return html`<form class="conditions" role="search" @submit=${(/** @type {Event} */ event) => { event.preventDefault(); app.search.again(); }}>
    <label class="visually-hidden" for="q">${t('search.textLabel')}</label>
    <input id="q" type="search" maxlength="64" placeholder=${t('search.text')} autocomplete="off" enterkeyhint="search"
      .value=${conditions.q} @input=${(/** @type {Event} */ event) => change({ q: text(event) })}>
    <div class="filters">
      <label class="visually-hidden" for="department">${t('search.department')}</label>
      <input id="department" list="departments" maxlength="64" placeholder=${t('search.departmentHint')} autocomplete="off"
        .value=${conditions.department} @input=${(/** @type {Event} */ event) => change({ department: text(event) }, true)}
        @change=${(/** @type {Event} */ event) => change({ department: text(event) })}>
      <datalist id="departments">
        ${app.state.catalogue?.departments.map((one) => html`<option value=${one.name}>${[one.nameEn, ...one.aliases].join(', ')}</option>`)}
      </datalist>
      <label class="visually-hidden" for="classification">${t('search.classification')}</label>
      <select id="classification" .value=${conditions.classification} @change=${(/** @type {Event} */ event) => change({ classification: text(event) })}>
        <option value="">${t('search.classification')}</option>
        ${(app.state.catalogue?.classifications ?? []).map((/** @type {string} */ one) => html`<option value=${one} ?selected=${one === conditions.classification}>${tOr(`classification.${one}`, 'code.OTHER', { code: one })}</option>`)}
      </select>
      ${times(app)}
      <label class="check"><input type="checkbox" .checked=${conditions.seatsLeft} @change=${(/** @type {Event} */ event) => change({ seatsLeft: checked(event) })}><span>${t('search.seatsLeft')}</span></label>
      <label class="check"><input type="checkbox" .checked=${conditions.fits} @change=${(/** @type {Event} */ event) => change({ fits: checked(event) })}><span>${t('search.fits')}</span></label>
    </div>
  </form>`;
}

function times(/** @type {App} */ app) {
  const { conditions, change } = app.search;
  const { days, from, until } = conditions;
  const some = days.length > 0 || from !== null || until !== null;
  const hours = from !== null || until !== null ? `${from === null ? '' : minuteOfDay(from)}-${until === null ? '' : minuteOfDay(until)}` : '';
  const toggle = (/** @type {number} */ day) => change({ days: days.includes(day) ? days.filter((/** @type {number} */ one) => one !== day) : [...days, day].sort() });
  // A bound `open` would follow the toggle event, which comes after a frame: a render in between would open a closed menu again.
  return html`<details class="times" data-menu>
    <summary>${t('search.times')}${some ? html`<span class="soft"> ${days.map(weekday).join('·')} ${hours}</span>` : nothing}</summary>
    <div class="times-body">
      <fieldset><legend>${t('search.days')}</legend>
        ${[1, 2, 3, 4, 5, 6].map((day) => html`<label class="check"><input type="checkbox" .checked=${days.includes(day)} @change=${() => toggle(day)}><span>${weekday(day)}</span></label>`)}
      </fieldset>
      <div class="hours">${hour(t('search.from'), 'from', from, (at) => change({ from: at }))} ${hour(t('search.until'), 'until', until, (at) => change({ until: at }))}</div>
      <button type="button" class="quiet" @click=${() => app.search.clear()}>${t('search.clear')}</button>
    </div>
  </details>`;
}

function hour(/** @type {string} */ label, /** @type {string} */ id, /** @type {number | null} */ value, /** @type {(at: number | null) => void} */ set) {
  return html`<div class="field"><label for=${id}>${label}</label>
    <select id=${id} @change=${(/** @type {Event} */ event) => set(/** @type {HTMLSelectElement} */ (event.target).value === '' ? null : Number(/** @type {HTMLSelectElement} */ (event.target).value))}>
      <option value="" ?selected=${value === null}>${t('search.anyTime')}</option>
      ${HOURS.map((at) => html`<option value=${at} ?selected=${value === at}>${minuteOfDay(at)}</option>`)}
    </select></div>`;
}

function listHead(/** @type {App} */ app) {
  const { courses, total, trouble } = app.search;
  // The oldest number on the screen decides how old the list is.
  const oldest = () => {
    const shown = [...document.querySelectorAll('#found > .course')].filter(inSight).map((one) => app.seats.of(Number(/** @type {HTMLElement} */ (one).dataset.course))?.at ?? app.search.at);
    return shown.length ? t('search.updated', { age: age(app.clock.now() - Math.min(...shown)) }) : '';
  };
  return html`<div class="list-head">
    ${trouble
      ? html`<p class="trouble">${t(`search.${trouble}`)}</p>`
      : courses
        ? html`<span class="num strong">${t('search.count', { n: number(total) })}</span> ${courses.length ? html`<tick-text class="num soft" .text=${oldest}></tick-text>` : nothing}`
        : html`<span class="soft">${t('page.loading')}</span>`}
  </div>`;
}

function inSight(/** @type {Element} */ element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

function list(/** @type {App} */ app) {
  const { courses, total, busy } = app.search;
  if (!courses) return nothing;
  if (!courses.length && !app.search.trouble) return html`<p class="empty">${t('search.none')}</p>`;
  const left = total - courses.length;
  return html`<ul class="courses" id="found" role="list" aria-busy=${busy ? 'true' : 'false'}>
      ${repeat(courses, (one) => one.courseId, (one) => courseRow(app, { ...one, ...app.course(one.courseId) }))}
    </ul>
    ${left > 0 ? html`<button class="more" @click=${app.search.more}>${t('search.more', { n: number(left) })}</button>` : nothing}`;
}
