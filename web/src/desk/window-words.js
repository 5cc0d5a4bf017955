/**
 * What windows, their phases and their terms are called.
 * @module
 */
import { t, tOr } from '../shared/text.js';

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
