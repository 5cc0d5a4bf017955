/**
 * A server, a storage and a time for tests of attempts.
 * @module
 */
import { createAttempts } from '../src/shared/attempts.js';

/** Fails unless both are equal as JSON. */
export function same(/** @type {unknown} */ found, /** @type {unknown} */ expected, what = 'value') {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: found ${a}, expected ${b}`);
}

const json = (/** @type {number} */ status, /** @type {unknown} */ body, headers = {}) =>
  new Response(status === 204 ? null : JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
const problem = (/** @type {number} */ status, /** @type {string} */ code, more = {}, headers = {}) => json(status, { code, status, ...more }, headers);

/**
 * A server with one row per course, and a list of faults: each is taken by one write.
 * cutBefore and cutAfter have no answer, before and after the row; a number is that status, with `after` after the row;
 * hang answers never; a code is a refusal.
 */
export class Server {
  /** @type {{enrollmentId: number, studentId: number, courseId: number, key: string}[]} */
  rows = [];
  /** @type {string[]} */
  faults = [];
  /** @type {string[]} */
  log = [];
  /** @type {Set<number>} */
  full = new Set();
  down = false;
  /** The code with which the list of enrollments is refused, or a proxy that does not find it. */
  noList = '';
  proxy = false;
  student = 7;
  signedIn = true;
  next = 100;

  /** @type {typeof fetch} */
  fetch = async (input, init = {}) => {
    const { method = 'GET', headers = {}, body, signal } = init;
    const path = String(input);
    const key = /** @type {Record<string, string>} */ (headers)['Idempotency-Key'] ?? '';
    const fault = method === 'GET' ? undefined : this.faults.shift();
    this.log.push(`${method} ${path}${key ? ` ${key}` : ''}`);
    await Promise.resolve();
    if (this.down || fault === 'cutBefore') throw new TypeError('cut');
    if (fault === '429') return problem(429, 'TOO_MANY_REQUESTS', {}, { 'Retry-After': '2' });
    if (fault === '503') return problem(503, 'TEMPORARILY_UNAVAILABLE', {}, { 'Retry-After': '1' });
    if (fault === '502') return new Response('<html>Bad gateway</html>', { status: 502 });
    if (fault === 'page') return new Response('<html>Please sign in to the network</html>', { status: 200 });
    if (fault && /^[A-Z_]+$/.test(fault)) return problem(409, fault, {}, fault === 'REQUEST_IN_FLIGHT' ? { 'Retry-After': '1' } : {});
    const answer = this.answer(method, path, key, body ? JSON.parse(String(body)) : undefined);
    if (fault === 'cutAfter') throw new TypeError('cut');
    if (fault === '502after') return new Response('<html>Bad gateway</html>', { status: 502 });
    if (fault === 'hang') {
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))));
    }
    return answer;
  };

  answer(/** @type {string} */ method, /** @type {string} */ path, /** @type {string} */ key, /** @type {any} */ body) {
    if (path === '/api/session') return json(200, { signedIn: this.signedIn, studentId: this.signedIn ? this.student : undefined });
    if (!this.signedIn) return problem(401, 'SESSION_EXPIRED');
    if (method === 'GET' && this.noList) return problem(this.noList === 'STUDENT_NOT_FOUND' ? 404 : 403, this.noList);
    if (method === 'GET' && this.proxy) return new Response('<html>Not found</html>', { status: 404 });
    if (method === 'GET') return json(200, this.rows.filter((one) => one.studentId === this.student));
    if (method === 'DELETE') {
      const id = Number(path.split('/').pop());
      const found = this.rows.some((one) => one.enrollmentId === id && one.studentId === this.student);
      this.rows = this.rows.filter((one) => one.enrollmentId !== id);
      return found ? json(204, undefined) : problem(404, 'ENROLLMENT_NOT_FOUND');
    }
    if (body.studentId !== undefined && body.studentId !== this.student) return problem(403, 'NOT_YOURS');
    if (path === '/api/me/basket/enrollments') {
      return json(200, { answers: body.courses.map((/** @type {any} */ one) => {
        const { status, body: of } = this.enroll(one.courseId, one.idempotencyKey);
        return status === 201 ? { courseId: one.courseId, status, enrollment: of } : { courseId: one.courseId, status, problem: of };
      }) });
    }
    const { status, body: of } = this.enroll(body.courseId, key);
    return json(status, of);
  }

  enroll(/** @type {number} */ courseId, /** @type {string} */ key) {
    const row = this.rows.find((one) => one.courseId === courseId && one.studentId === this.student);
    if (row) return row.key === key ? { status: 201, body: row } : { status: 409, body: { code: 'ALREADY_ENROLLED', status: 409 } };
    if (this.full.has(courseId)) return { status: 409, body: { code: 'COURSE_FULL', status: 409 } };
    const made = { enrollmentId: this.next++, studentId: this.student, courseId, key };
    this.rows.push(made);
    return { status: 201, body: made };
  }
}

/** A storage as two tabs share it. */
export class Memory {
  /** @type {Map<string, string>} */
  map = new Map();
  refuses = false;
  get length() { return this.map.size; }
  key(/** @type {number} */ n) { return [...this.map.keys()][n] ?? null; }
  getItem(/** @type {string} */ name) { return this.map.get(name) ?? null; }
  setItem(/** @type {string} */ name, /** @type {string} */ value) {
    if (this.refuses) throw new DOMException('full', 'QuotaExceededError');
    this.map.set(name, value);
  }
  removeItem(/** @type {string} */ name) { this.map.delete(name); }
}

/** A time that passes only by calls of a test. */
export class Time {
  at = 1_800_000_000_000;
  /** @type {{at: number, run: () => void}[]} */
  timers = [];
  now = () => this.at;
  after = (/** @type {number} */ ms, /** @type {() => void} */ run) => {
    const timer = { at: this.at + ms, run };
    this.timers.push(timer);
    return () => { this.timers = this.timers.filter((one) => one !== timer); };
  };
  /** Lets time pass, with all that happens meanwhile. */
  async pass(/** @type {number} */ ms) {
    const end = this.at + ms;
    for (;;) {
      await calm();
      const next = this.timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((one) => one !== next);
      this.at = Math.max(this.at, next.at);
      next.run();
    }
    this.at = end;
    await calm();
  }
}

/** Runs promises until none is pending. */
export async function calm() {
  for (let i = 0; i < 4; i++) await new Promise((done) => setTimeout(done, 0));
}

/** A tab of a browser: attempts on a server. */
export function tab(/** @type {{server?: Server, storage?: Memory, time?: Time, studentId?: number}} */ given = {}) {
  const server = given.server ?? new Server();
  const storage = given.storage ?? new Memory();
  const time = given.time ?? new Time();
  /** @type {string[]} */
  const phases = [];
  /** @type {any[]} */
  const sessions = [];
  let keys = 0;
  const attempts = createAttempts({
    studentId: given.studentId ?? 7,
    fetch: server.fetch,
    storage,
    time,
    newKey: () => `key-${Math.random().toString(36).slice(2)}-${keys++}`,
    random: () => 0,
    onChange: (attempt) => phases.push(attempt.phase),
    onSession: (problem) => sessions.push(problem),
  });
  return { server, storage, time, attempts, phases, sessions };
}
