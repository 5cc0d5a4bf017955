/**
 * Attempts to enroll and to cancel: from the click to the known outcome. No DOM; requests, storage and time come from outside.
 *
 * An enrollment has one Idempotency-Key, which is kept before the first byte is sent. So a double click, a lost answer, an
 * error of a proxy, a reload and a second tab end with one row. An outcome that is not known is asked for: the same request
 * again, and the list of the student's enrollments. It is never guessed.
 * @module
 */
import { createApi } from './api.js';
import { judge } from './judge.js';

/** @typedef {import('./api.js').Answer} Answer */
/** @typedef {import('./api.js').AnyProblem} AnyProblem */
/** @typedef {{enrollmentId: number, courseId: number, enrolledAt: string}} Enrollment */
/**
 * sending: the first request is in flight. waiting: nothing was done yet, and it is sent again. checking: it may have been
 * carried out. paused: checking, and the session is over. The others are ends; elsewhere: another tab knows which.
 * @typedef {'sending'|'waiting'|'checking'|'paused'|'won'|'refused'|'cancelled'|'notDone'|'elsewhere'} Phase
 */
/**
 * @typedef {object} Attempt
 * @property {'enroll'|'cancel'} kind
 * @property {number} courseId
 * @property {number} [enrollmentId] to cancel, or of the row that was won
 * @property {number} [termId] of a mock term, whose enrollments are a list of their own
 * @property {string} key
 * @property {number} since the click, by the clock of this computer
 * @property {number} sentAt
 * @property {boolean} unknown a request may have been carried out without an answer
 * @property {Phase} phase
 * @property {AnyProblem} [problem] of a refusal, or what is waited for
 * @property {number} [againAt] when it is sent again
 * @property {number} [endedAt]
 */
/** @typedef {Attempt & {wake?: () => void, abort?: AbortController, adopted?: boolean}} Running */
/** @typedef {{answer?: Answer, courses?: Map<number, Answer>}} Sent */

const SEND_TIMEOUT_MS = 10_000;
const SHOW_CHECKING_MS = 3_000;
const PAUSES_MS = [300, 1_000, 3_000];
const LATER_PAUSE_MS = 5_000;
/** Until then a request without an answer is sent again, and may enroll. After that it is only looked up. */
export const SEND_AGAIN_MS = 120_000;
/** No request is in flight for longer; NGINX gives up after 20 s. */
const SETTLED_MS = 30_000;
/** The second click of a double click belongs to the attempt of the first. */
const ONE_CLICK_MS = 500;
const OTHER_TAB_MS = 3_000;

const ENDS = new Set(['won', 'refused', 'cancelled', 'notDone', 'elsewhere']);
const nothingSent = async () => undefined;

/** Whether the outcome is known. */
export const ended = (/** @type {{phase: Phase}} */ attempt) => ENDS.has(attempt.phase);

/**
 * @param {object} world
 * @param {number} world.studentId whose attempts these are; others in the same storage are left alone
 * @param {typeof fetch} world.fetch
 * @param {Pick<Storage, 'getItem'|'setItem'|'removeItem'|'key'|'length'>} world.storage shared by the tabs of a browser
 * @param {{now(): number, after(ms: number, run: () => void): () => void}} world.time milliseconds since 1970; `after` returns what stops it
 * @param {() => number | undefined} [world.termId] the mock term in which attempts begin
 * @param {() => string} world.newKey 1 to 64 visible ASCII characters, never the same twice
 * @param {() => number} [world.random] from 0 to 1
 * @param {(attempt: Attempt) => void} [world.onChange] after each change of an attempt
 * @param {(problem: AnyProblem) => void} [world.onSession] after a 401
 */
