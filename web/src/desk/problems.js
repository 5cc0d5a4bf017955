/**
 * Refusals by the API in words of the desk.
 * @module
 */
import { dayClock, number } from '../shared/format.js';
import { problemName } from '../shared/problem.js';
import { t, tOr } from '../shared/text.js';

/**
 * Returns what was refused, why, and what helps.
 * @param {import('../shared/api.js').AnyProblem} problem
 * @param {number} now the server's time
 */
export const problemWords = (problem, now) =>
  tOr(`problem.${problem.code}`, 'problem.OTHER', {
    code: problem.code,
    detail: problem.detail ?? '',
    taken: typeof problem.taken === 'number' ? number(problem.taken) : '',
    state: problem.state ? tOr(`override.state.${problem.state}`, 'override.state.OTHER', { state: problem.state }) : '',
    at: problem.expiresAt ? dayClock(Date.parse(problem.expiresAt), now) : '',
  });

/** What is no refusal by a rule. */
const OWN = new Set([
  'ENROLLED', 'REPEATED', 'CANCELLED', 'OTHER', 'TOO_MANY_REQUESTS', 'TEMPORARILY_UNAVAILABLE', 'INTERNAL_ERROR', 'INVALID_REQUEST',
  'REQUEST_IN_FLIGHT', 'SIGN_IN_REQUIRED', 'SESSION_EXPIRED', 'SIGNED_IN_ELSEWHERE', 'NOT_YOURS', 'COURSE_NOT_FOUND', 'STUDENT_NOT_FOUND',
  'ENROLLMENT_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED',
]);

/** Returns the name of an answer in a few words: of a refusal, or of what was done. */
export const answerName = (/** @type {string} */ code) => (OWN.has(code) ? t(`answer.${code}`) : problemName(code));
