/**
 * What the student's page knows, and what keeps it true.
 * @module
 */
import { announce } from '../shared/announce.js';
import { createApi } from '../shared/api.js';
import { createClock } from '../shared/clock.js';
import { closeDialogs } from '../shared/controls.js';
import { poll } from '../shared/poll.js';
import { language, t } from '../shared/text.js';
import { scheduled } from '../shared/view.js';
import { createBasket } from './basket.js';
import { createEnrolling } from './enrolling.js';
import { createMock } from './mock.js';
import { noticeWords } from './notices.js';
import { createOpening } from './opening.js';
import { createOverrides } from './overrides.js';
import { createSearch } from './search.js';
import { createSeats } from './seats.js';
import { createSession } from './session.js';
import { nextChange, openness } from './windows.js';

/** @typedef {import('../shared/format.js').Meeting} Meeting */
/**
 * @typedef {object} Course
 * @property {number} courseId
 * @property {string} title
 * @property {string} [titleEn]
 * @property {string} [department]
 * @property {string} professor
 * @property {number} credits
 * @property {number} [termId]
 * @property {string} [code]
 * @property {string} [section]
 * @property {string} [classification]
 * @property {Meeting[]} [meetings]
 * @property {string} [status]
 * @property {string} [audience]
 * @property {string} [language]
 * @property {string} [remark]
 * @property {string} [nextReleaseAt]
 * @property {number} [demand]
 */
/** @typedef {Course & {enrollmentId: number, enrolledAt: string, countsTowardLimit: boolean}} HeldCourse */
/** @typedef {{studentId: number, term?: {termId: number, year: number, season: string, kind: string, startsOn: string, endsOn: string}, usedCredits: number, creditLimit?: number, courses: HeldCourse[], timetable: any[]}} Plan */

/** @typedef {{windows: string, notices: string}} DeskChanges values that differ after a change */

const VIEWS = ['search', 'basket', 'timetable', 'mine', 'refused', 'notices', 'requests'];
/**
 * Thousands of pages are open, and windows and notices seldom change. The answer to seats says when they did, and all
 * pages see it at once. A refusal that speaks of a window asks for them besides.
 */
const DESK_MS = 120_000;
const TOLD_MS = 900_000;
const WINDOWS_SPREAD_MS = 10_000;
/** Instances know a change of windows a second after it at most. */
const CHANGED_AFTER_MS = 3_000;
/** The notice of a course that was cancelled is there before its enrollment is gone. */
const DROPPED_AFTER_MS = 2_000;
const DROPPED_TRIES = 15;
/** Where one view is shown at a time: the list of refusals is below what the student holds. */
const NARROW = matchMedia('(max-width: 899px)');

function viewOf(/** @type {string} */ hash) {
  const name = hash.replace('#/', '');
  return VIEWS.includes(name) ? name : 'search';
}

const newState = () => ({
  /** Whether the server said who is signed in. */
  known: false,
  /** Whether a student is signed in and the plan was read. */
  ready: false,
  /** Whether the server does not answer. */
  away: false,
  /** Whether the computer has no network. Otherwise it may have one. */
  offline: !navigator.onLine,
  /** Where the pointer was last, or a finger. */
  pointer: { x: innerWidth, y: innerHeight },
  /** When something was pressed last. */
  pressedAt: 0,
  /** @type {{name: string, studentNumber: string, department: string, grade: number} | null} */
  me: null,
  /** @type {Plan | null} */
  plan: null,
  /** When the plan was asked for, by this computer's clock. */
  planAt: 0,
  planFailed: false,
  /** @type {import('./windows.js').Windows | null} */
  windows: null,
  /** @type {{departments: {name: string, nameEn: string, aliases: string[]}[], classifications: string[]} | null} */
  catalogue: null,
  /** @type {{courseId: number, code: string, at: string}[] | null} */
  refusals: null,
  /** @type {{unread: number, notices: import('./notices.js').Notice[]} | null} */
  notices: null,
  /** @type {import('./notices.js').Notice[]} those that came while the page was open, until they are closed */
  news: [],
  /** @type {number | undefined} the mock term that the page works on; otherwise the student's own */
  termId: undefined,
  /** Whether a mock term ended while the page worked on it, and the page has not shown that yet. */
  mockEnded: false,
  view: viewOf(location.hash),
  timetableAs: 'grid',
});

