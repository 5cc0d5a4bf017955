/**
 * The lists next to the basket: enrollments, rejections, requests to the desk and notices of the desk.
 * @module
 */
import { ended } from '../../shared/attempts.js';
import { clockSecond, dayClock } from '../../shared/format.js';
import { problemName, problemSentence } from '../../shared/problem.js';
import { t, tOr } from '../../shared/text.js';
import { html, nothing, repeat } from '../../shared/view.js';
import { STAYS_MS } from '../basket.js';
import { downloadCalendar } from '../calendar.js';
import { noticeWords } from '../notices.js';
import { askButton, attemptResult, courseKind, courseWhere, enrollButton, enrollResult, lasting, result, seatsOf } from './course.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../overrides.js').Override} Override */

/** What the student holds, with credits used and allowed. */
export function mine(/** @type {App} */ app) {
  const { plan } = app.state;
  return html`${!plan ? html`<p class="empty">${t('page.loading')}</p>` : nothing}
    ${plan && !plan.term ? html`<p class="note info">${t('plan.notInTerm')}</p>` : nothing}
    ${plan && !plan.courses.length ? html`<p class="empty">${t('plan.empty')}</p>` : nothing}
    ${plan?.courses.length
      ? html`<ul class="courses" role="list">${repeat(plan.courses, (one) => one.enrollmentId, (one) => held(app, one))}</ul>
          ${app.state.termId ? nothing : html`<div class="list-foot"><button @click=${() => downloadCalendar(app)}>${t('plan.calendar')}</button></div>`}`
      : nothing}
    ${app.state.termId ? nothing : html`<p class="hint narrow-only"><a href="#/requests">${t('nav.requests')}</a></p>`}
    <div class="narrow-only"><div class="panel-head"><h2>${t('refusals.title')}</h2></div>${refusals(app)}</div>`;
}

/** Pending enrollments, in the head of the list, so that its rows keep their places. */
export function pending(/** @type {App} */ app) {
  const under = app.enrolling.all().filter((one) => one.kind === 'enroll' && !ended(one) && app.mock.shows(one.courseId));
  return under.length ? html`<span class="pending soft">${t('plan.pending')}: ${under.map((one) => app.name(one.courseId)).join(', ')}</span>` : nothing;
}

function held(/** @type {App} */ app, /** @type {import('../app.js').HeldCourse} */ course) {
  const attempt = app.enrolling.attempt('cancel', course.courseId);
  const under = attempt && !ended(attempt);
  const name = app.name(course);
  const label = t(!under ? 'cancel.press' : attempt.phase === 'sending' ? 'cancel.sending' : 'enroll.checking');
  return html`<li class="course held">
    <div class="course-what">
      <h3>${name} ${courseKind({ ...app.course(course.courseId), ...course })}</h3>
      <div class="second"><p class="soft">${courseWhere(course)}${course.countsTowardLimit ? nothing : html` · ${t('plan.notCounted')}`}
        <span class="num"> · ${t('plan.enrolledAt', { at: dayClock(Date.parse(course.enrolledAt), app.clock.now()) })}</span></p>${attempt?.enrollmentId === course.enrollmentId ? result(attemptResult(app, attempt)) : nothing}</div>
    </div>
    <div class="course-do">
      <button class="cancel" aria-disabled=${under ? 'true' : nothing} aria-label="${name}: ${label}" @click=${() => under || app.enrolling.cancel(course)}>${label}</button>
    </div>
  </li>`;
}

/** What was refused in the last five minutes, newest first, each course once. @param {import('../app.js').App} app */
function refused(app) {
  const seen = new Set();
  // A course that was won stays for a while, so that no other button moves under the finger.
  const leaves = (/** @type {number} */ id) => app.enrolling.has(id) && (app.enrolling.attempt('enroll', id)?.phase !== 'won' || Date.now() - app.state.pressedAt > STAYS_MS);
  return (app.state.refusals ?? []).filter((one) => app.mock.shows(one.courseId) && !leaves(one.courseId) && !seen.has(one.courseId) && seen.add(one.courseId));
}

const LISTED_MS = 300_000;

/** Counts them, with those of this page that the list does not have before it is read. */
export function refusedCount(/** @type {App} */ app) {
  const own = app.enrolling.all().filter((one) => one.kind === 'enroll' && one.phase === 'refused' && one.problem?.status === 409 && Date.now() - (one.endedAt ?? 0) < LISTED_MS);
  const all = [...refused(app), ...own.filter((one) => app.mock.shows(one.courseId))].filter((one) => !app.enrolling.has(one.courseId));
  return new Set(all.map((one) => one.courseId)).size;
}