export function createAttempts({ studentId, fetch, storage, time, newKey, termId = () => undefined, random = Math.random, onChange = () => {}, onSession }) {
  const api = createApi({ fetch, onSession });
  const prefix = `sugang.attempt.${studentId}.`;
  /** @type {Map<string, Running>} */
  const attempts = new Map();

  let stopped = false;

  // After the clock was set back the age is below zero, and counts as a long time.
  function isRecent(/** @type {number} */ since, /** @type {number} */ forMs) {
    const age = time.now() - since;
    return age >= 0 && age < forMs;
  }

  const idOf = (/** @type {{kind: string, courseId: number}} */ of) => `${of.kind}.${of.courseId}`;

  /**
   * Begins to enroll in a course, or returns the attempt that has not ended.
   * @param {number} courseId
   * @returns {Attempt}
   */
  const enroll = (courseId) => begin('enroll', courseId);

  /**
   * Begins to cancel an enrollment, or returns the attempt that has not ended.
   * @param {{courseId: number, enrollmentId: number}} held
   * @returns {Attempt}
   */
  function cancel({ courseId, enrollmentId }) {
    // It was won, and sent again it would take the seat once more.
    const won = attempts.get(`enroll.${courseId}`);
    if (won && !ended(won)) {
      leave(won);
      attempts.delete(idOf(won));
      drop(won);
    }
    return begin('cancel', courseId, enrollmentId);
  }

  /**
   * Begins to enroll in courses by one request, in their order. Courses whose attempt has not ended are left out.
   * @param {number[]} courseIds
   * @returns {Attempt[]}
   */
  function enrollAll(courseIds) {
    const begun = courseIds.filter((courseId) => !busy('enroll', courseId)).map((courseId) => prepare('enroll', courseId));
    const first = sendTogether(begun);
    begun.forEach((attempt, place) => {
      run(attempt, () => first.then((sent) => later(sent, attempt, place)));
    });
    return begun;
  }

  // Without an answer for all, each asks for itself, in order.
  async function later(/** @type {Map<number, Answer> | null} */ sent, /** @type {Attempt} */ attempt, /** @type {number} */ place) {
    if (sent) return sent.get(attempt.courseId) ?? null;
    await pause(attempt, place * 150);
    return undefined;
  }

  /** @param {'enroll'|'cancel'} kind @param {number} courseId @param {number} [enrollmentId] */
  function begin(kind, courseId, enrollmentId) {
    const known = busy(kind, courseId);
    if (known) return known;
    const attempt = prepare(kind, courseId, enrollmentId);
    run(attempt);
    return attempt;
  }

  function busy(/** @type {'enroll'|'cancel'} */ kind, /** @type {number} */ courseId) {
    const known = attempts.get(`${kind}.${courseId}`);
    if (!known) return undefined;
    const recent = isRecent(known.endedAt ?? 0, ONE_CLICK_MS);
    if (known.adopted && !ended(known)) {
      // The other tab may be asleep: a click here asks at once, with the same key.
      known.adopted = false;
      known.since = time.now();
      known.wake?.();
    }
    return !ended(known) || recent ? known : undefined;
  }

  /** @param {'enroll'|'cancel'} kind @param {number} courseId @param {number} [enrollmentId] */
  function prepare(kind, courseId, enrollmentId) {
    // Of another tab: the same key makes both presses one.
    const stored = load(prefix + `${kind}.${courseId}`);
    /** @type {Running} */
    const attempt = {
      kind,
      courseId,
      enrollmentId,
      termId: stored?.termId ?? termId(),
      key: stored?.key ?? newKey(),
      since: time.now(),
      sentAt: stored?.sentAt ?? 0,
      unknown: Boolean(stored),
      phase: 'sending',
    };
    attempts.set(idOf(attempt), attempt);
    keep(attempt);
    return attempt;
  }

  /** Resumes the attempts whose outcome was unknown when the page was left, or when the session ended. */
  function resume() {
    for (const name of names()) {
      const stored = load(name);
      if (stored && !attempts.has(idOf(stored))) adopt(stored, 0);
    }
    for (const attempt of attempts.values()) if (attempt.phase === 'paused') run(attempt, nothingSent);
  }

  /**
   * Hears of a change that another tab made in the storage: its attempts are shown here too.
   * @param {string | null} name of the entry
   * @returns {boolean} whether an attempt of the other tab ended, so that lists are old
   */
  function noticed(name) {
    if (!name?.startsWith(prefix)) return false;
    const id = name.slice(prefix.length);
    const stored = load(name);
    const own = attempts.get(id);
    if (stored && (!own || ended(own))) {
      adopt(stored, OTHER_TAB_MS);
    } else if (!stored && own?.adopted && !ended(own)) {
      attempts.delete(id);
      change(own, 'elsewhere');
      own.wake?.();
    }
    return !stored;
  }

  function adopt(/** @type {Attempt} */ stored, /** @type {number} */ afterMs) {
    /** @type {Running} */
    const attempt = { ...stored, unknown: true, phase: 'checking', adopted: afterMs > 0 };
    attempts.set(idOf(attempt), attempt);
    onChange(attempt);
    run(attempt, async () => {
      if (afterMs) await pause(attempt, afterMs);
      // Nothing was sent here.
      return undefined;
    });
  }

  /** Asks at once where an attempt waits: the computer woke up, or its network is back. */
  function hurry() {
    for (const attempt of attempts.values()) {
      if (ended(attempt)) continue;
      // A request from before the sleep may never be answered.
      if (!isRecent(attempt.sentAt, SHOW_CHECKING_MS)) attempt.abort?.abort();
      if (!attempt.adopted && attempt.phase !== 'waiting') attempt.wake?.();
    }
  }

  /** Ends the attempts here, and keeps them in the storage for the next sign-in of the student. */
  function stop() {
    stopped = true;
    for (const attempt of attempts.values()) if (!ended(attempt)) leave(attempt);
  }

  function leave(/** @type {Running} */ attempt) {
    attempt.phase = 'elsewhere';
    attempt.abort?.abort();
    attempt.wake?.();
  }

  /**
   * Compares with the student's enrollments, read after the attempts: a refusal after a lost answer may have been too early.
   * @param {{courseId: number, enrollmentId: number}[]} held
   */
  function compare(held) {
    for (const attempt of attempts.values()) {
      const row = held.find((one) => one.courseId === attempt.courseId);
      if (attempt.kind === 'enroll' && attempt.unknown && row && attempt.phase !== 'won') {
        leave(attempt);
        end(attempt, 'won', undefined, row.enrollmentId);
      }
    }
  }

  /** Forgets an attempt that ended, when its message is closed. */
  function forget(/** @type {'enroll'|'cancel'} */ kind, /** @type {number} */ courseId) {
    const attempt = attempts.get(`${kind}.${courseId}`);
    if (attempt && ended(attempt)) attempts.delete(idOf(attempt));
  }

  /** @param {Running} attempt @param {() => Promise<Answer | null | undefined>} [first] undefined: nothing was sent */
  async function run(attempt, first = () => once(attempt)) {
    change(attempt, attempt.unknown ? 'checking' : 'sending');
    let answer = await first();
    for (let tries = 0; !ended(attempt); tries++) {
      if (answer === undefined) {
        answer = await ask(attempt);
        if (ended(attempt) || attempt.phase === 'paused') return;
        continue;
      }
      const verdict = judge(attempt, answer, studentId);
      if (verdict.unknown) attempt.unknown = true;
      attempt.problem = answer?.problem;
      if (verdict.to === 'session') {
        if (attempt.unknown) return change(attempt, 'paused');
        return end(attempt, 'refused', answer?.problem);
      }
      if (verdict.to === 'end') {
        if (!verdict.look && (verdict.phase !== 'refused' || !attempt.unknown)) {
          return end(attempt, verdict.phase, answer?.problem, verdict.enrollmentId);
        }
        // A refusal after a lost answer may speak of the row that the lost one made.
        while (!(await lookUp(attempt, answer?.problem))) {
          if (ended(attempt)) return;
          await pause(attempt, LATER_PAUSE_MS);
        }
        return;
      } else {
        const steps = [...PAUSES_MS, LATER_PAUSE_MS];
        const wait = Math.max(verdict.afterMs ?? 0, steps[Math.min(tries, steps.length - 1)]);
        attempt.againAt = time.now() + wait;
        change(attempt, attempt.unknown ? 'checking' : 'waiting');
        keep(attempt);
        await pause(attempt, wait * (1 + 0.3 * random()));
        if (tries >= PAUSES_MS.length && attempt.unknown && (await lookUp(attempt))) return;
      }
      answer = await ask(attempt);
      if (attempt.phase === 'paused') return;
    }
  }

  // Sends it again while the click is recent. Later it is only looked up, so that a seat is not taken long after.
  /** @returns {Promise<Answer | null>} */
  async function ask(/** @type {Running} */ attempt) {
    while (!ended(attempt)) {
      if (isRecent(attempt.since, SEND_AGAIN_MS)) return once(attempt);
      if (!attempt.unknown) {
        end(attempt, 'refused', attempt.problem);
      } else if (await lookUp(attempt)) {
        return null;
      } else {
        await pause(attempt, LATER_PAUSE_MS);
      }
    }
    return null;
  }

  /** @returns {Promise<Answer | null>} */
  async function once(/** @type {Running} */ attempt) {
    attempt.sentAt = time.now();
    keep(attempt);
    const stopShowing = time.after(SHOW_CHECKING_MS, () => attempt.phase === 'sending' && change(attempt, 'checking'));
    attempt.abort = new AbortController();
    const options = { signal: attempt.abort.signal, timeoutMs: SEND_TIMEOUT_MS };
    try {
      return attempt.kind === 'enroll'
        ? await api.send('POST', '/api/me/enrollments', { studentId, courseId: attempt.courseId }, { ...options, headers: { 'Idempotency-Key': attempt.key } })
        : await api.send('DELETE', `/api/me/enrollments/${attempt.enrollmentId}`, undefined, options);
    } catch {
      return null;
    } finally {
      stopShowing();
      attempt.abort = undefined;
    }
  }

  // One request for several courses, again while it has no answer and the click is recent, so that their order counts. Null: none had one.
  /** @returns {Promise<Map<number, Answer> | null>} */
  async function sendTogether(/** @type {Running[]} */ begun) {
    for (const wait of [...PAUSES_MS, 0]) {
      const left = begun.filter((one) => !ended(one));
      if (!left.length || !isRecent(left[0].since, SEND_AGAIN_MS)) break;
      const body = { studentId, courses: left.map(({ courseId, key }) => ({ courseId, idempotencyKey: key })) };
      const abort = new AbortController();
      for (const attempt of left) {
        attempt.sentAt = time.now();
        attempt.abort = abort;
        keep(attempt);
      }
      /** @type {Answer | null} */
      let answer = null;
      try {
        answer = await api.send('POST', '/api/me/basket/enrollments', body, { signal: abort.signal, timeoutMs: SEND_TIMEOUT_MS });
      } catch {
        // Each of them may have been carried out.
      }
      for (const attempt of left) attempt.abort = undefined;
      const answers = answer?.status === 200 && Array.isArray(answer.body?.answers) ? answer.body.answers : null;
      if (answers) return new Map(answers.map((/** @type {any} */ one) => [one.courseId, single(one)]));
      const verdict = judge(left[0], answer, studentId);
      if (answer && verdict.to !== 'again') return new Map(left.map(({ courseId }) => [courseId, /** @type {Answer} */ (answer)]));
      for (const attempt of left) {
        if (ended(attempt)) continue;
        if (verdict.unknown) attempt.unknown = true;
        attempt.problem = answer?.problem;
        change(attempt, attempt.unknown ? 'checking' : 'waiting');
      }
      await pause(left[0], Math.max(wait, verdict.afterMs ?? 0) * (1 + 0.3 * random()));
    }
    return null;
  }

  const single = (/** @type {any} */ one) => ({
    status: one.status,
    body: one.enrollment,
    problem: one.problem,
    retryAfterMs: one.status === 503 ? 1_000 : undefined,
  });

  /**
   * Reads the student's enrollments, and ends the attempt where they decide it.
   * @param {Running} attempt
   * @param {AnyProblem} [refusal] what to end with where there is no row
   */
  async function lookUp(attempt, refusal) {
    /** @type {Answer | null} */
    let answer = null;
    attempt.sentAt = Math.min(attempt.sentAt, time.now());
    const settled = !isRecent(attempt.sentAt, SETTLED_MS);
    const recent = isRecent(attempt.since, SEND_AGAIN_MS);
    let mine = true;
    try {
      // Another tab may have signed in another student, whose list says nothing.
      const session = await api.get('/api/session', { timeoutMs: SEND_TIMEOUT_MS });
      mine = session.status === 200 ? session.body?.studentId === studentId : session.status !== 401;
      answer = await api.get(`/api/me/enrollments${attempt.termId ? `?term=${attempt.termId}` : ''}`, { timeoutMs: SEND_TIMEOUT_MS });
    } catch {
      return false;
    }
    // It may have been decided meanwhile.
    if (ended(attempt)) return true;
    // Without a session of this student it is asked after the next sign-in.
    if (!mine || answer.status === 401) {
      change(attempt, 'paused');
      return true;
    }
    // The student is gone, or has no account: there is no list, and no later answer would differ. A proxy has no code.
    if (answer.body?.code && [403, 404].includes(answer.status)) {
      end(attempt, 'refused', refusal ?? answer.problem);
      return true;
    }
    if (answer.status !== 200 || !Array.isArray(answer.body)) return false;
    /** @type {Enrollment | undefined} */
    const row = answer.body.find((one) =>
      attempt.kind === 'enroll' ? one.courseId === attempt.courseId : one.enrollmentId === attempt.enrollmentId);
    if (attempt.kind === 'enroll' && row) end(attempt, 'won', undefined, row.enrollmentId);
    else if (attempt.kind === 'cancel' && !row) end(attempt, 'cancelled');
    else if (refusal) end(attempt, 'refused', refusal);
    else if (settled && !recent) end(attempt, 'notDone');
    return ended(attempt);
  }

  /** @param {Running} attempt @param {Phase} phase @param {AnyProblem} [problem] @param {number} [enrollmentId] */
  function end(attempt, phase, problem, enrollmentId) {
    if (stopped) return;
    attempt.endedAt = time.now();
    attempt.problem = problem;
    attempt.againAt = undefined;
    if (enrollmentId) attempt.enrollmentId = enrollmentId;
    drop(attempt);
    change(attempt, phase);
  }

  function change(/** @type {Running} */ attempt, /** @type {Phase} */ phase) {
    if (stopped) return;
    attempt.phase = phase;
    onChange(attempt);
  }

  /** Waits, or shorter when `hurry` is called. */
  function pause(/** @type {Running} */ attempt, /** @type {number} */ ms) {
    return new Promise((/** @type {(value?: unknown) => void} */ done) => {
      const stop = time.after(ms, done);
      attempt.wake = () => {
        stop();
        done();
      };
    });
  }

  // A storage that refuses leaves the attempt in memory: it ends truly unless the page is left.
  function keep(/** @type {Running} */ { kind, courseId, enrollmentId, termId, key, since, sentAt }) {
    try {
      storage.setItem(prefix + `${kind}.${courseId}`, JSON.stringify({ kind, courseId, enrollmentId, termId, key, since, sentAt }));
    } catch {
      // As said.
    }
  }

  function drop(/** @type {Attempt} */ attempt) {
    try {
      storage.removeItem(prefix + idOf(attempt));
    } catch {
      // There was none.
    }
  }

  /** @returns {Attempt | null} */
  function load(/** @type {string} */ name) {
    try {
      const stored = JSON.parse(storage.getItem(name) ?? 'null');
      return stored && typeof stored.key === 'string' && Number.isInteger(stored.courseId) ? stored : null;
    } catch {
      return null;
    }
  }

  function names() {
    try {
      return Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '').filter((name) => name.startsWith(prefix));
    } catch {
      return [];
    }
  }

  return {
    enroll,
    cancel,
    enrollAll,
    resume,
    noticed,
    hurry,
    stop,
    compare,
    forget,
    /** Returns the attempt for a course, if there is one since the page was opened. */
    of: (/** @type {'enroll'|'cancel'} */ kind, /** @type {number} */ courseId) => /** @type {Attempt | undefined} */ (attempts.get(`${kind}.${courseId}`)),
    /** Returns all of them. */
    all: () => /** @type {Attempt[]} */ ([...attempts.values()]),
  };
}

/** @typedef {ReturnType<typeof createAttempts>} Attempts */

/** Returns a key of 128 random bits, also where the page has no secure context. */
export function randomKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
