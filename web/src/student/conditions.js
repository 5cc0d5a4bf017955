/**
 * What the conditions of a search mean: a department by what a student calls it, and times of the week as the API's `free` has them.
 * @module
 */

/** @typedef {{name: string, nameEn: string, aliases: string[]}} Department */

const plain = (/** @type {string} */ text) => text.replace(/\s/g, '').toLowerCase();

/**
 * Returns the name of the one department that a text means: a name in either language, an alias, or the beginning of one.
 * Null where there are several or none.
 * @param {Department[]} departments
 * @param {string} text
 */
export function departmentOf(departments, text) {
  const wanted = plain(text);
  const having = (/** @type {(name: string) => boolean} */ fits) =>
    departments.filter((one) => [one.name, one.nameEn, ...one.aliases].some((name) => fits(plain(name))));
  const exact = having((name) => name === wanted);
  const found = exact.length ? exact : wanted ? having((name) => name.startsWith(wanted)) : [];
  return found.length === 1 ? found[0].name : null;
}

/** @typedef {{weekday: number, startMinute: number, endMinute: number}} Time */

const WHOLE_DAY = { from: 0, until: 1440 };
const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
const clock = (/** @type {number} */ minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/**
 * Returns the free times of the week: the chosen days from and until, without the busy times. Null: no condition at all.
 * @param {{days: number[], from: number | null, until: number | null}} wanted no days: all
 * @param {Time[] | null} busy null: it does not matter
 * @returns {string[] | null} 1-09:00-12:00
 */
export function freeTimes(wanted, busy) {
  const from = wanted.from ?? WHOLE_DAY.from;
  const until = wanted.until ?? WHOLE_DAY.until;
  if (!wanted.days.length && wanted.from === null && wanted.until === null && !busy) return null;
  const days = wanted.days.length ? wanted.days : [1, 2, 3, 4, 5, 6, 7];
  return days.flatMap((day) => {
    const taken = (busy ?? []).filter((one) => one.weekday === day).sort((a, b) => a.startMinute - b.startMinute);
    const free = [];
    let at = from;
    for (const one of taken) {
      if (one.startMinute > at && at < until) free.push([at, Math.min(one.startMinute, until)]);
      at = Math.max(at, one.endMinute);
    }
    if (at < until) free.push([at, until]);
    return free.map(([start, end]) => `${day}-${clock(start)}-${clock(end)}`);
  });
}
