/**
 * Refusals in words: what happened, why, and what helps.
 * @module
 */
import { dayClock, minuteOfDay, weekday } from './format.js';
import { t, tOr } from './text.js';

/** @typedef {import('./api.js').AnyProblem} AnyProblem */
/**
 * @typedef {object} Context
 * @property {number} now the server's time
 * @property {(courseId: number) => string} courseName
 * @property {'enroll'|'cancel'|'basket'} [action]
 */

/**
 * Returns the words for a problem of the API. Codes that the page does not know are shown with the API's own words.
 * @param {AnyProblem} problem
 * @param {Context} context
 * @returns {{what: string, help: string}}
 */
export function problemText(problem, context) {
  const values = valuesOf(problem, context);
  const name = variant(problem, context);
  return {
    what: tOr(`refused.${name}`, 'refused.OTHER', values),
    help: tOr(`help.${name}`, 'help.OTHER', values),
  };
}

// Codes that mean more than one thing have a text for each.
function variant(/** @type {AnyProblem} */ problem, /** @type {Context} */ context) {
  const { code } = problem;
  const enroll = (context.action ?? 'enroll') === 'enroll';
  if (code === 'COURSE_FULL' && problem.nextReleaseAt) return 'COURSE_FULL.next';
  if (code === 'NOT_OPEN' && !problem.opensAt) return 'NOT_OPEN.none';
  if (code === 'NOT_OPEN' && !enroll) return `NOT_OPEN.${context.action}`;
  if (code === 'CLOSED' && !enroll) return `CLOSED.${context.action}`;
  if (code === 'NOT_ELIGIBLE' && problem.standing) return 'NOT_ELIGIBLE.standing';
  if (code === 'NOT_ELIGIBLE' && problem.mergesAt) return 'NOT_ELIGIBLE.merge';
  if (code === 'NOT_ELIGIBLE' && !problem.audience) return 'NOT_ELIGIBLE.window';
  if (code === 'RETAKE_NOT_ALLOWED' && !problem.gradeAtMost) return 'RETAKE_NOT_ALLOWED.never';
  if (code === 'OVERRIDE_OPEN' && !problem.overrideId) return 'OVERRIDE_OPEN.most';
  if (code === 'RETAKE_LIMIT') return `RETAKE_LIMIT.${problem.retakeUnit}`;
  return code;
}

/** @returns {Record<string, string|number>} */
function valuesOf(/** @type {AnyProblem} */ problem, /** @type {Context} */ context) {
  const moment = (/** @type {string | undefined} */ iso) => (iso ? dayClock(Date.parse(iso), context.now) : '');
  const time = (/** @type {string | undefined} */ clock) => {
    const [hour, minute] = (clock ?? '0:0').split(':').map(Number);
    return minuteOfDay(60 * hour + minute);
  };
  /** @type {Record<string, string|number>} */
  const values = {
    code: problem.code,
    detail: problem.detail ?? '',
    status: problem.status ?? '',
    at: moment(problem.opensAt ?? problem.closedAt ?? problem.nextReleaseAt ?? problem.mergesAt ?? problem.signedInAt ?? problem.expiresAt),
    course: problem.conflictingCourseId ? context.courseName(problem.conflictingCourseId) : '',
    when: problem.weekday ? `${weekday(problem.weekday)} ${time(problem.from)}-${time(problem.until)}` : '',
    standing: problem.standing ? tOr(`standing.${problem.standing}`, 'standing.OTHER') : '',
    state: problem.state ? tOr(`ask.state.${problem.state}`, 'code.OTHER', { code: problem.state }) : '',
    missing: String(problem.missing ?? '').replaceAll(',', ', '),
  };
  for (const name of ['audience', 'grade', 'gradeAtMost', 'usedCredits', 'creditLimit', 'neededCredits', 'usedRetakes', 'retakeLimit', 'most', 'browser']) {
    values[name] = problem[name] ?? '';
  }
  values.leftCredits = Number(values.creditLimit) - Number(values.usedCredits);
  return values;
}

/** Returns both sentences as one text. */
export const problemSentence = (/** @type {AnyProblem} */ problem, /** @type {Context} */ context) => {
  const { what, help } = problemText(problem, context);
  return help ? `${what} ${help}` : what;
};

/** Returns the name of a code in a few words, for lists. */
export const problemName = (/** @type {string} */ code) => tOr(`code.${code}`, 'code.OTHER', { code });

/** Returns the sentence on a browser that ended this session: "Firefox on Windows" in the language of the page. */
export const browserName = (/** @type {string | undefined} */ browser) =>
  !browser || browser === 'another browser' ? t('browser.unknown') : browser.replace(' on ', ', ').replace('another browser', t('browser.unknown'));
