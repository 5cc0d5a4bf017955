/**
 * Parts of the student's page that need no document.
 * @module
 */
import { meetings, weekday } from '../src/shared/format.js';
import { poll } from '../src/shared/poll.js';
import { problemSentence } from '../src/shared/problem.js';
import { createSignOut } from '../src/shared/sign-out.js';
import { endsClosed, setLanguage, useTexts } from '../src/shared/text.js';
import { createBasket } from '../src/student/basket.js';
import { calendar } from '../src/student/calendar.js';
import { departmentOf, freeTimes } from '../src/student/conditions.js';
import { inLanes } from '../src/student/lanes.js';
import { createOpening } from '../src/student/opening.js';
import { createSession } from '../src/student/session.js';
import { nextChange, openness } from '../src/student/windows.js';
import en from '../src/text/en.js';
import ko from '../src/text/ko.js';
import { same } from './world.js';

const useWords = () => useTexts({ ko: async () => ({ default: ko }), en: async () => ({ default: en }) });
const any = { days: [], from: null, until: null };
const names = (/** @type {Record<string, string>} */ texts) => Object.keys(texts).sort();
const values = (/** @type {string} */ text) => [...new Set([...text.matchAll(/\{(\w+)/g)].map((one) => one[1]))].sort();

/** The part of a page that a session asks. */
const pageOf = (/** @type {any} */ view) => /** @type {any} */ ({
  state: {},
  clock: { now: Date.now },
  api: { get: async () => ({ status: 200, body: view }) },
  begin: async () => {},
  render() {},
  stop() {},
});

const TERM = { termId: 20271, startsOn: '2027-03-02', endsOn: '2027-06-21' };
const calendarOf = (/** @type {any[]} */ of, title = 'T', term = {}) =>
  calendar({ ...TERM, ...term }, [{ enrollmentId: 9, title, professor: 'P', meetings: of }], (one) => one.title, Date.parse('2027-02-15T01:00:00.000Z'));
const linesOf = (/** @type {any[]} */ of, /** @type {any} */ term = undefined) => calendarOf(of, 'T', term).split('\r\n');

/** @type {Record<string, () => void | Promise<void>>} */
export const tests = {
  'courses keep their places in the basket in whatever order they are won': async () => {
    const has = new Set();
    let items = [1, 2, 3, 4, 5];
    const app = /** @type {any} */ ({
      render() {},
      learn() {},
      seats: { learn() {} },
      mock: { path: (/** @type {string} */ path) => path },
      enrolling: { has: (/** @type {number} */ id) => has.has(id) },
      api: { get: async () => ({ status: 200, body: { items: items.map((courseId) => ({ courseId, kind: 'WANTED' })) } }) },
    });
    const basket = createBasket(app);
    const shown = () => (basket.shown() ?? []).map(({ courseId }) => courseId);
    await basket.load();
    for (const won of [[3], [1, 2], [5]]) {
      won.forEach((id) => has.add(id));
      items = items.filter((id) => !has.has(id));
      await basket.load();
      same(shown(), [1, 2, 3, 4, 5]);
    }
    basket.leave();
    same(shown(), [4]);
  },
  'both languages have the same keys, with the same values in them': () => {
    same(names(en), names(ko), 'keys');
    for (const key of names(ko)) {
      const [k, e] = [values(/** @type {any} */ (ko)[key]), values(/** @type {any} */ (en)[key])];
      // A sentence may leave out what the other language says twice; it never has a value that the other does not know.
      if (!key.startsWith('page.term')) same(e, k, key);
    }
  },
  'no text has an exclamation mark or speaks of an error alone': () => {
    for (const texts of [ko, en]) for (const [key, text] of Object.entries(texts)) same(/!|오류가 발생|[Ee]rror occurred/.test(text), false, key);
  },
  'every refusal has a name, a reason and what helps': () => {
    const named = names(ko).filter((key) => key.startsWith('refused.')).map((key) => key.slice('refused.'.length));
    for (const name of named) same(`help.${name}` in ko, true, `help.${name}`);
    for (const name of names(ko).filter((key) => key.startsWith('code.')).map((key) => key.slice(5))) {
      same(named.some((one) => one === name || one.startsWith(`${name}.`)), true, `refused.${name}`);
    }
  },
  'what a lost session says is true of a cancel and of the basket too': async () => {
    await useWords();
    for (const language of /** @type {const} */ (['en', 'ko'])) {
      await setLanguage(language);
      for (const code of ['SIGN_IN_REQUIRED', 'SESSION_EXPIRED', 'SIGNED_IN_ELSEWHERE', 'TOO_MANY_REQUESTS']) {
        for (const action of /** @type {const} */ (['enroll', 'cancel', 'basket'])) {
          const said = problemSentence({ code, signedInAt: '2027-02-15T01:00:00Z' }, { now: 0, courseName: String, action });
          same(/신청되지|신청해|[Ee]nroll/.test(said), false, `${code}, ${action}: ${said}`);
        }
      }
    }
  },
  'a page that begins with a session tells the other windows': async () => {
    for (const signedIn of [true, false]) {
      localStorage.removeItem('sugang.signed-in');
      await createSession(pageOf({ signIn: 'REQUIRED', signedIn, studentId: 7 })).start();
      same(localStorage.getItem('sugang.signed-in') !== null, signedIn);
    }
  },
  'a session that is over asks for a sign-in as the API says it': () => {
    const session = createSession(pageOf({}));
    session.end({ code: 'SIGN_IN_REQUIRED' });
    same(session.view.signIn, 'REQUIRED');
  },
  'a particle follows the sound of a word': () => {
    same(['알고리즘', '자료구조', '알고리즘 (01)', '자료구조 (02)', '10:15', '4190.101', 'B0'].map(endsClosed), [true, false, true, false, false, true, true]);
  },

  'a department is meant by a name, an alias or the beginning of one': () => {
    const all = [
      { name: '컴퓨터공학과', nameEn: 'Computer Science', aliases: ['컴공'] },
      { name: '경영학과', nameEn: 'Business', aliases: ['경영'] },
      { name: '경제학과', nameEn: 'Economics', aliases: [] },
    ];
    same(['컴공', '컴퓨터 공학과', 'computer science', '컴', '경', '경영', '물리', ''].map((text) => departmentOf(all, text)),
      ['컴퓨터공학과', '컴퓨터공학과', '컴퓨터공학과', '컴퓨터공학과', null, '경영학과', null, null]);
  },
  'no condition is no free time': () => same(freeTimes(any, null), null),
  'days and hours are free times': () =>
    same(freeTimes({ days: [2, 4], from: 780, until: 900 }, null), ['2-13:00-15:00', '4-13:00-15:00']),
  'a timetable leaves the times between its meetings': () => {
    const busy = [
      { weekday: 1, startMinute: 600, endMinute: 675 },
      { weekday: 1, startMinute: 540, endMinute: 600 },
      { weekday: 2, startMinute: 0, endMinute: 1440 },
    ];
    same(freeTimes({ ...any, days: [1, 2] }, busy), ['1-00:00-09:00', '1-11:15-24:00']);
    same(freeTimes({ days: [1], from: 570, until: 700 }, busy), ['1-11:15-11:40']);
    same(freeTimes({ ...any, days: [2] }, busy), []);
  },

  'a window is open from its first instant to the instant before its end': () => {
    const windows = {
      windows: [
        { windowId: 1, termId: 5, phase: 'ENROLL', actions: ['ENROLL'], opensAt: '2027-02-15T01:00:00.000Z', closesAt: '2027-02-15T08:00:00.000Z' },
        { windowId: 2, termId: 5, phase: 'ADD_DROP', actions: ['ENROLL', 'DROP'], opensAt: '2027-03-02T01:00:00Z', closesAt: '2027-03-05T08:00:00Z' },
      ],
      actions: [{ termId: 6, action: 'ENROLL', open: false, reason: { code: 'NOT_ELIGIBLE' } }],
    };
    const at = (/** @type {string} */ time, term = 5) => openness(windows, 'ENROLL', term, Date.parse(time)).state;
    same(at('2027-02-15T00:59:59.999Z'), 'before');
    same(at('2027-02-15T01:00:00.000Z'), 'open');
    same(at('2027-02-15T07:59:59.999Z'), 'open');
    same(at('2027-02-15T08:00:00.000Z'), 'before');
    same(at('2027-03-05T08:00:00.000Z'), 'after');
    same(at('2027-02-15T01:00:00.000Z', 6), 'notMine');
    same(openness(windows, 'ENROLL', undefined, 0).state, 'free');
    same(openness(null, 'ENROLL', 5, 0).state, 'free');
    same(nextChange(windows, Date.parse('2027-02-15T01:00:00.000Z')), Date.parse('2027-02-15T08:00:00.000Z'));
  },

  'an earlier plan of a poll takes the place of a later one, and no later one puts it off': async () => {
    const hour = 3_600_000;
    for (const plans of [[hour, 0], [0, hour], [hour, 0, hour]]) {
      /** @type {ReturnType<typeof poll> | undefined} */
      let polling;
      await new Promise((ran) => {
        polling = poll(async () => ran(true), { everyMs: hour, now: false });
        for (const afterMs of plans) polling.soon(0, afterMs);
        polling.every(2 * hour);
      });
      polling?.stop();
    }
  },

  'times that overlap are beside each other, times that touch are not': () => {
    const of = (/** @type {number} */ startMinute, /** @type {number} */ endMinute) => ({ weekday: 1, startMinute, endMinute });
    same(inLanes([of(540, 615), of(600, 660), of(660, 720)]).map(({ lane, lanes }) => [lane, lanes]), [[0, 2], [1, 2], [0, 1]]);
    same(inLanes([of(540, 720), of(540, 600), of(600, 660)]).map(({ time, lane, lanes }) => [time.endMinute, lane, lanes]), [[600, 0, 2], [720, 1, 2], [660, 0, 2]]);
  },

  'a calendar has each weekly time until the last day of the term': () => {
    const term = { termId: 20271, startsOn: '2027-03-02', endsOn: '2027-06-21' };
    const course = {
      enrollmentId: 9, title: '알고리즘; 분석, 설계', code: '4190.101', section: '001', professor: '최은희',
      meetings: [{ weekday: 1, startMinute: 540, endMinute: 615, room: '302-208' }, { weekday: 2, startMinute: 540, endMinute: 615 }],
    };
    const text = calendar(term, [course], (one) => one.title, Date.parse('2027-02-15T01:00:00.000Z'));
    const lines = text.split('\r\n');
    same(lines.filter((one) => one === 'BEGIN:VEVENT').length, 2);
    // 2 March 2027 is a Tuesday.
    same(lines.filter((one) => one.startsWith('DTSTART;')), ['DTSTART;TZID=Asia/Seoul:20270308T090000', 'DTSTART;TZID=Asia/Seoul:20270302T090000']);
    same(lines.filter((one) => one.startsWith('RRULE')), ['RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20270621T145959Z', 'RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20270621T145959Z']);
    same(lines.includes('SUMMARY:알고리즘\\; 분석\\, 설계'), true, 'escaped');
    for (const line of lines) same(new TextEncoder().encode(line).length <= 75, true, line);
  },

  'one class in two rooms is one event with both': async () => {
    await useWords();
    const at = { weekday: 6, startMinute: 600, endMinute: 710 };
    const lines = linesOf([{ ...at, room: '302-208' }, { ...at, room: '302-209' }]);
    same(lines.filter((one) => /^(UID|LOCATION)/.test(one)), ['UID:9-6-600@sugang', 'LOCATION:302-208\\, 302-209']);
    same(meetings([{ ...at, room: '302-208' }, { ...at, room: '302-209' }]), `${weekday(6)} 10:00-11:50`);
  },
  'a class until midnight ends at 00:00 of the next day, also at the end of a month and of a year': () => {
    const ends = (/** @type {any} */ of, /** @type {any} */ term = undefined) => linesOf([of], term).filter((one) => /^DT(START|END);/.test(one)).map((one) => one.slice(one.indexOf(':') + 1));
    same(ends({ weekday: 6, startMinute: 1320, endMinute: 1440 }), ['20270306T220000', '20270307T000000']);
    same(ends({ weekday: 7, startMinute: 1380, endMinute: 1440 }), ['20270307T230000', '20270308T000000']);
    same(ends({ weekday: 3, startMinute: 1320, endMinute: 1440 }, { startsOn: '2027-03-31', endsOn: '2027-06-21' }), ['20270331T220000', '20270401T000000']);
    same(ends({ weekday: 5, startMinute: 1320, endMinute: 1440 }, { startsOn: '2027-12-31', endsOn: '2028-02-21' }), ['20271231T220000', '20280101T000000']);
    same(ends({ weekday: 1, startMinute: 0, endMinute: 1440 }), ['20270308T000000', '20270309T000000']);
  },
  'no hour of a calendar is 24, and the weekday of the rule is that of the first class': () => {
    for (let weekday = 1; weekday <= 7; weekday++) {
      for (const [startMinute, endMinute] of [[0, 60], [1380, 1440], [0, 1440], [1440, 1500]]) {
        const lines = linesOf([{ weekday, startMinute, endMinute }]);
        for (const line of lines) same(/T24/.test(line), false, line);
        const start = /** @type {string} */ (lines.find((one) => one.startsWith('DTSTART;'))).split(':')[1];
        const day = new Date(start.replace(/^(....)(..)(..)T.*/, '$1-$2-$3T00:00:00Z')).getUTCDay();
        same(/BYDAY=(..)/.exec(lines.join('\n'))?.[1], ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][day]);
      }
    }
  },
  'what a calendar takes for its own marks is escaped, and long Korean lines are folded': () => {
    const title = '가'.repeat(40) + '\\ ; , \r\n끝\r\n😀\u0007';
    const text = calendarOf([{ weekday: 1, startMinute: 540, endMinute: 600, room: 'A;B,C\nD' }], title);
    const unfolded = text.replaceAll('\r\n ', '');
    same(unfolded.split('\r\n').find((one) => one.startsWith('SUMMARY:')), `SUMMARY:${'가'.repeat(40)}\\\\ \\; \\, \\n끝\\n😀`);
    same(unfolded.split('\r\n').find((one) => one.startsWith('LOCATION:')), 'LOCATION:A\\;B\\,C\\nD');
    for (const line of text.split('\r\n')) same(new TextEncoder().encode(line).length <= 75, true, line);
    same(calendarOf([{ weekday: 1, startMinute: 540, endMinute: 600 }], title), calendarOf([{ weekday: 1, startMinute: 540, endMinute: 600 }], title));
  },

  'only the answer of the server is a sign-out, and others are followed by another try': async () => {
    await useWords();
    for (const status of [429, 403, 500, 502, 503, 504, 0]) {
      const [said, answers] = [/** @type {string[]} */ ([]), [status, status, 204]];
      const signOut = createSignOut({
        render() {},
        api: { send: async () => {
          const next = answers.shift() ?? 204;
          if (!next) throw new TypeError('cut');
          return { status: next, body: undefined, retryAfterMs: 1 };
        } },
      }, () => said.push('over'));
      await signOut.press();
      same([signOut.failed, said], [true, []], `after ${status}`);
      await signOut.press();
      same([signOut.failed, said], [true, []], `after ${status} twice`);
      await signOut.press();
      same([signOut.failed, said], [false, ['over']], `${status}, then 204`);
    }
  },
  'a sign-out that failed is tried again by itself until it is done': async () => {
    await useWords();
    const answers = [503, 401];
    await new Promise((over) => {
      const signOut = createSignOut({ render() {}, api: { send: async () => ({ status: answers.shift() ?? 0, body: undefined }) } }, () => over(true));
      signOut.press();
    });
    same(answers, []);
  },
  'a sign-out at one instance is over and is not repeated': async () => {
    await useWords();
    for (const status of [202, 204]) {
      const said = /** @type {boolean[]} */ ([]);
      let sent = 0;
      const signOut = createSignOut({ render() {}, api: { send: async () => { sent++; return { status, body: undefined }; } } }, (here) => said.push(here));
      await signOut.press();
      await new Promise((later) => setTimeout(later, 1_600));
      same([signOut.failed, said, sent], [false, [status === 202], 1], `${status}`);
    }
  },
  'a sign-in meanwhile is not signed out': async () => {
    await useWords();
    let sent = 0;
    const signOut = createSignOut({ render() {}, api: { send: async () => { sent++; return { status: 503, body: undefined, retryAfterMs: 5 }; } } }, () => { throw new Error('over'); });
    await signOut.press();
    signOut.stop();
    await new Promise((later) => setTimeout(later, 1_600));
    same(sent, 1);
  },
  'a page asks for its session a minute and ten seconds before its window opens, and no more often': async () => {
    const asked = await asks(120, 150, false);
    same(asked.length, 2);
    same([asked[0] <= 75 && asked[0] >= 44, asked[1] <= 12.5 && asked[1] >= 6], [true, true], String(asked));
  },
  'the opening is said a minute and ten seconds before it and at it, each once, and at once when it comes': async () => {
    await useWords();
    same(said(120, []), [['window.said.60', 'polite'], ['window.said.10', 'polite'], ['window.said.0', 'assertive']].map(([key, how]) => [/** @type {any} */ (ko)[key], how]));
    // A page that was opened later does not say what is no longer true.
    same(said(30, []).length, 2);
    same(said(5, []).length, 1);
    same(said(0, []).length, 0);
  },
  'an opening that the desk moves is counted anew, and one that it takes away is not said': () => {
    same(said(70, [[20, 100]]).length, 4);
    same(said(120, [[70, null]]).length, 1);
  },
  'a page asks for its session about once a minute while a window is open, and not when it is out of use': async () => {
    const asked = await asks(Infinity, 3_600, true);
    same(asked.length >= 11 && asked.length <= 22, true, String(asked));
  },
};

