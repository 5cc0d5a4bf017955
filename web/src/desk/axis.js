/**
 * Round numbers and times for the axes of charts.
 * @module
 */

/** @typedef {{low: number, high: number, ticks: number[]}} Scale */

/**
 * Returns round numbers around the values: at most five.
 * @param {number} from
 * @param {number} to
 * @param {boolean} [whole] seats have no halves
 * @returns {Scale}
 */
export function scale(from, to, whole = false) {
  const rough = (to - from) / 3 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  let step = power * ([1, 2, 5, 10].find((of) => of * power >= rough) ?? 10);
  if (whole) step = Math.max(1, Math.round(step));
  const low = Math.floor(from / step) * step;
  const high = Math.max(Math.ceil(to / step) * step, low + step);
  const ticks = [];
  for (let i = 0; low + i * step <= high + step / 2; i++) ticks.push(Number((low + i * step).toPrecision(12)));
  return { low, high, ticks };
}

const MINUTE = 60_000;
/** Steps in minutes, whose multiples are round in Korean time too. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 180];
const MOST_TICKS = 9;

/** Returns round times within a time: whole minutes, or hours where it is long. */
export function times(/** @type {number} */ from, /** @type {number} */ to) {
  const step = MINUTE * (STEPS.find((one) => (to - from) / (one * MINUTE) < MOST_TICKS) ?? 180);
  const all = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) all.push(at);
  return all;
}
