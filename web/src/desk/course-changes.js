/**
 * The changes of a course.
 * @module
 */
import { number } from '../shared/format.js';
import { t } from '../shared/text.js';
import { html, nothing } from '../shared/view.js';
import { change } from './change.js';
import { input, select } from './fields.js';
import { courseName } from './fill-tables.js';

/** @typedef {import('./course.js').Course} Course */
/** @typedef {import('./app.js').App} App */

const MOST_SEATS = 1_000_000;

const poolName = (/** @type {Course} */ course, /** @type {import('./course.js').Seats} */ seats) =>
  seats.audience ?? t(course.seats.length > 1 ? 'course.rest' : 'window.everyone');

function fields(/** @type {Course} */ course) {
  /** @type {import('./compare.js').Fields} */
  const all = [
    [t('course.status'), t(`course.status.${course.status}`)],
    [t('course.capacity'), number(course.capacity)],
    [t('course.taken'), number(course.taken)],
  ];
  if (course.seats.length > 1) {
    for (const seats of course.seats) all.push([t('course.capacityOf', { audience: poolName(course, seats) }), number(seats.capacity)]);
  }
  return all;
}

const target = (/** @type {Course} */ of) => `course:${of.courseId}`;

const request = (/** @type {string} */ what) => (/** @type {Course} */ of, /** @type {any} */ _, /** @type {string} */ reason) => ({
  method: 'POST',
  path: `/api/desk/courses/${of.courseId}/${what}`,
  body: { version: of.version, reason },
});

/** Closes a course: it takes no more enrollments, and cancels stay possible. */
export const closeCourse = (/** @type {App} */ app, /** @type {Course} */ subject) =>
  change(app, {
    title: t('course.closeTitle', { course: courseName(subject) }),
    confirm: t('course.close'),
    warning: t('course.closeWarning'),
    subject,
    fields,
    target,
    preview: (of) => ({ ...of, status: 'CLOSED' }),
    isDone: (now) => now.status === 'CLOSED',
    request: request('close'),
  });

/** Opens a closed course again. */
export const reopenCourse = (/** @type {App} */ app, /** @type {Course} */ subject) =>
  change(app, {
    title: t('course.reopenTitle', { course: courseName(subject) }),
    confirm: t('course.reopen'),
    subject,
    fields,
    target,
    preview: (of) => ({ ...of, status: 'OPEN' }),
    isDone: (now) => now.status === 'OPEN',
    request: request('reopen'),
  });

/** Cancels a course for good. */
export const cancelCourse = (/** @type {App} */ app, /** @type {Course} */ subject, /** @type {string} */ code) =>
  change(app, {
    title: t('course.cancelTitle', { course: courseName(subject) }),
    confirm: t('course.cancel'),
    danger: true,
    warning: html`<p>${t('course.cancelWarning', { n: number(subject.taken) })}</p><p>${t('course.cancelFinal')}</p>`,
    typed: { expected: code || subject.title, label: t(code ? 'course.cancelCode' : 'course.cancelName', { expected: code || subject.title }) },
    subject,
    fields,
    target,
    preview: (of) => ({ ...of, status: 'CANCELLED', capacity: 0, taken: 0, seats: of.seats.map((/** @type {any} */ seats) => ({ ...seats, capacity: 0, taken: 0 })) }),
    isDone: (now) => now.status === 'CANCELLED',
    request: request('cancel'),
    note: (after) => (after.cancellation && !after.cancellation.finishedAt ? html`<p class="note info">${t('course.cancelling', { at: '', left: number(after.cancellation.left) })}</p>` : nothing),
  });

/** Changes the number of seats. */
export function changeCapacity(/** @type {App} */ app, /** @type {Course} */ subject) {
  const first = subject.seats[0];
  const seatsOf = (/** @type {Course} */ of, /** @type {string} */ id) => of.seats.find(({ seatsId }) => String(seatsId) === id) ?? of.seats[0];
  const isCapacity = (/** @type {string} */ text) => /^\d{1,7}$/.test(text) && Number(text) <= MOST_SEATS;
  return change(app, {
    title: t('course.capacityTitle', { course: courseName(subject) }),
    confirm: t('course.capacitySave'),
    subject,
    fields,
    target,
    values: { seatsId: String(first.seatsId), capacity: String(first.capacity) },
    form: (values, set, of) => html`
      ${of.seats.length > 1
        ? select('capacity-pool', t('course.for'), values.seatsId, of.seats.map((/** @type {any} */ seats) => [String(seats.seatsId), poolName(of, seats)]), (seatsId) => set({ seatsId, capacity: String(seatsOf(of, seatsId).capacity) }))
        : nothing}
      ${input('capacity-number', t('course.newCapacity'), values.capacity, (capacity) => set({ capacity: capacity.trim() }), {
        type: 'number', step: '1', min: '0', max: String(MOST_SEATS), hint: t('course.capacityHint', { taken: number(seatsOf(of, values.seatsId).taken) }),
      })}`,
    check: ({ seatsId, capacity }, of) => {
      if (!isCapacity(capacity)) return t('course.capacityWrong', { most: number(MOST_SEATS) });
      if (Number(capacity) < seatsOf(of, seatsId).taken) return t('problem.BELOW_TAKEN', { taken: number(seatsOf(of, seatsId).taken) });
      return Number(capacity) === seatsOf(of, seatsId).capacity ? t('course.capacitySame') : null;
    },
    preview: (of, { seatsId, capacity }) => {
      if (!isCapacity(capacity)) return of;
      const seats = of.seats.map((/** @type {any} */ one) => (one === seatsOf(of, seatsId) ? { ...one, capacity: Number(capacity) } : one));
      return { ...of, seats, capacity: of.capacity - seatsOf(of, seatsId).capacity + Number(capacity) };
    },
    isDone: (now, { seatsId, capacity }) => seatsOf(now, seatsId).capacity === Number(capacity),
    request: (of, { seatsId, capacity }, reason) => ({
      method: 'POST',
      path: `/api/desk/courses/${of.courseId}/capacity`,
      body: { version: of.version, ...(of.seats.length > 1 ? { seatsId: Number(seatsId) } : {}), capacity: Number(capacity), reason },
    }),
    outcome: (body) => ({ before: body.before, after: { ...body.after, atTheGate: body.atTheGate } }),
    note: (after) => (after.atTheGate === undefined ? nothing : html`<p class="soft">${t(after.atTheGate ? 'course.atOnce' : 'course.soon')}</p>`),
  });
}
