import { ended } from '../../shared/attempts.js';
import { age, dayClock, duration, meetings, rooms } from '../../shared/format.js';
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
      <p class="soft">${courseWhere(course)}</p>
    </div>
    <div class="course-do">
      ${seatsOf(app, course)}
      ${keepButton(app, course)} ${enrollButton(app, course)}
    </div>
    ${enrollNote(app, course)} ${keepNote(app, course)}
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
    course.demand ? t('course.demand', { n: course.demand }) : '',
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
  return html`<span class="seats ${stale ? 'stale' : ''} ${full ? 'full' : ''}">
    ${full
      ? html`<span class="strong">${t('course.full')}</span>`
      : html`<span>${seatWords(seats)}</span>`}
    ${next > app.clock.now() ? html`<span class="soft">${t('course.next', { at: dayClock(next, app.clock.now()) })}</span>` : nothing}
    ${stale ? html`<tick-text class="soft" .text=${() => t('course.stale', { age: age(app.clock.now() - seats.at) })}></tick-text>` : nothing}
  </span>`;
}

const seatWords = (/** @type {{free: number, capacity: number}} */ seats) =>
  t('course.seats', seats).split(/(\d+)/).map((part) => (/^\d/.test(part) ? html`<b class="num">${part}</b>` : part));

export function keepButton(/** @type {App} */ app, /** @type {Course} */ course) {
  const name = app.name(course);
  if (!app.basket.items || app.enrolling.has(course.courseId)) return nothing;
  const kept = app.basket.has(course.courseId);
  if (!kept && course.status === 'CANCELLED') return nothing;
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

/** What came of enrolling, where the eye is. It stays until it is closed or tried again. */
export function enrollNote(/** @type {App} */ app, /** @type {Course} */ course) {
  const attempt = app.enrolling.attempt('enroll', course.courseId);
  if (!attempt || app.enrolling.has(course.courseId)) return nothing;
  const close = () => app.enrolling.close('enroll', course.courseId);
  if (attempt.phase === 'checking') return html`<p class="note info">${t('enroll.checkingWhy')}</p>`;
  if (attempt.phase === 'paused') return html`<p class="note warn">${t('enroll.pausedWhy')}</p>`;
  if (attempt.phase === 'waiting') {
    const left = () => t('enroll.waitingWhy', { left: duration(Math.max(0, (attempt.againAt ?? 0) - Date.now())) });
    return html`<p class="note info"><tick-text .text=${left}></tick-text></p>`;
  }
  if (!ended(attempt) || (attempt.phase !== 'refused' && attempt.phase !== 'notDone')) return nothing;
  return closable(app.name(course), 'bad', html`${app.enrolling.words(attempt)} ${showMine(attempt.problem)}`, close, askButton(app, course.courseId, attempt.problem));
}

/** The way to the desk at a refusal, or to the request that is open. */
export function askButton(/** @type {App} */ app, /** @type {number} */ courseId, /** @type {import('../../shared/api.js').AnyProblem | undefined} */ problem) {
  const lift = liftOf(problem);
  if (!lift || app.state.termId) return nothing;
  return app.overrides.open(courseId)
    ? html`<a href="#/requests">${t('ask.show')}</a>`
    : html`<button class="quiet" aria-label="${app.name(courseId)}: ${t('ask.press')}" @click=${() => app.overrides.ask(courseId, lift)}>${t('ask.press')}</button>`;
}

/** Why a course could not be put into the basket: all reasons. */
export function keepNote(/** @type {App} */ app, /** @type {Course} */ course) {
  const problem = app.basket.refused.get(course.courseId);
  if (!problem) return nothing;
  return closable(app.name(course), 'warn', reasonList(app, problem), () => app.basket.close(course.courseId), reservable(problem)
    ? html`<button @click=${() => app.basket.put(course.courseId, 'RESERVE')}>${t('basket.asReserve')}</button>`
    : nothing);
}

const NOT_FOR_RESERVE = new Set(['BASKET_FULL', 'ALREADY_ENROLLED', 'NOT_IN_TERM', 'NOT_OPEN', 'CLOSED', 'COURSE_NOT_FOUND', 'TOO_MANY_REQUESTS', 'TEMPORARILY_UNAVAILABLE', 'INTERNAL_ERROR']);
const reservable = (/** @type {import('../../shared/api.js').AnyProblem} */ problem) => !NOT_FOR_RESERVE.has(problem.code) && problem.status === 409;

/** All reasons at once. */
export function reasonList(/** @type {App} */ app, /** @type {import('../../shared/api.js').AnyProblem} */ problem) {
  const reasons = reasonsOf(problem).map((one) => problemSentence(one, app.enrolling.context('basket')));
  return reasons.length === 1 ? reasons[0] : html`<ul class="reasons">${reasons.map((one) => html`<li>${one}</li>`)}</ul>`;
}

const showMine = (/** @type {any} */ problem) =>
  problem?.conflictingCourseId ? html`<a href="#/mine">${t('note.showMine')}</a>` : nothing;

/** Closes a message. */
export const closeButton = (/** @type {string} */ name, /** @type {() => void} */ close) =>
  html`<button class="icon close" aria-label=${t('note.closeFor', { course: name })} title=${t('note.close')} @click=${close}><span aria-hidden="true">✕</span></button>`;

/** A message that stays until it is closed. */
export function closable(/** @type {string} */ name, /** @type {string} */ tone, /** @type {unknown} */ words, /** @type {() => void} */ close, /** @type {unknown} */ more = nothing) {
  return html`<div class="note ${tone}">
    <div>${words}</div>
    ${more === nothing ? nothing : html`<div class="note-do">${more}</div>`}
    ${closeButton(name, close)}
  </div>`;
}
