/**
 * What windows, their phases and their terms are called.
 * @module
 */
import { clock, dayClock } from '../shared/format.js';
import { t, tOr } from '../shared/text.js';
import { dayOf } from './fields.js';

const DAY = 86_400_000;
const OFFSET = 9 * 3_600_000; // Korea has no summer time.

/** Returns "2026학년도 봄학기" of "2026 SPRING", and of "2026 SPRING MOCK" with a mark; other names stay. */
export function termName(/** @type {string} */ term) {
  const [, year, season, mock] = /^(\d{4}) (SPRING|SUMMER|FALL|WINTER)( MOCK)?$/.exec(term) ?? [];
  return season ? t(mock ? 'page.termMock' : 'page.term', { year, season: t(`season.${season}`) }) : term;
}

/** Returns the name of a phase. */
export const phase = (/** @type {string} */ of) => tOr(`window.phase.${of}`, 'window.phase.OTHER', { phase: of });

/** What students can do in a window. Rows may have more actions, which nothing in the service asks for. */
export const ACTIONS = ['ENROLL', 'DROP'];

/** Returns the names of the actions that students can do. */
export const actionWords = (/** @type {string[]} */ actions) =>
  ACTIONS.filter((action) => actions.includes(action)).map((action) => t(`window.action.${action}`)).join(', ') || t('window.noAction');

/** Returns a time of a window; with the year where it is not this year, unless it is a day of the next week. */
export function windowTime(/** @type {number} */ ms, /** @type {number} */ now) {
  const at = dayClock(ms, now);
  const [day, today] = [ms, now].map((of) => Math.floor((of + OFFSET) / DAY));
  const [year, thisYear] = [day, today].map((of) => new Date(of * DAY).getUTCFullYear());
  return year === thisYear || (day > today && day < today + 7) ? at : t('window.withYear', { year: String(year), at });
}

/** Returns from when to when a window is open. */
export function span(/** @type {{opensAt: string, closesAt: string}} */ one, /** @type {number} */ now) {
  const [opens, closes] = [Date.parse(one.opensAt), Date.parse(one.closesAt)];
  const until = dayOf(opens) === dayOf(closes) ? clock(closes) : windowTime(closes, now);
  return `${windowTime(opens, now)} - ${until}`;
}
