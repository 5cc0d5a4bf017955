/**
 * When the student may do what.
 * @module
 */

/** @typedef {{windowId: number, termId: number, phase: string, actions: string[], audience?: string, opensAt: string, closesAt: string}} Window */
/** @typedef {{termId: number, action: string, open: boolean, closesAt?: string, reason?: import('../shared/api.js').AnyProblem}} Judged */
/** @typedef {{rules?: boolean, windows: Window[], actions: Judged[], mockTermId?: number}} Windows rules false: everything is open */
/** @typedef {{state: 'open'|'before'|'after'|'none'|'notMine'|'free', at?: number}} Openness free: no rule, or not known */

const isFor = (/** @type {Window} */ window, /** @type {string} */ action) =>
  action === 'BASKET' ? window.phase === 'BASKET' : window.actions.includes(action);

/**
 * Judges as the server does: a window is open from its first instant to the instant before its end.
 * @param {Windows | null} windows null: not read yet
 * @param {string} action ENROLL, DROP or BASKET
 * @param {number | undefined} termId a course without a term has no windows
 * @param {number} now the server's time
 * @returns {Openness}
 */
export function openness(windows, action, termId, now) {
  if (!windows || windows.rules === false || termId === undefined) return { state: 'free' };
  const own = windows.windows.filter((one) => one.termId === termId && isFor(one, action));
  const open = own.filter((one) => Date.parse(one.opensAt) <= now && now < Date.parse(one.closesAt));
  if (open.length) return { state: 'open', at: Math.max(...open.map((one) => Date.parse(one.closesAt))) };
  const next = own.map((one) => Date.parse(one.opensAt)).filter((at) => at > now);
  if (next.length) return { state: 'before', at: Math.min(...next) };
  if (own.length) return { state: 'after', at: Math.max(...own.map((one) => Date.parse(one.closesAt))) };
  const judged = windows.actions.find((one) => one.termId === termId && one.action === action);
  if (!judged || judged.open) return { state: 'free' };
  return { state: judged.reason?.code === 'NOT_ELIGIBLE' ? 'notMine' : 'none' };
}

/** Returns the next instant at which a window opens or closes, or null. */
export function nextChange(/** @type {Windows | null} */ windows, /** @type {number} */ now) {
  const times = (windows?.windows ?? []).flatMap((one) => [Date.parse(one.opensAt), Date.parse(one.closesAt)]);
  const later = times.filter((at) => at > now);
  return later.length ? Math.min(...later) : null;
}
