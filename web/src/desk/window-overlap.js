/**
 * Which windows of the same phase are open at the same time for the same students.
 * @module
 */

/** @typedef {import('./windows.js').Window} Window */
/**
 * @typedef {object} Planned a window as a form has it
 * @property {number | null} windowId null: it is new
 * @property {number} termId
 * @property {string} phase
 * @property {number} opensAt in milliseconds since 1970
 * @property {number} closesAt
 */

/** Returns the windows of the same term and phase whose time overlaps. */
export const atTheSameTime = (/** @type {Window[]} */ windows, /** @type {Planned} */ { windowId, termId, phase, opensAt, closesAt }) =>
  windows.filter((one) => one.windowId !== windowId && one.termId === termId && one.phase === phase && Date.parse(one.opensAt) < closesAt && opensAt < Date.parse(one.closesAt));

/**
 * Returns those that some student has in common with an audience.
 * @param {Window[]} windows
 * @param {string} audienceId of the audience; empty: everyone
 * @param {{audienceId: number, students: number}[]} shared how many students other audiences share with it
 */
export const forTheSameStudents = (windows, audienceId, shared) =>
  windows.filter(
    (one) => audienceId === '' || (one.audienceId ?? null) === null || String(one.audienceId) === audienceId || shared.some((of) => of.audienceId === one.audienceId && of.students > 0),
  );

/** Returns the audiences of which it has to be known whether they share students with another one. */
export const audiencesOf = (/** @type {Window[]} */ windows, /** @type {string} */ audienceId) =>
  audienceId === '' ? [] : [...new Set(windows.flatMap((one) => (one.audienceId && String(one.audienceId) !== audienceId ? [one.audienceId] : [])))];
