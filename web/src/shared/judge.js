/**
 * What an answer to an attempt means.
 * @module
 */

/** @typedef {import('./api.js').Answer} Answer */
/**
 * end: the outcome is known; look: the student's list has to say so too. again: the same request has to be sent again. session: it was not carried out, because the
 * session is over. unknown: this request may have been carried out, or may still be.
 * @typedef {{to: 'end', phase: 'won'|'refused'|'cancelled', enrollmentId?: number, look?: boolean, unknown?: false}
 *   | {to: 'again', unknown: boolean, afterMs?: number}
 *   | {to: 'session', unknown?: false}} Verdict
 */

/**
 * Judges one answer; null stands for none.
 * @param {{kind: 'enroll'|'cancel', courseId: number}} attempt
 * @param {Answer | null} answer
 * @param {number} studentId whose attempt it is
 * @returns {any} a Verdict
 */
export function judge(attempt, answer, studentId) {
  if (!answer) return { to: 'again', unknown: true };
  const { status, body, problem, retryAfterMs } = answer;
  const code = problem?.code;
  if (attempt.kind === 'enroll' && status === 201) {
    // A 201 without the row is not of this service, and one with another student's row not of this attempt.
    return body?.courseId === attempt.courseId && body.studentId === studentId && body.enrollmentId
      ? { to: 'end', phase: 'won', enrollmentId: body.enrollmentId }
      : { to: 'again', unknown: true };
  }
  if (attempt.kind === 'cancel' && status === 204) return { to: 'end', phase: 'cancelled' };
  // It is gone, or it is not of the student who is signed in now.
  if (attempt.kind === 'cancel' && code === 'ENROLLMENT_NOT_FOUND') return { to: 'end', phase: 'cancelled', look: true };
  if (status === 401) return { to: 'session' };
  // NGINX, or an instance by the limit of the account, refused it before it began.
  if (status === 429) return { to: 'again', unknown: false, afterMs: Math.max(retryAfterMs ?? 0, 1_000) };
  if (code === 'REQUEST_IN_FLIGHT') return { to: 'again', unknown: true, afterMs: retryAfterMs ?? 1_000 };
  if (status < 400 || status >= 500 || status === 408) return { to: 'again', unknown: true, afterMs: retryAfterMs };
  return { to: 'end', phase: 'refused' };
}
