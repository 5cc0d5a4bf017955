/**
 * Requests to the API. An answer of any status is a value; only a request without an answer is an error.
 * @module
 */

/**
 * @typedef {object} Problem a problem detail (RFC 9457) of the API
 * @property {string} code
 * @property {string} [detail]
 * @property {number} [status]
 */
/** @typedef {Problem & Record<string, any>} AnyProblem */
/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {any} body the JSON; undefined where there is none
 * @property {AnyProblem} [problem] of an answer from 400 on
 * @property {number} [retryAfterMs]
 */

/** The request had no answer: it may have been carried out or not. */
export class NoAnswer extends Error {}

/**
 * @param {object} world
 * @param {typeof fetch} world.fetch
 * @param {(problem: AnyProblem) => void} [world.onSession] called for every 401
 */
export function createApi({ fetch, onSession = () => {} }) {
  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body] sent as JSON
   * @param {{headers?: Record<string, string>, signal?: AbortSignal, timeoutMs?: number}} [options]
   * @returns {Promise<Answer>}
   */
  async function send(method, path, body, { headers = {}, signal, timeoutMs = 15_000 } = {}) {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    const stop = () => late.abort();
    signal?.addEventListener('abort', stop);
    try {
      const response = await fetch(path, {
        method,
        cache: 'no-store',
        redirect: 'error',
        signal: late.signal,
        headers: { Accept: 'application/json', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const answer = await read(response);
      if (answer.status === 401 && answer.problem && answer.problem.code !== 'SIGN_IN_FAILED') onSession(answer.problem);
      return answer;
    } catch (failure) {
      throw new NoAnswer(String(failure), { cause: failure });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }

  return {
    send,
    /** @param {string} path @param {{signal?: AbortSignal, timeoutMs?: number}} [options] */
    get: (path, options) => send('GET', path, undefined, options),
  };
}

/** @typedef {ReturnType<typeof createApi>} Api */

/** @returns {Promise<Answer>} */
async function read(/** @type {Response} */ response) {
  const text = await response.text();
  let body;
  try {
    body = text ? JSON.parse(text) : undefined;
  } catch {
    // A page of a proxy in between: its status is all that counts.
  }
  /** @type {Answer} */
  const answer = { status: response.status, body };
  if (response.status >= 400) {
    answer.problem = body?.code ? body : { code: codeOf(response.status), status: response.status };
    answer.retryAfterMs = retryAfter(response.headers.get('Retry-After'));
  }
  return answer;
}

function codeOf(/** @type {number} */ status) {
  if (status === 401) return 'SIGN_IN_REQUIRED';
  if (status === 404) return 'NOT_FOUND';
  if (status === 429) return 'TOO_MANY_REQUESTS';
  return status < 500 ? 'INVALID_REQUEST' : status === 500 ? 'INTERNAL_ERROR' : 'TEMPORARILY_UNAVAILABLE';
}

function retryAfter(/** @type {string | null} */ header) {
  if (!header) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 60_000) : undefined;
}
