/**
 * The plan as an iCalendar file (RFC 5545): one event for each weekly time, until the last day of the term.
 * @module
 */

/** @typedef {{termId: number, startsOn: string, endsOn: string}} Term */
/** @typedef {{enrollmentId: number, title: string, code?: string, section?: string, professor: string, meetings: import('../shared/format.js').Meeting[]}} Course */

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const DAY_MS = 86_400_000;

/**
 * @param {Term} term
 * @param {Course[]} courses
 * @param {(course: any) => string} name
 * @param {number} now milliseconds since 1970
 */
export function calendar(term, courses, name, now) {
  const stamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const events = courses.flatMap((course) => (course.meetings ?? []).flatMap((meeting) => event(term, course, meeting, name(course), stamp)));
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
  if (first > term.endsOn) return [];
  const at = (/** @type {number} */ minute) => `${first.replaceAll('-', '')}T${two(Math.floor(minute / 60))}${two(minute % 60)}00`;
  return [
    'BEGIN:VEVENT',
    `UID:${course.enrollmentId}-${meeting.weekday}-${meeting.startMinute}@sugang`,
    `DTSTAMP:${stamp}`,
    `DTSTART;TZID=Asia/Seoul:${at(meeting.startMinute)}`,
    `DTEND;TZID=Asia/Seoul:${at(meeting.endMinute)}`,
    // The end of a rule is in UTC: the last second of the last day in Seoul.
    `RRULE:FREQ=WEEKLY;BYDAY=${DAYS[meeting.weekday - 1]};UNTIL=${term.endsOn.replaceAll('-', '')}T145959Z`,
    `SUMMARY:${escaped(name)}`,
    ...(meeting.room ? [`LOCATION:${escaped(meeting.room)}`] : []),
    `DESCRIPTION:${escaped([course.professor, course.code && course.code + (course.section ? `-${course.section}` : '')].filter(Boolean).join(', '))}`,
    'END:VEVENT',
  ];
}

/** The first day of a weekday on or after a date. */
function firstDay(/** @type {string} */ date, /** @type {number} */ weekday) {
  const start = Date.parse(`${date}T00:00:00Z`);
  const day = new Date(start).getUTCDay() || 7;
  return new Date(start + ((weekday - day + 7) % 7) * DAY_MS).toISOString().slice(0, 10);
}

const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
const escaped = (/** @type {string} */ text) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

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
