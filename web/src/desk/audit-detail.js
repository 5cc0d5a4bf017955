/**
 * The detail of an event in a few words.
 * @module
 */

/** @typedef {Record<string, any> | null | undefined} Detail */

const say = (/** @type {unknown} */ value) => (value === null || value === undefined ? '-' : typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Returns "capacity: 50 → 60" of values before and after that differ, and otherwise the values. */
export function detailText(/** @type {Detail} */ detail) {
  if (!detail) return '';
  const { before, after, ...others } = detail;
  const changed = before || after ? [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((name) => name !== 'version' && say(before?.[name]) !== say(after?.[name])) : [];
  return [
    ...changed.map((name) => (before ? `${name}: ${say(before?.[name])} → ${say(after?.[name])}` : `${name}: ${say(after?.[name])}`)),
    ...Object.entries(others).map(([name, value]) => `${name}: ${say(value)}`),
  ].join(', ');
}
