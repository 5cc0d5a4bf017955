/**
 * Enrolling and cancelling on this page: attempts, what a button says, and what is read again afterwards.
 * @module
 */
import { announce } from '../shared/announce.js';
import { createAttempts, ended, randomKey, SEND_AGAIN_MS } from '../shared/attempts.js';
import { confirm } from '../shared/dialog.js';
import { dayClock } from '../shared/format.js';
import { problemSentence } from '../shared/problem.js';
import { t } from '../shared/text.js';
import { html } from '../shared/view.js';
import { openness } from './windows.js';

/** @typedef {import('../shared/attempts.js').Attempt} Attempt */
/** @typedef {{kind: 'enrolled'|'under'|'before'|'closed'|'ready'|'off', label: string}} ButtonState */

/** A refusal after a lost answer is compared with the plan once more when no request can be in flight. */
const LATE_MS = 20_000;
const REFUSALS_MS = 1_500;
/** More courses in one request are refused, all of them. */
export const MOST_AT_ONCE = 20;

/** @param {import('./app.js').App} app */
export function createEnrolling(app) {
  /** @type {import('../shared/attempts.js').Attempts | null} */
  let attempts = null;
  let owner = 0;
  /** @type {Set<Attempt>} of the last press for all */
  let pressed = new Set();

  /** Resumes the attempts of a student; 0: none. Returns whether another student used the page before. */
  function begin(/** @type {number} */ studentId) {
    if (owner === studentId) return false;
    owner = studentId;
    attempts?.stop();
    pressed = new Set();
    /** @type {any} */
    let storage;
    try {
      storage = localStorage;
    } catch {
      // Attempts do without.
    }
    attempts = createAttempts({
      studentId,
      fetch: (...args) => fetch(...args),
      storage,
      time: { now: () => Date.now(), after },
      newKey: randomKey,
      termId: () => app.state.termId,
      onChange: changed,
      onSession: (problem) => app.session.end(problem),
    });
    return true;
  }

  function changed(/** @type {Attempt} */ attempt) {
    const course = app.name(attempt.courseId);
    if (attempt.phase === 'won') announce(t('enroll.wonSaid', { course }));
    if (attempt.phase === 'cancelled') {
      attempts?.forget('enroll', attempt.courseId);
      announce(t('cancel.done', { course }));
    }
    if (attempt.phase === 'refused' || attempt.phase === 'notDone') {
      const why = words(attempt);
      announce(t(attempt.kind === 'enroll' ? 'enroll.refusedSaid' : 'cancel.refusedSaid', { course, why }));
    }
    if (ended(attempt)) after(0, () => settled(attempt));
    app.render();
  }

  function settled(/** @type {Attempt} */ attempt) {
    const code = attempt.problem?.code;
    if (code === 'COURSE_FULL') {
      const seats = app.seats.of(attempt.courseId);
      if (seats) app.seats.set(attempt.courseId, 0, seats.capacity, app.clock.now());
    }
    if (code === 'NOT_OPEN' || code === 'CLOSED') app.windowsSoon();
    // The mock term may have ended, which an instance hears some seconds late.
    if (app.state.termId && code?.startsWith('COURSE_') && code !== 'COURSE_FULL') {
      app.mock.doubted(app.state.termId).catch(app.windowsSoon);
    }
    if (attempt.phase !== 'refused' || code === 'ALREADY_ENROLLED' || code === 'SAME_SUBJECT' || code === 'TIME_CONFLICT' || attempt.unknown) {
      app.loadPlan();
    }
    if (attempt.phase === 'won' || attempt.phase === 'cancelled') app.basket.load();
    if (code === 'COURSE_CANCELLED') app.learn([/** @type {any} */ ({ courseId: attempt.courseId, status: 'CANCELLED' })]);
    if (attempt.phase === 'refused') {
      after(REFUSALS_MS, () => app.loadRefusals());
      if (attempt.unknown) after(LATE_MS, app.loadPlan);
    }
    app.render();
  }

  const context = (/** @type {'enroll'|'cancel'|'basket'} */ action) => ({ now: app.clock.now(), courseName: app.name, action });

  /** Returns the sentence on an attempt that did not succeed. */
  function words(/** @type {Attempt} */ attempt) {
    return attempt.phase === 'notDone'
      ? t(attempt.kind === 'enroll' ? 'enroll.notDone' : 'cancel.notDone')
      : attempt.problem ? problemSentence(attempt.problem, context(attempt.kind)) : '';
  }

  /** Returns the sentence on an attempt that is under way. */
  function progress(/** @type {Attempt} */ { kind, courseId, phase, since, problem, againAt = 0 }) {
    if (phase === 'paused') return t('enroll.pausedWhy');
    if (!navigator.onLine) return t(Date.now() - since < SEND_AGAIN_MS ? 'enroll.offline' : 'enroll.offlineLate');
    const left = Math.ceil((againAt - Date.now()) / 1_000);
    const seconds = t('time.seconds', { n: Math.max(0, left) });
    if (phase === 'waiting') return t(kind === 'enroll' ? 'enroll.waitingWhy' : 'cancel.waitingWhy', { left: seconds });
    const seats = app.seats.of(courseId);
    const full = kind === 'enroll' && seats?.free === 0 && !app.seats.isStale(seats);
    const busy = problem?.status === 503 || problem?.status === 429;
    if (!full && !busy) return t(kind === 'enroll' ? 'enroll.checkingWhy' : 'cancel.checkingWhy');
    return [
      t(full ? 'enroll.looksFull' : 'enroll.checkingNow'),
      busy ? t('enroll.busy') : '',
      left > 0 ? t('enroll.askAgain', { left: seconds }) : '',
    ].filter(Boolean).join(' · ');
  }

  function held(/** @type {number} */ courseId) {
    return app.state.plan?.courses.find((one) => one.courseId === courseId);
  }

  /** Whether the student has the course: by the plan, or by a 201 that is newer. */
  function has(/** @type {number} */ courseId) {
    const attempt = attempts?.of('enroll', courseId);
    return Boolean(held(courseId)) || (attempt?.phase === 'won' && (attempt.endedAt ?? 0) >= app.state.planAt);
  }

  /** @returns {ButtonState} what the button of a course says */
  function button(/** @type {import('./app.js').Course} */ course) {
    const attempt = attempts?.of('enroll', course.courseId);
    if (attempt && !ended(attempt)) {
      const phase = attempt.phase === 'paused' ? 'checking' : attempt.phase;
      return { kind: 'under', label: t(`enroll.${phase}`) };
    }
    // Its enrollments go, and the plan may be of the moment before.
    if (has(course.courseId) && course.status !== 'CANCELLED') return { kind: 'enrolled', label: `${t('enroll.won')} ✓` };
    if (course.status === 'CANCELLED' || course.status === 'CLOSED') return { kind: 'off', label: t(`course.${course.status}`) };
    const now = app.clock.now();
    const open = openness(app.state.windows, 'ENROLL', course.termId, now);
    if (open.state === 'before') return { kind: 'before', label: t('enroll.opensAt', { at: dayClock(/** @type {number} */ (open.at), now) }) };
    if (open.state === 'open' || open.state === 'free') {
      if (app.mock.holds()) return { kind: 'off', label: t('enroll.press') };
      return { kind: 'ready', label: t(attempt?.phase === 'refused' || attempt?.phase === 'notDone' ? 'enroll.again' : 'enroll.press') };
    }
    return { kind: 'closed', label: t('enroll.closed') };
  }

  function enroll(/** @type {import('./app.js').Course} */ course) {
    if (button(course).kind !== 'ready') return;
    const attempt = attempts?.enroll(course.courseId);
    if (attempt && !ended(attempt)) announce(t('enroll.sendingSaid', { course: app.name(course) }));
  }

  function enrollAll(/** @type {import('./app.js').Course[]} */ courses) {
    const ready = courses.filter((one) => button(one).kind === 'ready').map((one) => one.courseId).slice(0, MOST_AT_ONCE);
    // The second click of a double click finds none, and the answers of the first one stay.
    if (!ready.length) return;
    pressed = new Set(attempts?.enrollAll(ready));
    app.render();
  }

  async function cancel(/** @type {import('./app.js').HeldCourse} */ course) {
    const name = app.name(course);
    const yes = await confirm({
      title: t('cancel.title'),
      body: html`<p><strong>${t('cancel.body', { course: name })}</strong></p><p>${t('cancel.warn')}</p>`,
      confirm: t('cancel.confirm', { course: name }),
      danger: true,
    });
    if (yes) attempts?.cancel(course);
  }

  function noticed(/** @type {string | null} */ name) {
    if (attempts?.noticed(name)) after(200, () => {
      app.loadPlan();
      app.basket.load();
    });
  }

  return {
    begin,
    button,
    has,
    held,
    words,
    progress,
    context,
    enroll,
    enrollAll,
    cancel,
    noticed,
    resume: () => attempts?.resume(),
    hurry: () => attempts?.hurry(),
    compare: (/** @type {import('./app.js').Plan} */ plan) => plan.studentId === owner && attempts?.compare(plan.courses),
    attempt: (/** @type {'enroll'|'cancel'} */ kind, /** @type {number} */ courseId) => attempts?.of(kind, courseId),
    all: () => attempts?.all() ?? [],
    /** The attempts of the last press for all. */
    pressed: () => [...pressed],
    forgetPress() {
      pressed = new Set();
      app.render();
    },
    close(/** @type {'enroll'|'cancel'} */ kind, /** @type {number} */ courseId) {
      attempts?.forget(kind, courseId);
      app.render();
    },
  };
}

/** @returns {() => void} */
function after(/** @type {number} */ ms, /** @type {() => void} */ run) {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** @typedef {ReturnType<typeof createEnrolling>} Enrolling */