/** @typedef {ReturnType<typeof newState>} State */

/**
 * What the parts of the page know of each other.
 * @typedef {object} App
 * @property {State} state
 * @property {import('../shared/api.js').Api} api
 * @property {import('../shared/clock.js').Clock} clock
 * @property {() => void} render
 * @property {import('./session.js').Session} session
 * @property {import('./search.js').Search} search
 * @property {import('./basket.js').Basket} basket
 * @property {import('./overrides.js').Overrides} overrides
 * @property {import('./enrolling.js').Enrolling} enrolling
 * @property {import('./seats.js').SeatNumbers} seats
 * @property {import('./mock.js').Mock} mock
 * @property {() => void} start
 * @property {() => Promise<void>} begin
 * @property {() => void} stop
 * @property {() => void} forget
 * @property {() => void} leave
 * @property {() => number} opensAt
 * @property {() => boolean} isOpen
 * @property {(found: Course[]) => void} learn
 * @property {() => Promise<void>} loadPlan
 * @property {() => Promise<void>} loadTerm
 * @property {() => void} windowsSoon
 * @property {(opening?: boolean) => Promise<void>} loadRefusals
 * @property {() => Promise<boolean>} loadNotices
 * @property {(noticeId: number) => Promise<void>} readNotice
 * @property {(noticeId: number) => void} closeNews
 * @property {(id: number) => Course | undefined} course
 * @property {(of: number | Course) => string} name
 * @property {() => number} now
 */

// Where what had the focus is gone, the same button of the next line has it, or the list: never the beginning of the page.
function keepingFocus(/** @type {() => void} */ draw) {
  const before = document.activeElement;
  const row = before?.closest('li');
  const rows = [row, row?.nextElementSibling, row?.previousElementSibling];
  const list = /** @type {HTMLElement | null | undefined} */ (row?.closest('section'));
  draw();
  if (!before || before.isConnected || document.activeElement !== document.body) return;
  const button = rows.find((one) => one?.isConnected)?.querySelector(`button.${before.classList.contains('close') ? 'enroll' : (before.classList[0] ?? 'enroll')}`);
  (/** @type {HTMLElement | null | undefined} */ (button) ?? list)?.focus();
}

