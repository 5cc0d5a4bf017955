/**
 * The answers by reason: which of them have a pattern of their own, and what stood in which seconds.
 * @module
 */

/** @typedef {{code: string, slot: number, codes: string[], total: number}} Series */
/** @typedef {{at: string, answers?: Record<string, number>, taken?: number | null}} Second */

/** As many patterns as a reader can distinguish. */
const SERIES = 6;
/** These have the same pattern always. */
const FIRST = ['ENROLLED', 'COURSE_FULL', 'CANCELLED'];

/** Chooses the series, and keeps to the choice as long as it can: a pattern means the same from second to second. */
export function createSeries() {
  /** @type {Map<string, number>} */
  const slots = new Map(FIRST.map((code, place) => [code, place + 1]));
  /**
   * @param {Record<string, number>} totals by code
   * @returns {Series[]} from below; the last one is of all that have no pattern of their own
   */
  return (totals) => {
    for (const code of [...slots.keys()]) if (!FIRST.includes(code) && !totals[code]) slots.delete(code);
    const free = [];
    for (let slot = FIRST.length + 1; slot < SERIES; slot++) if (![...slots.values()].includes(slot)) free.push(slot);
    const others = Object.keys(totals)
      .filter((code) => totals[code] && !slots.has(code))
      .sort((one, other) => totals[other] - totals[one] || (one < other ? -1 : 1));
    while (free.length && others.length) slots.set(/** @type {string} */ (others.shift()), /** @type {number} */ (free.shift()));
    const series = [...slots].map(([code, slot]) => ({ code, slot, codes: [code], total: totals[code] ?? 0 })).sort((one, other) => one.slot - other.slot);
    if (others.length) series.push({ code: 'OTHER', slot: SERIES, codes: others, total: others.reduce((sum, code) => sum + totals[code], 0) });
    return series;
  };
}

/**
 * Returns bars of some time each; values are per unit of time. Bars begin at whole steps, so that they keep their places.
 * @param {Second[]} seconds or minutes
 * @param {Series[]} series
 * @param {number} step milliseconds
 * @param {number} unit milliseconds
 * @returns {import('./chart.js').Bar[]}
 */
export function bars(seconds, series, step, unit) {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  for (const second of seconds) {
    const x = Math.floor(Date.parse(second.at) / step) * step;
    const parts = found.get(x) ?? series.map(() => 0);
    series.forEach((one, place) => {
      for (const code of one.codes) parts[place] += (second.answers?.[code] ?? 0) / (step / unit);
    });
    found.set(x, parts);
  }
  return [...found].map(([x, parts]) => ({ x, parts }));
}
