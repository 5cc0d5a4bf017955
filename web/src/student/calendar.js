/**
 * The plan as an iCalendar file (RFC 5545): one event for each weekly time, until the last day of the term.
 * @module
 */
import { times } from '../shared/format.js';

/** @typedef {{termId: number, startsOn: string, endsOn: string}} Term */
/** @typedef {{enrollmentId: number, title: string, code?: string, section?: string, professor: string, meetings: import('../shared/format.js').Meeting[]}} Course */

const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * @param {Term} term
 * @param {Course[]} courses
 * @param {(course: any) => string} name
 * @param {number} now milliseconds since 1970
 */
export function calendar(term, courses, name, now) {
  const stamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const events = courses.flatMap((course) => times(course.meetings).flatMap((meeting) => event(term, course, meeting, name(course), stamp)));
  const lines = [
    'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//sugang//timetable//KO', 'CALSCALE:GREGORIAN',
    'BEGIN:VTIMEZONE', 'TZID:Asia/Seoul', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0900', 'TZOFFSETTO:+0900', 'TZNAME:KST', 'END:STANDARD', 'END:VTIMEZONE',
    ...events,
    'END:VCALENDAR',
  ];
  return lines.map(folded).join('\r\n') + '\r\n';
}

function event(/** @type {Term} */ term, /** @type {Course} */ course, /** @type {import('../shared/format.js').Meeting} */ meeting, /** @type {string} */ name, /** @type {string} */ stamp) {
  const first = firstDay(term.startsOn, meeting.weekday);
  // 24:00 is 00:00 of the next day, which may have another weekday, month and year.
  const at = (/** @type {number} */ minute) => new Date(first + minute * MINUTE_MS).toISOString();
  const local = (/** @type {string} */ time) => time.slice(0, 19).replace(/[-:]/g, '');
  const start = at(meeting.startMinute);
  if (start.slice(0, 10) > term.endsOn) return [];
  return [
    'BEGIN:VEVENT',
    `UID:${course.enrollmentId}-${meeting.weekday}-${meeting.startMinute}@sugang`,
    `DTSTAMP:${stamp}`,
    `DTSTART;TZID=Asia/Seoul:${local(start)}`,
    `DTEND;TZID=Asia/Seoul:${local(at(meeting.endMinute))}`,
    // The end of a rule is in UTC: the last second of the last day in Seoul.
    `RRULE:FREQ=WEEKLY;BYDAY=${DAYS[new Date(start).getUTCDay()]};UNTIL=${term.endsOn.replaceAll('-', '')}T145959Z`,
    `SUMMARY:${escaped(name)}`,
    ...(meeting.room ? [`LOCATION:${escaped(meeting.room)}`] : []),
    `DESCRIPTION:${escaped([course.professor, course.code && course.code + (course.section ? `-${course.section}` : '')].filter(Boolean).join(', '))}`,
    'END:VEVENT',
  ];
}

/** The beginning of the first day of a weekday on or after a date, as if Seoul had UTC. */
function firstDay(/** @type {string} */ date, /** @type {number} */ weekday) {
  const start = Date.parse(`${date}T00:00:00Z`);
  const day = new Date(start).getUTCDay() || 7;
  return start + ((weekday - day + 7) % 7) * DAY_MS;
}

// Other control characters are allowed nowhere in a calendar.
const escaped = (/** @type {string} */ text) =>
  text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n').replace(/[\0-\x08\x0b-\x1f\x7f]/g, '');

// A line has 75 bytes at most; what follows is on lines that begin with a space.
function folded(/** @type {string} */ line) {
  const encoder = new TextEncoder();
  let out = '';
  let bytes = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > 75) {
      out += '\r\n ';
      bytes = 1;
    }
    out += character;
    bytes += size;
  }
  return out;
}

/** Gives the plan to the browser as a file. @param {import('./app.js').App} app */
export function downloadCalendar(app) {
  const plan = app.state.plan;
  if (!plan?.term) return;
  const text = calendar(plan.term, /** @type {any[]} */ (plan.courses), app.name, app.clock.now());
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }));
  link.download = `sugang-${plan.term.termId}.ics`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
