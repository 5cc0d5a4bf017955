import { minuteOfDay, times, weekday } from '../../shared/format.js';
import { ended } from '../../shared/attempts.js';
import { t } from '../../shared/text.js';
import { html, nothing } from '../../shared/view.js';
import { inLanes } from '../lanes.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {{courseId: number, name: string, kind: 'enrolled'|'wish'|'pending', weekday: number, startMinute: number, endMinute: number, room?: string}} Entry */

const SLOT = 5;

/** The week: enrollments solid, courses of the basket dashed. As a grid for the eye, and as a list for every reader. */
export function timetable(/** @type {App} */ app) {
  const entries = entriesOf(app);
  const grid = app.state.timetableAs === 'grid';
  const choose = (/** @type {string} */ as) => () => {
    app.state.timetableAs = as;
    app.render();
  };
  return html`<section class="panel timetable" id="timetable" aria-labelledby="timetable-title" tabindex="-1">
    <div class="panel-head">
      <h2 id="timetable-title">${t('timetable.title')}</h2>
      <div class="segments" role="group" aria-label=${t('timetable.view')}>
        ${['grid', 'list'].map((as) => html`<button aria-pressed=${app.state.timetableAs === as ? 'true' : 'false'} @click=${choose(as)}>${t(`timetable.${as}`)}</button>`)}
      </div>
      ${credits(app)}
    </div>
    ${grid ? week(entries) : nothing}
    <div class=${grid ? 'visually-hidden' : 'week-list'}>${days(app, entries)}</div>
  </section>`;
}

/** 12 / 18학점, with a bar. */
export function credits(/** @type {App} */ app) {
  const plan = app.state.plan;
  if (!plan) return nothing;
  const { usedCredits: used, creditLimit: limit } = plan;
  if (limit === undefined) return html`<span class="credits num">${t('plan.creditsOnly', { used })}</span>`;
  return html`<span class="credits num"><span class="meter" role="img" aria-label=${t('plan.creditsSaid', { used, limit })}><span .style=${`width:${limit ? Math.min(100, (100 * used) / limit) : 0}%`}></span></span><span aria-hidden="true">${t('plan.credits', { used, limit })}</span></span>`;
}

/** @returns {Entry[]} */
function entriesOf(/** @type {App} */ app) {
  const held = app.state.plan?.courses ?? [];
  const taken = new Set(held.map((one) => one.courseId));
  const under = app.enrolling.all().filter((one) => one.kind === 'enroll' && app.mock.shows(one.courseId) && !taken.has(one.courseId) && (!ended(one) || app.enrolling.has(one.courseId)));
  const pending = new Set(under.map((one) => one.courseId));
  const wishes = (app.basket.items ?? []).filter((one) => !taken.has(one.courseId) && !pending.has(one.courseId));
  const of = (/** @type {import('../app.js').Course | undefined} */ course, /** @type {Entry['kind']} */ kind) =>
    times(course?.meetings).map((meeting) => ({ ...meeting, courseId: /** @type {any} */ (course).courseId, name: app.name(/** @type {any} */ (course)), kind }));
  return [
    ...held.flatMap((one) => of(one, 'enrolled')),
    ...under.flatMap((one) => of(app.course(one.courseId), app.enrolling.has(one.courseId) ? 'enrolled' : 'pending')),
    ...wishes.flatMap((one) => of(one.course, 'wish')),
  ];
}

function week(/** @type {Entry[]} */ entries) {
  const first = Math.min(540, ...entries.map((one) => Math.floor(one.startMinute / 60) * 60));
  const last = Math.max(1080, ...entries.map((one) => Math.ceil(one.endMinute / 60) * 60));
  const count = Math.max(5, ...entries.map((one) => one.weekday));
  const dayNumbers = Array.from({ length: count }, (_, n) => n + 1);
  const hours = Array.from({ length: (last - first) / 60 }, (_, n) => first + 60 * n);
  const row = (/** @type {number} */ minute) => 2 + (minute - first) / SLOT;
  return html`<div class="week" aria-hidden="true"
    .style=${`grid-template-columns:2.2em repeat(${count},minmax(0,1fr));grid-template-rows:1.8em repeat(${(last - first) / SLOT},var(--slot))`}>
    ${dayNumbers.map((day) => html`<span class="day" .style=${`grid-area:1/${day + 1}`}>${weekday(day)}</span>`)}
    ${hours.map((at) => html`<span class="hour num" .style=${`grid-area:${row(at)}/1`}>${at / 60}</span><span class="line" .style=${`grid-area:${row(at)}/2/auto/-1`}></span>`)}
    ${dayNumbers.map((day) => inLanes(entries.filter((one) => one.weekday === day)).map(({ time, lane, lanes }) => html`
      <div class="block ${time.kind}" title="${time.name} ${minuteOfDay(time.startMinute)}-${minuteOfDay(time.endMinute)} ${time.room ?? ''}"
        .style=${`grid-area:${row(time.startMinute)}/${day + 1}/${row(time.endMinute)}/auto;margin-left:${(100 * lane) / lanes}%;width:calc(${100 / lanes}% - 2px)`}>
        <span class="block-name">${time.name}</span>
        <span class="block-room">${time.kind === 'enrolled' ? (time.room ?? '') : t(`timetable.${time.kind}`)}</span>
      </div>`))}
  </div>`;
}

function days(/** @type {App} */ app, /** @type {Entry[]} */ entries) {
  const held = app.state.plan?.courses ?? [];
  const untimed = held.filter((one) => !one.meetings?.length);
  if (!entries.length && !untimed.length) return html`<p class="empty">${t('timetable.empty')}</p>`;
  const inOrder = [...entries].sort((a, b) => a.weekday - b.weekday || a.startMinute - b.startMinute);
  const used = [...new Set(inOrder.map((one) => one.weekday))];
  return html`${used.map((day) => html`<h3>${weekday(day)}</h3><ul role="list">
      ${inOrder.filter((one) => one.weekday === day).map((one) => html`<li>
        <span class="num time">${minuteOfDay(one.startMinute)}-${minuteOfDay(one.endMinute)}</span>
        <span class="strong">${one.name}</span> <span class="soft">${one.room ?? ''}</span>
        <span class="chip ${one.kind === 'enrolled' ? 'good' : ''}">${t(`timetable.${one.kind}`)}</span></li>`)}
    </ul>`)}
    ${untimed.length ? html`<h3>${t('timetable.noTime')}</h3><ul role="list">${untimed.map((one) => html`<li><span class="strong">${app.name(one)}</span></li>`)}</ul>` : nothing}`;
}
