/**
 * One course: its seats, its state, and its changes.
 * @module
 */
import { dayClock, number } from '../shared/format.js';
import { t } from '../shared/text.js';
import { html, nothing } from '../shared/view.js';
import { cancelCourse, changeCapacity, closeCourse, reopenCourse } from './course-changes.js';
import { courseName } from './fill-tables.js';
import { createReading } from './loading.js';

const AGAIN_MS = 5_000;
const WHILE_CANCELLED_MS = 1_000;

/** @typedef {{seatsId: number, audience?: string, mergesAt?: string, capacity: number, taken: number}} Seats */
/**
 * @typedef {object} Course
 * @property {number} courseId
 * @property {string} title
 * @property {string} [section]
 * @property {string} [code] of the subject, where the course list knows it
 * @property {string} department
 * @property {'OPEN'|'CLOSED'|'CANCELLED'} status
 * @property {number} capacity
 * @property {number} taken
 * @property {Seats[]} seats
 * @property {{requestedAt: string, finishedAt?: string, left: number, reason: string}} [cancellation]
 * @property {boolean} mayChange
 * @property {string} version
 */

/** @param {import('./app.js').App} app */
export function createCourse(app) {
  const reading = createReading(app);
  /** @type {number | null} */
  let courseId = null;
  let timer = 0;
  let shownNow = false;
  let code = '';

  const read = () => reading.read(`/api/desk/courses/${courseId}`);
  const running = () => reading.body?.cancellation && !reading.body.cancellation.finishedAt;

  async function again() {
    clearTimeout(timer);
    const mine = courseId;
    if (!document.hidden) await read();
    if (shownNow && mine === courseId) timer = setTimeout(again, running() ? WHILE_CANCELLED_MS : AGAIN_MS);
  }

  /** The code is what the desk types before a course is cancelled. */
  async function readCode() {
    const mine = courseId;
    code = '';
    try {
      const answer = await app.api.get(`/api/courses/${courseId}`);
      if (mine === courseId && answer.status === 200) code = answer.body.code ? [answer.body.code, answer.body.section].filter(Boolean).join('-') : '';
    } catch {
      // Without a code the title is typed.
    }
    app.render();
  }

  function open(/** @type {number} */ id) {
    shownNow = true;
    if (id !== courseId) {
      reading.forget();
      courseId = id;
      readCode();
      // A narrow page does not show the list next to it.
      requestAnimationFrame(() => document.getElementById('course-title')?.focus());
    }
    again();
  }

  /** Reads no more, and keeps what is on the screen. */
  function pause() {
    clearTimeout(timer);
    shownNow = false;
  }

  function close() {
    pause();
    courseId = null;
    reading.forget();
  }

  /** Shows what a change made at once, so that the next change has its version, and reads the course anew. */
  async function make(/** @type {Promise<Course | null>} */ changed) {
    const made = await changed;
    if (made && made.courseId === courseId) reading.body = made;
    again();
  }

  return { open, pause, close, id: () => courseId, view };

  function view() {
    if (courseId === null) return html`<section class="panel"><p class="empty">${t('course.choose')}</p></section>`;
    /** @type {Course | null} */
    const course = reading.body;
    return html`<section class="panel" aria-labelledby="course-title">
      <div class="panel-head">
        <a class="to-list" href="#/courses">${t('course.toList')}</a>
        <h2 id="course-title" tabindex="-1">${course ? courseName(course) : t('course.title')}</h2>
        ${course ? html`<span class="chip ${{ OPEN: 'good', CLOSED: 'warn', CANCELLED: 'bad' }[course.status]}">${t(`course.status.${course.status}`)}</span>` : nothing}
      </div>
      <div class="panel-body stack">
        ${reading.problem || !course ? reading.state(read) : nothing} ${course ? shown(course) : nothing}
      </div>
    </section>`;
  }

  function shown(/** @type {Course} */ course) {
    return html`
      <p class="soft">${[code, course.department].filter(Boolean).join(' · ')}</p>
      ${progress(course)}
      <div class="scroll" tabindex="0" role="group" aria-label=${t('course.seatsTable')}>
        <table class="grid">
          <thead>
            <tr><th scope="col">${t('course.for')}</th><th scope="col" class="num">${t('course.capacity')}</th><th scope="col" class="num">${t('course.taken')}</th><th scope="col" class="num">${t('course.free')}</th></tr>
          </thead>
          <tbody>${course.seats.map((seats) => row(course, seats))}</tbody>
        </table>
      </div>
      ${course.mayChange ? actions(course) : html`<p class="note info">${t('course.mayNot')}</p>`}
      <p><a href="#/audit?course=${course.courseId}">${t('course.audit')}</a></p>`;
  }

  function row(/** @type {Course} */ course, /** @type {Seats} */ seats) {
    return html`<tr>
      <th scope="row">
        ${seats.audience ?? t(course.seats.length > 1 ? 'course.rest' : 'window.everyone')}
        ${seats.mergesAt ? html`<span class="soft">${t('course.mergesAt', { at: dayClock(Date.parse(seats.mergesAt), app.clock.now()) })}</span>` : nothing}
      </th>
      <td class="num">${number(seats.capacity)}</td>
      <td class="num">${number(seats.taken)}</td>
      <td class="num">${number(seats.capacity - seats.taken)}</td>
    </tr>`;
  }

  function progress(/** @type {Course} */ course) {
    const { cancellation } = course;
    if (!cancellation) return nothing;
    const at = dayClock(Date.parse(cancellation.finishedAt ?? cancellation.requestedAt), app.clock.now());
    return html`<div class="note ${cancellation.finishedAt ? 'info' : 'warn'}" role="status">
      ${cancellation.finishedAt ? t('course.cancelled', { at }) : t('course.cancelling', { at, left: number(cancellation.left) })}
      ${t('course.cancelReason', { reason: cancellation.reason })}
    </div>`;
  }

  function actions(/** @type {Course} */ course) {
    const button = (/** @type {string} */ key, /** @type {() => Promise<any>} */ changed, kind = '') => html`<button type="button" class=${kind} @click=${() => make(changed())}>${t(key)}</button>`;
    if (course.status === 'CANCELLED') return nothing;
    return html`<div class="row actions">
      ${button('course.changeCapacity', () => changeCapacity(app, course))}
      ${course.status === 'OPEN' ? button('course.close', () => closeCourse(app, course)) : button('course.reopen', () => reopenCourse(app, course))}
      ${button('course.cancel', () => cancelCourse(app, course, code), 'danger')}
    </div>`;
  }
}
