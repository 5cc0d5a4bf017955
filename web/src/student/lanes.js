/**
 * Places in a timetable.
 * @module
 */

/** @typedef {{weekday: number, startMinute: number, endMinute: number}} Time */

/**
 * Places overlapping times of one day in lanes next to each other.
 * @template {Time} T
 * @param {T[]} times
 * @returns {{time: T, lane: number, lanes: number}[]} in the order of their starts
 */
export function inLanes(times) {
  const sorted = [...times].sort((a, b) => a.startMinute - b.startMinute || a.endMinute - b.endMinute);
  /** @type {{time: T, lane: number, lanes: number}[]} */
  const placed = [];
  /** @type {typeof placed} */
  let group = [];
  let end = -1;
  /** @type {number[]} */
  let ends = [];
  for (const time of sorted) {
    if (time.startMinute >= end) {
      group = [];
      ends = [];
    }
    let lane = ends.findIndex((at) => at <= time.startMinute);
    if (lane < 0) lane = ends.length;
    ends[lane] = time.endMinute;
    end = Math.max(end, time.endMinute);
    const one = { time, lane, lanes: 1 };
    placed.push(one);
    group.push(one);
    for (const other of group) other.lanes = ends.length;
  }
  return placed;
}