/** Returns what is said in four minutes, where the window opens after some seconds, and at times the desk moves it. */
function said(/** @type {number} */ opens, /** @type {[number, number | null][]} */ changes) {
  /** @type {[string, string | undefined][]} */
  const words = [];
  let second = 0;
  /** @type {number | null} */
  let at = opens;
  const openness = () => (at === null ? { state: 'none' } : second < at ? { state: 'before', at: 1_000 * at } : { state: 'open', at: 9_000_000 });
  const tick = createOpening(/** @type {any} */ (openness), () => 1_000 * second, (text, how) => words.push([text, how]));
  for (; second < 240; second++) {
    for (const [when, to] of changes) if (when === second) at = to;
    tick();
    tick();
  }
  return words;
}

/** Returns when a page asks for its session within some seconds: how many seconds before the opening. */
async function asks(/** @type {number} */ opens, /** @type {number} */ within, /** @type {boolean} */ isOpen) {
  const begin = 1_800_000_000_000;
  let now = begin;
  const view = { signedIn: true, studentId: 7, expiresAt: new Date(now + 7_200_000).toISOString() };
  const page = { ...pageOf(view), opensAt: () => begin + opens * 1_000, isOpen: () => isOpen, clock: { now: () => now } };
  /** @type {number[]} */
  const asked = [];
  const get = page.api.get;
  page.api.get = async () => { asked.push(opens - (now - begin) / 1_000); return get(); };
  page.state.ready = true;
  const wall = Date.now;
  Date.now = () => now;
  try {
    const session = createSession(page);
    session.view = view;
    while (now < begin + within * 1_000) {
      now += 1_000;
      session.tick();
      await null;
    }
  } finally {
    Date.now = wall;
  }
  return asked;
}
