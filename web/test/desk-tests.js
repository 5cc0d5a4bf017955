/** What the desk makes of figures and events. */
import { bars, createSeries } from '../src/desk/answers.js';

function equal(/** @type {unknown} */ found, /** @type {unknown} */ expected) {
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`${JSON.stringify(found)} is not ${JSON.stringify(expected)}`);
}

export const tests = {
  'a reason keeps its pattern while others overtake it': async () => {
    const seriesOf = createSeries();
    const slotOf = (/** @type {Record<string, number>} */ totals, /** @type {string} */ code) => seriesOf(totals).find((one) => one.code === code)?.slot;
    const before = slotOf({ ENROLLED: 9, TIME_CONFLICT: 5, CREDIT_LIMIT: 3 }, 'CREDIT_LIMIT');
    equal(slotOf({ ENROLLED: 9, TIME_CONFLICT: 5, CREDIT_LIMIT: 30, NOT_OPEN: 90 }, 'CREDIT_LIMIT'), before);
  },
  'reasons without a pattern of their own are counted together': async () => {
    const series = createSeries()({ ENROLLED: 9, TIME_CONFLICT: 5, CREDIT_LIMIT: 3, NOT_OPEN: 2, RETAKE_LIMIT: 1 });
    const other = series[series.length - 1];
    equal([other.code, other.codes, other.total], ['OTHER', ['NOT_OPEN', 'RETAKE_LIMIT'], 3]);
  },
  'bars have the answers per second and lose none': async () => {
    const at = (/** @type {number} */ second) => new Date(second * 1000).toISOString();
    const seconds = [0, 1, 4, 5].map((second) => ({ at: at(second), answers: { ENROLLED: 10, NOT_OPEN: 5 }, taken: null }));
    const series = createSeries()({ ENROLLED: 40, NOT_OPEN: 20 });
    const all = bars(seconds, series, 5_000);
    equal(all.map(({ x }) => x), [0, 5_000]);
    equal(all.reduce((sum, bar) => sum + bar.parts.reduce((one, other) => one + other, 0), 0) * 5, 60);
  },
};