/** @param {() => void} draw @returns {App} */
export function createApp(draw) {
  const render = scheduled(() => {
    keepingFocus(draw);
    app.seats.watch();
  });
  const clock = createClock({ fetch: (...args) => fetch(...args) });
  const api = createApi({ fetch: (...args) => fetch(...args), onSession: (problem) => app.session.end(problem) });
  /** @type {{stop(): void, soon(withinMs?: number, afterMs?: number): void, now(): void, every(ms: number): void}[]} */
  let polls = [];
  /** @type {Map<number, Course>} */
  const courses = new Map();
  let boundary = 0;

  const state = newState();

  const app = /** @type {App} */ ({
    state,
    api,
    clock,
    render,
    session: /** @type {any} */ (null),
    search: /** @type {any} */ (null),
    basket: /** @type {any} */ (null),
    overrides: /** @type {any} */ (null),
    enrolling: /** @type {any} */ (null),
    mock: /** @type {any} */ (null),
    seats: createSeats(api, clock, (path) => app.mock.path(path), render, (courseId, status) => learn([/** @type {any} */ ({ courseId, status })]), told),
    start,
    begin,
    stop,
    forget,
    leave,
    opensAt,
    isOpen,
    learn,
    loadPlan,
    loadTerm,
    windowsSoon: () => polls[0]?.soon(),
    loadRefusals,
    loadNotices,
    readNotice,
    closeNews,
    course: (/** @type {number} */ id) => courses.get(id),
    name,
    now: clock.now,
  });
  app.mock = createMock(app);
  app.session = createSession(app);
  app.search = createSearch(app);
  app.basket = createBasket(app);
  app.overrides = createOverrides(app);
  app.enrolling = createEnrolling(app);

  function start() {
    clock.start();
    clock.onChange(() => {
      planBoundary();
      render();
    });
    NARROW.addEventListener('change', opened);
    addEventListener('hashchange', () => {
      closeDialogs();
      state.view = viewOf(location.hash);
      opened();
      if (state.view === 'notices') loadNotices();
      render();
    });
    for (const kind of ['keydown', 'pointerdown']) {
      addEventListener(kind, () => {
        state.pressedAt = Date.now();
        app.seats.touched();
        app.session.touched();
      }, { passive: true });
    }
    for (const kind of ['pointermove', 'pointerdown']) {
      addEventListener(kind, (event) => {
        state.pointer = { x: /** @type {PointerEvent} */ (event).clientX, y: /** @type {PointerEvent} */ (event).clientY };
      }, { passive: true });
    }
    for (const kind of ['online', 'offline']) {
      addEventListener(kind, () => {
        state.offline = !navigator.onLine;
        render();
      });
    }
    addEventListener('online', wake);
    document.addEventListener('visibilitychange', () => document.hidden || wake());
    addEventListener('storage', (event) => app.enrolling.noticed(event.key));
    setInterval(second, 1_000);
    app.session.start();
  }

  // Lists that are asked for when they are looked at.
  function opened() {
    loadRefusals(true);
    if (state.view === 'requests') app.overrides.load();
  }

  // A page that comes back may be an hour old.
  function wake() {
    app.enrolling.hurry();
    if (state.known && app.session.view.signedIn) app.session.check().then(() => void (app.session.view.signedIn && loadPlan()));
  }

  let staleBefore = '';
  let secondAt = Date.now();
  function second() {
    const slept = Date.now() - secondAt > 5_000;
    secondAt = Date.now();
    if (slept) wake();
    app.basket.leave(state.pressedAt);
    app.session.tick();
    sayOpening();
    // No seats are in sight, and their answers say nothing.
    if (Date.now() - toldAt > 60_000) for (const one of polls) one.every(DESK_MS);
    // Rendered again only when a number became old or new.
    const stale = (app.search.courses ?? []).map((one) => {
      const seats = app.seats.of(one.courseId);
      return seats && app.seats.isStale(seats) ? '1' : '0';
    }).join('') + (app.session.warned ? 'w' : '');
    if (stale !== staleBefore) {
      staleBefore = stale;
      render();
    }
  }

  /** A student signed in: reads what is his. */
  async function begin() {
    const { studentId = 0, role } = app.session.view;
    const own = role === 'STUDENT' ? studentId : 0;
    stop();
    if (app.enrolling.begin(own)) forget();
    if (!own) return render();
    app.mock.begin(own);
    polls = [
      poll(loadWindows, { everyMs: DESK_MS, spreadMs: WINDOWS_SPREAD_MS }),
      poll(loadNotices, { everyMs: DESK_MS }),
    ];
    changes = null;
    await Promise.allSettled([loadMe(), loadPlan(), app.basket.load(), loadCatalogue()]);
    state.ready = true;
    opened();
    app.search.again();
    app.enrolling.resume();
    render();
  }

  /** @type {DeskChanges | null} */
  let changes = null;
  let toldAt = 0;
  /** An answer to seats said what the desk changed. A page that is not in use learns it with its next use. */
  function told(/** @type {DeskChanges | undefined} */ seen) {
    if (!seen || !app.session.inUse()) return;
    const before = changes;
    changes = seen;
    toldAt = Date.now();
    const [windows, notices] = polls;
    for (const one of polls) one.every(TOLD_MS);
    // What was read before the first answer may be older than that answer.
    if (!before) for (const one of polls) one.soon(DESK_MS);
    else {
      if (seen.windows !== before.windows) windows?.soon(WINDOWS_SPREAD_MS, CHANGED_AFTER_MS);
      // Of any student: most pages have nothing new.
      if (seen.notices !== before.notices) notices?.soon(DESK_MS, CHANGED_AFTER_MS);
    }
  }

  function stop() {
    for (const one of polls) one.stop();
    polls = [];
  }

  /** Leaves nothing of a student for the next one. */
  function forget() {
    Object.assign(state, { ready: false, me: null, plan: null, planAt: 0, windows: null, refusals: null, notices: null, news: [] });
    newest = null;
    app.basket.forget();
    app.overrides.forget();
  }

  /** Restores the page that is shown before a sign-in. */
  function leave() {
    closeDialogs();
    app.enrolling.begin(0);
    forget();
    app.search.reset();
    state.view = 'search';
    history.replaceState(null, '', location.pathname);
  }

  const sayOpening = createOpening(enrolling, clock.now);

  function enrolling() {
    return openness(state.windows, 'ENROLL', state.plan?.term?.termId, clock.now());
  }

  /**
   * Returns when presses begin to count: when the student's next window opens, where none is open, or when a course that is
   * shown or in the basket gets more seats. Otherwise never.
   */
  function opensAt() {
    const { state: now, at } = enrolling();
    const releases = [...(app.basket.items ?? []), ...(app.search.courses ?? [])]
      .map(({ courseId }) => Date.parse(courses.get(courseId)?.nextReleaseAt ?? ''))
      .filter((release) => release > clock.now());
    return Math.min((now === 'before' && at) || Infinity, ...releases);
  }

  /** Whether the student may enroll now, as far as windows say. */
  function isOpen() {
    return ['open', 'free'].includes(enrolling().state);
  }

  /** Reads what is of the term that was chosen. */
  async function loadTerm() {
    Object.assign(state, { plan: null, planAt: 0, windows: null });
    app.basket.forget();
    app.search.forget();
    render();
    polls[0]?.now();
    await Promise.allSettled([loadPlan(), app.basket.load()]);
    await app.search.again();
  }

  async function loadMe() {
    const answer = await api.get('/api/me');
    if (answer.status === 200) state.me = answer.body;
  }

  let planRuns = 0;
  let drops = 0;
  /** Whether a notice says that an enrollment goes. */
  const isCancelled = (/** @type {HeldCourse} */ held) =>
    state.notices?.notices.some((one) => one.kind === 'COURSE_CANCELLED' && one.courseId === held.courseId && Date.parse(one.at) >= Date.parse(held.enrolledAt));

  /** Reads the plan; the newest call counts. Again until it is read. */
  async function loadPlan() {
    const run = ++planRuns;
    const at = Date.now();
    try {
      const answer = await api.get(app.mock.path('/api/me/plan'));
      if (run !== planRuns) return;
      if (answer.status === 200) {
        state.plan = answer.body;
        state.planAt = at;
        state.planFailed = false;
        learn(answer.body.courses);
        app.enrolling.compare(answer.body);
        if (state.termId && !answer.body.term) app.windowsSoon();
        if (answer.body.courses.some(isCancelled) && drops++ < DROPPED_TRIES) setTimeout(() => run === planRuns && loadPlan(), DROPPED_AFTER_MS);
        return render();
      }
      if (answer.status === 401 || answer.status === 403) return;
    } catch {
      if (run !== planRuns) return;
    }
    state.planFailed = true;
    render();
    setTimeout(() => run === planRuns && app.session.view.signedIn && loadPlan(), 3_000);
  }

  /** @returns {Promise<boolean>} */
  async function loadWindows() {
    if (!app.session.inUse()) return true;
    const { termId } = state;
    const answer = await api.get(app.mock.path('/api/me/windows'));
    // The other term was chosen meanwhile.
    if (termId !== state.termId) return loadWindows();
    if (answer.status !== 200) return false;
    if (termId && answer.body.mockTermId !== termId) return app.mock.doubted(termId);
    state.windows = answer.body;
    planBoundary();
    render();
    // This request may have renewed the session.
    if (app.session.expiresAt() - clock.now() < 600_000) app.session.check();
    return true;
  }

  // Buttons change at the very instant, not with the next poll.
  function planBoundary() {
    clearTimeout(boundary);
    const at = nextChange(state.windows, clock.now());
    if (at === null) return;
    boundary = setTimeout(() => {
      render();
      sayOpening();
      planBoundary();
    }, Math.min(Math.max(at - clock.now(), 0) + 1, 3_600_000));
  }

  async function loadCatalogue() {
    if (state.catalogue) return;
    const answer = await api.get('/api/departments');
    if (answer.status === 200) state.catalogue = answer.body;
  }

  /** Reads the refusals where their list is shown. Elsewhere the answer of the press has said it. */
  async function loadRefusals(opening = false) {
    const shown = state.view === 'refused' || (state.view === 'mine' && NARROW.matches);
    if (!shown || !app.session.view.signedIn) return;
    try {
      const answer = await api.get('/api/me/refusals');
      if (answer.status !== 200) return;
      // Those that are shown keep their places until the list is opened again.
      const ids = opening ? [] : [...new Set(state.refusals?.map((one) => one.courseId))];
      const place = (/** @type {{courseId: number}} */ { courseId }) => (ids.includes(courseId) ? ids.indexOf(courseId) : ids.length);
      state.refusals = answer.body.sort((/** @type {any} */ a, /** @type {any} */ b) => place(a) - place(b));
      await learnMissing(answer.body.map((/** @type {any} */ one) => one.courseId));
      render();
    } catch {
      // They are read again when the list is opened.
    }
  }

  async function learnMissing(/** @type {number[]} */ ids) {
    const missing = [...new Set(ids)].filter((id) => !courses.has(id));
    if (!missing.length) return;
    const answer = await api.get(`/api/courses?ids=${missing.slice(0, 100).join(',')}&size=100`);
    if (answer.status === 200) learn(answer.body.content);
  }

  async function loadNotices() {
    if (!app.session.inUse()) return true;
    const answer = await api.get('/api/me/notices');
    if (answer.status !== 200) return answer.status === 404;
    const first = newest === null;
    const before = newest ?? 0;
    state.notices = answer.body;
    newest = Math.max(before, ...answer.body.notices.map((/** @type {import('./notices.js').Notice} */ one) => one.noticeId));
    const added = answer.body.notices.filter((/** @type {import('./notices.js').Notice} */ one) => one.noticeId > before);
    if (first) {
      // The plan may have been read before what these say was done.
      if (state.plan?.courses.some(isCancelled)) loadPlan();
    } else if (added.length) {
      came(added);
    }
    render();
    return true;
  }

  /** @type {number | null} the newest notice that the page knows */
  let newest = null;

  /** The desk changed something of this student: what is on the screen follows at once. */
  function came(/** @type {import('./notices.js').Notice[]} */ added) {
    state.news = [...added, ...state.news];
    for (const one of added) {
      if (one.kind === 'COURSE_CANCELLED' && one.courseId && app.course(one.courseId)) learn([/** @type {any} */ ({ courseId: one.courseId, status: 'CANCELLED' })]);
      announce(noticeWords(app, one), 'assertive');
    }
    drops = 0;
    loadPlan();
    app.basket.load();
    app.overrides.load();
  }

  function closeNews(/** @type {number} */ noticeId) {
    state.news = state.news.filter((one) => one.noticeId !== noticeId);
    render();
  }

  async function readNotice(/** @type {number} */ noticeId) {
    const answer = await api.send('POST', `/api/me/notices/${noticeId}/read`).catch(() => null);
    if (answer?.status === 204) await loadNotices();
  }

  /** Keeps what lists tell of courses, for their names. */
  function learn(/** @type {Course[]} */ found) {
    for (const one of found) courses.set(one.courseId, { ...courses.get(one.courseId), ...one });
  }

  /** Returns the name of a course: 알고리즘 (01). */
  function name(/** @type {number | Course} */ of) {
    const course = typeof of === 'number' ? courses.get(of) : of;
    if (!course) return t('course.unknown', { id: Number(of) });
    const part = / \((\d+)분반\)$/.exec(course.title);
    if (language() === 'en' && course.titleEn) return course.section ? `${course.titleEn} (${course.section})` : course.titleEn;
    return part ? course.title.slice(0, part.index) + ` (${part[1]})` : course.title;
  }

  return app;
}

