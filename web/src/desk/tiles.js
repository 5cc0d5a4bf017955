/**
 * The figures of the day as tiles, which turn amber or red with a sentence.
 * @module
 */
import { number } from '../shared/format.js';
import { t } from '../shared/text.js';
import { html, nothing } from '../shared/view.js';

/** @typedef {'good'|'warn'|'bad'} Level */
/** @typedef {{name: string, value: string, more?: string, level?: Level, why?: string}} Tile */

/** The shared clock is an alarm from here on. */
const CLOCK_MS = 50;
const RATE_SECONDS = 10;

/** Returns a tile; its level is said by the sentence, not only by the colour. */
export const tile = (/** @type {Tile} */ { name, value, more, level = 'good', why }) => html`<div class="tile ${level}">
  <dt>${name}</dt>
  <dd><strong class="num">${value}</strong> ${more ? html`<span class="soft num">${more}</span>` : nothing}</dd>
  ${why ? html`<dd class="why">${why}</dd>` : nothing}
</div>`;

/** Returns the tiles of the registration. */
export function tiles(/** @type {any} */ overview) {
  return html`<dl class="tiles" aria-label=${t('tile.title')}>
    ${[seats(overview), rate(overview), courses(overview), ...signedIn(overview), shed(overview)].map(tile)}
  </dl>`;
}

/** Returns the tiles of the servers. */
export function serverTiles(/** @type {any} */ overview) {
  return html`<dl class="tiles" aria-label=${t('tile.servers')}>${[queue(overview), fallback(overview), clock(overview)].map(tile)}</dl>`;
}

/** @param {any} overview @returns {Tile[]} none where students need no sign-in */
function signedIn({ signedIn: students }) {
  return students === undefined ? [] : [{ name: t('tile.signedIn'), value: number(students), more: t('tile.signedInMore') }];
}

/** @param {any} overview @returns {Tile} */
function seats({ seats, alarms }) {
  const name = t('tile.seats');
  if (!seats) return { name, value: t('tile.unknown'), level: 'bad', why: t('tile.noLedger') };
  const more = t('tile.ofSeats', { n: number(seats.capacity), percent: seats.capacity ? ((100 * seats.taken) / seats.capacity).toFixed(1) : '0' });
  const oversold = alarms.some((/** @type {any} */ alarm) => alarm.code === 'OVERSOLD');
  return oversold ? { name, value: number(seats.taken), more, level: 'bad', why: t('tile.oversold') } : { name, value: number(seats.taken), more };
}

/** @param {any} overview @returns {Tile} */
function rate({ answers }) {
  const last = answers.perSecond.slice(-RATE_SECONDS);
  const sum = (/** @type {(answers: Record<string, number>) => number} */ of) => last.reduce((/** @type {number} */ all, /** @type {any} */ second) => all + of(second.answers), 0) / (last.length || 1);
  const all = sum((of) => Object.values(of).reduce((one, other) => one + other, 0));
  return {
    name: t('tile.rate', { n: RATE_SECONDS }),
    value: perSecond(sum((of) => of.ENROLLED ?? 0)),
    more: t('tile.ofAnswers', { n: perSecond(all) }),
  };
}

/** Returns a rate with one digit after the point where it is small. */
export const perSecond = (/** @type {number} */ n) => (n < 10 && n % 1 ? n.toFixed(1) : number(Math.round(n)));

/** @param {any} overview @returns {Tile} */
function courses({ seats }) {
  const name = t('tile.full');
  if (!seats) return { name, value: t('tile.unknown') };
  return {
    name,
    value: number(seats.fullCourses),
    more: t('tile.ofCourses', { n: number(seats.courses), closed: number(seats.closedCourses), cancelled: number(seats.cancelledCourses) }),
  };
}

/** @param {any} overview @returns {Tile} */
function shed({ answers, instances }) {
  const n = instances.reduce((/** @type {number} */ all, /** @type {any} */ one) => all + one.rejected, 0);
  const more = t('tile.minutes', { n: answers.minutes });
  return n ? { name: t('tile.shed'), value: number(n), more, level: 'warn', why: t('tile.shedWhy') } : { name: t('tile.shed'), value: '0', more };
}

/** @param {any} overview @returns {Tile} */
function queue({ instances }) {
  const claims = sumOf(instances, 'waitingClaims');
  const cancels = sumOf(instances, 'waitingCancels');
  const forThread = sumOf(instances, 'waitingForThread');
  const more = t('tile.queueMore', { cancels: number(cancels), threads: number(forThread) });
  return forThread
    ? { name: t('tile.queue'), value: number(claims), more, level: 'warn', why: t('tile.queueWhy') }
    : { name: t('tile.queue'), value: number(claims), more };
}

/** @param {any} overview @returns {Tile} */
function fallback({ instances }) {
  const n = instances.filter((/** @type {any} */ one) => one.gate === 'FALLBACK').length;
  const more = t('tile.ofInstances', { n: instances.length });
  return n ? { name: t('tile.fallback'), value: number(n), more, level: 'warn', why: t('tile.fallbackWhy') } : { name: t('tile.fallback'), value: '0', more };
}

/** @param {any} overview @returns {Tile} */
function clock({ instances }) {
  const known = instances.filter((/** @type {any} */ one) => one.clockOffsetMs !== null && one.clockOffsetMs !== undefined);
  const name = t('tile.clock');
  if (!known.length) return { name, value: t('tile.unknown') };
  const worst = known.reduce((/** @type {any} */ one, /** @type {any} */ other) => (Math.abs(other.clockOffsetMs) > Math.abs(one.clockOffsetMs) ? other : one));
  const value = t('tile.ms', { n: Math.abs(worst.clockOffsetMs).toFixed(1) });
  const more = t('tile.error', { n: Number(worst.clockErrorMs ?? 0).toFixed(1) });
  return Math.abs(worst.clockOffsetMs) > CLOCK_MS ? { name, value, more, level: 'warn', why: t('tile.clockWhy') } : { name, value, more };
}

const sumOf = (/** @type {any[]} */ instances, /** @type {string} */ name) => instances.reduce((all, one) => all + (one[name] ?? 0), 0);
