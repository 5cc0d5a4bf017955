/**
 * Times of Korea, numbers and durations in the language of the page.
 * @module
 */
import { language, t } from './text.js';

const ZONE = 'Asia/Seoul';
const DAY = 86_400_000;
// Korea has no summer time.
const OFFSET = 9 * 3_600_000;

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

function format(/** @type {Intl.DateTimeFormatOptions} */ options) {
  const name = language() + JSON.stringify(options);
  let found = formats.get(name);
  if (!found) {
    found = new Intl.DateTimeFormat(language() === 'ko' ? 'ko-KR' : 'en-GB', { timeZone: ZONE, ...options });
    formats.set(name, found);
  }
  return found;
}

const two = (/** @type {number} */ n) => String(n).padStart(2, '0');

/** Returns 09:58 of a time in milliseconds since 1970. */
export const clock = (/** @type {number} */ ms) => clockSecond(ms).slice(0, 5);

/** Returns 09:59:57. */
export const clockSecond = (/** @type {number} */ ms) => new Date(ms + OFFSET).toISOString().slice(11, 19);

/** Returns 09:59:57.4; tenths are cut, so 10:00:00.0 is never shown too early. */
export const clockTenth = (/** @type {number} */ ms) => new Date(ms + OFFSET).toISOString().slice(11, 21);

const dayOf = (/** @type {number} */ ms) => Math.floor((ms + OFFSET) / DAY);

/** Returns 10:00 for today, 화요일 10:00 within six days, and otherwise with the date. */
export function dayClock(/** @type {number} */ ms, /** @type {number} */ now) {
  const days = dayOf(ms) - dayOf(now);
  const seconds = Math.floor(ms / 1000) % 60;
  const time = seconds ? clockSecond(ms) : clock(ms);
  if (days === 0) return time;
  const day =
    days > 0 && days < 7
      ? format({ weekday: language() === 'ko' ? 'long' : 'short' }).format(ms)
      : format({ month: language() === 'ko' ? 'long' : 'short', day: 'numeric', weekday: 'short' }).format(ms);
  return `${day} ${time}`;
}

/** Returns "9분 3초", "2일 3시간"; below ten seconds with tenths, rounded up: who waits for so long is not too early. */
export function duration(/** @type {number} */ ms) {
  if (ms < 10_000) return t('time.seconds', { n: (Math.ceil(ms / 100) / 10).toFixed(1) });
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return t('time.seconds', { n: seconds });
  if (seconds < 3600) return t('time.minutes', { n: Math.floor(seconds / 60), s: two(seconds % 60) });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1440) return t('time.hours', { n: Math.floor(minutes / 60), m: two(minutes % 60) });
  return t('time.days', { n: Math.floor(minutes / 1440), h: Math.floor((minutes % 1440) / 60) });
}

/** Returns "3초", "2분": whole numbers for the age of something. */
export function age(/** @type {number} */ ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds < 60 ? t('age.seconds', { n: seconds }) : t('age.minutes', { n: Math.floor(seconds / 60) });
}

/** Whether the clock of this computer's place shows another time than that of Korea. */
export const isAbroad = (/** @type {number} */ ms) => new Date(ms).getTimezoneOffset() * -60_000 !== OFFSET;

/** Returns weekday and time at this computer's place. */
export const localClock = (/** @type {number} */ ms) =>
  format({ timeZone: undefined, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(ms);

/** Returns a number with separators. */
export const number = (/** @type {number} */ n) => n.toLocaleString(language() === 'ko' ? 'ko-KR' : 'en-GB');

/** Returns the short name of a weekday, 1 for Monday. */
export const weekday = (/** @type {number} */ day) => t(`weekday.${day}`);

/** Returns 9:00 of a minute of the day. */
export const minuteOfDay = (/** @type {number} */ minute) => `${Math.floor(minute / 60)}:${two(minute % 60)}`;

/** @typedef {{weekday: number, startMinute: number, endMinute: number, room?: string}} Meeting */

/** Returns each time once: one class may be in two rooms. @param {Meeting[] | undefined} meetings @returns {Meeting[]} */
export function times(meetings) {
  /** @type {Map<string, Meeting>} */
  const found = new Map();
  for (const one of meetings ?? []) {
    const key = `${one.weekday} ${one.startMinute} ${one.endMinute}`;
    const same = found.get(key);
    found.set(key, { ...one, room: rooms([...(same ? [same] : []), one]) || undefined });
  }
  return [...found.values()];
}

/**
 * Returns "월·수 9:00-10:15, 금 13:00-14:50"; days with the same time stand together.
 * @param {Meeting[] | undefined} meetings
 */
export function meetings(meetings) {
  /** @type {Map<string, string[]>} */
  const days = new Map();
  for (const one of times(meetings)) {
    const time = `${minuteOfDay(one.startMinute)}-${minuteOfDay(one.endMinute)}`;
    days.set(time, [...(days.get(time) ?? []), weekday(one.weekday)]);
  }
  return [...days].map(([time, of]) => `${of.join('·')} ${time}`).join(', ');
}

/** Returns the rooms of meetings, each once. */
export const rooms = (/** @type {Meeting[] | undefined} */ meetings) =>
  [...new Set((meetings ?? []).map((one) => one.room).filter(Boolean))].join(', ');
