/**
 * Which windows open next.
 * @module
 */

/**
 * Returns those that open first after a time.
 * @template {{opensAt: string}} T
 * @param {T[]} windows
 * @param {number} now
 */
export function nextOf(windows, now) {
  const later = windows.filter((one) => Date.parse(one.opensAt) > now);
  const first = Math.min(...later.map((one) => Date.parse(one.opensAt)));
  return later.filter((one) => Date.parse(one.opensAt) === first);
}
