/**
 * Free seats: polled by department for what is in sight, each number with its time.
 * @module
 */
import { poll } from '../shared/poll.js';

/** @typedef {{free: number, capacity: number, at: number, status?: string}} Seats at: the server's time of the numbers */
/** @typedef {(courseId: number, status: string) => void} StatusChanged */

export const STALE_MS = 5_000;
const FAST_MS = 2_000;
const SLOW_MS = 5_000;
const FAST_FOR_MS = 600_000;
/** Departments in one round. The others have their turn in the next, so that one page sends two requests a second at most. */
const AT_ONCE = 4;

/**
 * @param {import('../shared/api.js').Api} api
 * @param {import('../shared/clock.js').Clock} clock
 * @param {(path: string) => string} inTerm adds the term that is shown
 * @param {() => void} changed
 * @param {StatusChanged} statusChanged of a course that the desk closed, opened again or cancelled
 * @param {(changes?: import('./app.js').DeskChanges) => void} told of what the desk changed
 */
export function createSeats(api, clock, inTerm, changed, statusChanged, told) {
  /** @type {Map<number, Seats>} */
  const known = new Map();
  /** @type {Map<string, number>} asked, by department */
  const asked = new Map();
  /** @type {Set<Element>} */
  const inSight = new Set();
  /** @type {WeakSet<Element>} */
  const observed = new WeakSet();
  let activeAt = Date.now();

  const observer = new IntersectionObserver((entries) => {
    let came = false;
    for (const entry of entries) {
      if (!entry.isIntersecting) inSight.delete(entry.target);
      else if (!inSight.has(entry.target)) {
        inSight.add(entry.target);
        came ||= !asked.has(departmentOf(entry.target));
      }
    }
    if (came) polling.now();
  });

  const departmentOf = (/** @type {Element} */ element) => /** @type {HTMLElement} */ (element).dataset.department ?? '';

  function wanted() {
    const departments = new Set();
    for (const element of inSight) {
      if (!element.isConnected) inSight.delete(element);
      else if (departmentOf(element)) departments.add(departmentOf(element));
    }
    return [...departments].sort((a, b) => (asked.get(a) ?? 0) - (asked.get(b) ?? 0)).slice(0, AT_ONCE);
  }

  async function read(/** @type {string} */ department) {
    asked.set(department, Date.now());
    const answer = await api.get(inTerm(`/api/seats?department=${encodeURIComponent(department)}`), { timeoutMs: 4_000 });
    if (answer.status !== 200) return answer.status === 400;
    const at = Date.parse(answer.body.asOf);
    told(answer.body.changes);
    for (const one of answer.body.courses) set(one.courseId, one.free, one.capacity, at, one.status);
    return true;
  }

  const polling = poll(
    async () => {
      polling.every(Date.now() - activeAt < FAST_FOR_MS ? FAST_MS : SLOW_MS);
      const results = await Promise.allSettled(wanted().map(read));
      changed();
      return results.every((one) => one.status === 'fulfilled' && one.value);
    },
    { everyMs: FAST_MS, now: false },
  );

  function set(/** @type {number} */ courseId, /** @type {number} */ free, /** @type {number} */ capacity, /** @type {number} */ at, /** @type {string} */ status = '') {
    const before = known.get(courseId);
    if (before && before.at > at) return;
    known.set(courseId, { free, capacity, at, status: status || before?.status });
    // Only a change: a refusal may have said COURSE_CANCELLED before these numbers were read.
    if (status && status !== before?.status) statusChanged(courseId, status);
  }

  return {
    set,
    /** Takes the numbers of a list of courses that was answered just now. */
    learn(/** @type {{courseId: number, remaining: number, capacity: number, status?: string}[]} */ courses) {
      for (const one of courses) set(one.courseId, one.remaining, one.capacity, clock.now(), one.status ?? 'OPEN');
    },
    of: (/** @type {number} */ courseId) => known.get(courseId),
    /** Looks at the elements with data-department that are shown now. */
    watch() {
      for (const element of document.querySelectorAll('[data-department]')) {
        if (!observed.has(element)) {
          observed.add(element);
          observer.observe(element);
        }
      }
    },
    /** Records that the page is in use, so that it reads seats every two seconds. */
    touched() {
      activeAt = Date.now();
    },
    isStale: (/** @type {Seats} */ seats) => clock.now() - seats.at > STALE_MS,
  };
}

/** @typedef {ReturnType<typeof createSeats>} SeatNumbers */