/** The list of them. @param {import('../app.js').App} app */
export function refusals(app) {
  const all = app.state.refusals;
  const shown = refused(app);
  return html`<p class="hint soft">${t('refusals.hint')}</p>
    ${all && !shown.length ? html`<p class="empty">${t('refusals.empty')}</p>` : nothing}
    ${shown.length
      ? html`<ul class="courses" role="list">
          ${repeat(shown, (one) => one.courseId, (one) => {
            const course = app.course(one.courseId);
            return html`<li class="course" data-department=${course?.department ?? nothing}>
              <div class="course-what">
                <h3>${app.name(one.courseId)} <span class="chip bad">${problemName(one.code)}</span></h3>
                <div class="second"><p class="soft num">${clockSecond(Date.parse(one.at))}</p>${course ? result(enrollResult(app, course)) : nothing}</div>
              </div>
              ${course ? html`<div class="course-do">${seatsOf(app, course)} ${askButton(app, one.courseId, one)} ${enrollButton(app, course)}</div>` : nothing}
            </li>`;
          })}
        </ul>`
      : nothing}`;
}

/** What the student asked the desk for, newest first. */
export function requests(/** @type {App} */ app) {
  const { list, failed } = app.overrides;
  // What is confirmed there would be a real enrollment.
  if (app.state.termId) return html`<p class="note info">${problemSentence({ code: 'MOCK_TERM' }, app.enrolling.context('enroll'))}</p>`;
  return html`<p class="hint soft">${t('ask.about')}</p>
    ${failed ? html`<p class="note warn">${t('ask.failed')}</p>` : nothing}
    ${list && !list.length ? html`<p class="empty">${t('ask.empty')}</p>` : nothing}
    ${list?.length ? html`<ul class="courses" role="list">${repeat(list, (one) => one.overrideId, (one) => request(app, one))}</ul>` : nothing}`;
}

/** @type {Record<string, string>} */
const TONES = { REQUESTED: 'info', GRANTED: 'good', CONFIRMED: 'good', DECLINED: 'bad', EXPIRED: 'warn' };

function request(/** @type {App} */ app, /** @type {Override} */ one) {
  const { overrides } = app;
  const name = overrides.name(one);
  const state = overrides.state(one);
  const busy = overrides.busy.has(one.overrideId);
  const trouble = overrides.refused.get(one.overrideId);
  const at = (/** @type {string} */ iso) => dayClock(Date.parse(iso), app.clock.now());
  const button = (/** @type {string} */ key, /** @type {string} */ kind, /** @type {() => void} */ press) =>
    html`<button class=${kind} aria-disabled=${busy ? 'true' : nothing} aria-label="${name}: ${t(key)}" @click=${() => busy || press()}>${t(key)}</button>`;
  return html`<li class="course">
    <div class="course-what">
      <h3>${name} <span class="chip ${TONES[state] ?? ''}">${tOr(`ask.state.${state}`, 'code.OTHER', { code: state })}</span></h3>
      <div class="second"><p class="soft">${one.lifts.map((lift) => t(`lift.${lift}`)).join(', ')}<span class="num"> · ${t('ask.at', { at: at(one.requestedAt) })}</span></p>${trouble ? result(lasting(name, 'bad', trouble, html`<p>${trouble}</p>`, () => overrides.close(one.overrideId))) : nothing}</div>
      <p class="said">${one.text}</p>
      ${one.reason ? html`<p class="strong">${t('notice.reason', { text: one.reason })}</p>` : nothing}
      ${state === 'GRANTED' && one.expiresAt ? html`<p class="num strong">${t('ask.until', { at: at(one.expiresAt) })}</p>` : nothing}
    </div>
    ${overrides.isOpen(one)
      ? html`<div class="course-do">${button('ask.withdraw', '', () => overrides.withdraw(one))}
          ${state === 'GRANTED' ? button(busy ? 'enroll.sending' : 'ask.confirm', 'primary', () => overrides.confirm(one)) : nothing}</div>`
      : nothing}
  </li>`;
}

/** What the desk has to tell. @param {import('../app.js').App} app */
export function notices(app) {
  const all = app.state.notices?.notices ?? [];
  return html`${all.length
      ? html`<ul class="courses" role="list">${repeat(all, (one) => one.noticeId, (one) => html`<li class="course ${one.readAt ? '' : 'unread'}">
          <div class="course-what">
            <h3>${one.readAt ? nothing : html`<span class="chip info">${t('notices.new')}</span> `}${noticeWords(app, one)}</h3>
            <p class="soft">${one.text ? html`${t('notice.reason', { text: one.text })} · ` : nothing}<span class="num">${dayClock(Date.parse(one.at), app.clock.now())}</span></p>
          </div>
          ${one.readAt ? nothing : html`<div class="course-do">${one.kind.startsWith('OVERRIDE') ? html`<a href="#/requests">${t('ask.show')}</a>` : nothing} <button @click=${() => app.readNotice(one.noticeId)}>${t('notices.read')}</button></div>`}
        </li>`)}</ul>`
      : html`<p class="empty">${t('notices.empty')}</p>`}`;
}
