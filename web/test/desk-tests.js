/** What the desk makes of figures and events. */
import { bars, createSeries } from '../src/desk/answers.js';
import { times } from '../src/desk/axis.js';
import { causesOf } from '../src/desk/causes.js';
import { nextOf } from '../src/desk/openings.js';
import { atTheSameTime, audiencesOf, forTheSameStudents } from '../src/desk/window-overlap.js';

function equal(/** @type {unknown} */ found, /** @type {unknown} */ expected) {
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`${JSON.stringify(found)} is not ${JSON.stringify(expected)}`);
}

const opens = Date.parse('2027-03-01T01:00:00Z');
const HOUR = 3_600_000;

/** A window of the term 1 for ENROLL, from the opening on for an hour. */
function windowOf(/** @type {number} */ windowId, /** @type {Record<string, unknown>} */ of = {}) {
  return /** @type {any} */ ({ windowId, termId: 1, phase: 'ENROLL', opensAt: new Date(opens).toISOString(), closesAt: new Date(opens + HOUR).toISOString(), ...of });
}

const ids = (/** @type {{windowId: number}[]} */ windows) => windows.map(({ windowId }) => windowId);

export const tests = {
  'windows of one term and phase overlap unless one ends before the other begins': async () => {
    const windows = [windowOf(1), windowOf(2, { termId: 2 }), windowOf(3, { phase: 'ADD_DROP' }), windowOf(4)];
    const planned = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number | null} */ windowId = null) => ({ windowId, termId: 1, phase: 'ENROLL', opensAt: opens + from, closesAt: opens + to });
    equal(ids(atTheSameTime(windows, planned(-HOUR, 1))), [1, 4]);
    equal(ids(atTheSameTime(windows, planned(HOUR - 1, 2 * HOUR, 4))), [1]);
    equal(ids(atTheSameTime(windows, planned(-HOUR, 0))), []);
    equal(ids(atTheSameTime(windows, planned(HOUR, 2 * HOUR))), []);
    equal(ids(atTheSameTime(windows, planned(NaN, HOUR))), []);
  },
  'windows have students in common with everyone, with the same audience, and where some were counted': async () => {
    const windows = [windowOf(1), windowOf(2, { audienceId: 7 }), windowOf(3, { audienceId: 8 }), windowOf(4, { audienceId: 9 })];
    const shared = [{ audienceId: 8, students: 3 }, { audienceId: 9, students: 0 }];
    equal(ids(forTheSameStudents(windows, '', [])), [1, 2, 3, 4]);
    equal(ids(forTheSameStudents(windows, '7', shared)), [1, 2, 3]);
    equal(ids(forTheSameStudents(windows, 'chosen', shared)), [1, 3]);
    equal(audiencesOf([...windows, windowOf(5, { audienceId: 8 })], '7'), [8, 9]);
    equal(audiencesOf(windows, ''), []);
  },
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
    const all = bars(seconds, series, 5_000, 1_000);
    equal(all.map(({ x }) => x), [0, 5_000]);
    equal(all.reduce((sum, bar) => sum + bar.parts.reduce((one, other) => one + other, 0), 0) * 5, 60);
  },
  'instances with the same trouble are one cause': async () => {
    const alarms = [{ code: 'FALLBACK', detail: 'a', instance: 'a' }, { code: 'REDIS_AWAY', detail: '' }, { code: 'FALLBACK', detail: 'b', instance: 'b' }];
    equal(causesOf(alarms).map(({ code, instances }) => [code, instances]), [['FALLBACK', ['a', 'b']], ['REDIS_AWAY', []]]);
  },
  'an axis has round times, for three minutes and for a day': async () => {
    const ten = Date.parse('2027-03-02T01:00:00Z');
    equal(times(ten - 90_000, ten + 90_000).map((at) => (at - ten) / 60_000), [-1, 0, 1]);
    const day = times(ten - 36_000_000, ten + 50_400_000);
    // Midnight in Korea is at 15:00.
    equal(day.map((at) => (at - ten) / 3_600_000), [-10, -7, -4, -1, 2, 5, 8, 11, 14]);
  },
  'the next opening is that of all windows with the first time': async () => {
    const window = (/** @type {number} */ windowId, /** @type {string} */ at) => /** @type {any} */ ({ windowId, opensAt: `2027-03-02T${at}:00Z` });
    const all = [window(1, '00:00'), window(2, '02:00'), window(3, '01:00'), window(4, '01:00')];
    equal(nextOf(all, Date.parse('2027-03-02T00:30:00Z')).map(({ windowId }) => windowId), [3, 4]);
    equal(nextOf(all, Date.parse('2027-03-02T02:00:00Z')), []);
  },
};
