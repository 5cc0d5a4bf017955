/**
 * The session: sign-in, the warning before its end, and its end.
 * @module
 */
import { announce } from '../shared/announce.js';
import { closeDialogs } from '../shared/controls.js';
import { duration } from '../shared/format.js';
import { createSignOut } from '../shared/sign-out.js';
import { t } from '../shared/text.js';

const SIGNED_IN = 'sugang.signed-in';
/** The server renews a session of which less than this is left (sugang.sign-in.renew-below). */
const RENEWED_BELOW_MS = 600_000;
const ASK_AGAIN_MS = 20_000;
const LAST_SAID_MS = 30_000;
/** Where there are no keys. */
const TOUCH = matchMedia('(hover: none) and (pointer: coarse)');
/** Reads that the page makes by itself must not extend an unused session. */
const IN_USE_MS = 900_000;
/**
 * How long before an opening, or before more seats, a page asks whether its session is still the one that counts. These are the last
 * moments in which a sign-in at another device does no harm. Each page adds its own chance, as all wait for the same instant.
 */
const BEFORE_OPENING_MS = [60_000, 10_000];
const BEFORE_OPENING_SPREAD = 0.25;
/** How often a page that is in use asks so while a window is open, and by how much pages differ. */
const OPEN_MS = 60_000;
const OPEN_SPREAD = 0.3;
/** Windows of a desktop are changed to and fro. */
const LOOKED_AT_MS = 5_000;

/** @param {import('./app.js').App} app */
export function createSession(app) {
  let activeAt = Date.now();
  let askedAt = 0;
  let saidLeft = 0;
  let opening = 0;
  /** @type {number[]} how long before the opening it is asked */
  let asks = [];
  const openMs = OPEN_MS * (1 + OPEN_SPREAD * (2 * Math.random() - 1));

  const session = {
    /** @type {{signIn?: string, signedIn?: boolean, role?: string, studentId?: number, expiresAt?: string, warnAt?: string, signInWith?: {local: boolean, provider: boolean}}} */
    view: {},
    /** @type {import('../shared/api.js').AnyProblem | null} why the session ended */
    ended: null,
    /** Whether the end is near, so that the page warns the user. */
    warned: false,
    /** Whether extending did not help: the session has its longest time. */
    longest: false,
    /** @type {{under: boolean, trouble: string | null, wrong?: string[]}} wrong: fields by their ids */
    form: { under: false, trouble: null },
    number: '',
    start,
    check,
    signIn,
    signOut: createSignOut(app, signedOut),
    end,
    touched,
    tick,
    warning,
    inUse: () => Date.now() - activeAt < IN_USE_MS,
    expiresAt: () => Date.parse(session.view.expiresAt ?? '') || Infinity,
  };

  async function ask() {
    askedAt = Date.now();
    try {
      return await app.api.get('/api/session');
    } catch {
      return null;
    }
  }

  /** Finds out who is signed in, until the server answers. */
  async function start() {
    const answer = await ask();
    if (!answer || answer.status >= 429) {
      app.state.away = true;
      app.render();
      setTimeout(start, answer?.retryAfterMs ?? 2_000);
      return;
    }
    app.state.away = false;
    // After a sign-in at the provider the page begins here.
    if (answer.body?.signedIn) tell();
    await take(answer);
    if (!session.view.signedIn && !session.ended) setTimeout(() => document.activeElement === document.body && document.getElementById('number')?.focus(), 100);
  }

  /** Asks who is signed in now: after the page was hidden, and when another tab signed in or out. */
  async function check() {
    const answer = await ask();
    if (answer) await take(answer);
  }

  async function take(/** @type {import('../shared/api.js').Answer} */ answer) {
    if (answer.status === 200) {
      const before = session.view;
      if (before.signedIn && !answer.body.signedIn) end({ code: 'SIGN_IN_REQUIRED' });
      session.view = answer.body;
      if (answer.body.signedIn) {
        session.ended = null;
        if (before.studentId !== answer.body.studentId) session.signOut.stop();
        if (answer.body.expiresAt !== before.expiresAt) {
          session.warned = false;
          session.longest = false;
        }
        if (before.studentId !== answer.body.studentId || !app.state.ready) await app.begin();
      }
    }
    // A 401 came to end() through the API client.
    app.state.known = true;
    app.render();
  }

  /** The session ended: it says why, and everything on the screen stays for the next sign-in. */
  function end(/** @type {import('../shared/api.js').AnyProblem} */ problem) {
    const signedIn = session.view.signedIn;
    session.view = { signIn: session.view.signIn ?? 'REQUIRED', signInWith: session.view.signInWith, signedIn: false };
    if (signedIn || problem.code !== 'SIGN_IN_REQUIRED') session.ended ??= problem;
    session.warned = false;
    app.state.known = true;
    app.stop();
    // The cookie is gone: another window signed out, and the next student may sit here already.
    if (signedIn && problem.code === 'SIGN_IN_REQUIRED') {
      session.number = '';
      app.leave();
    }
    // The sign-in must not be behind a question. A dialog with a text stays, and its text is refused when it is sent.
    closeDialogs('dialog[open]:not(:has(textarea))');
    app.render();
    if (session.ended) setTimeout(() => document.getElementById('main')?.focus(), 100);
  }

  async function signIn(/** @type {string} */ studentNumber, /** @type {string} */ password) {
    if (session.form.under) return;
    session.number = studentNumber;
    const missing = [studentNumber ? '' : 'number', password ? '' : 'password'].filter(Boolean);
    if (missing.length) {
      document.getElementById(missing[0])?.focus();
      return trouble('sign.missing', missing);
    }
    session.signOut.stop();
    session.form = { under: true, trouble: null };
    app.render();
    let answer = null;
    try {
      answer = await app.api.send('POST', '/api/session', { studentNumber, password });
    } catch {
      return trouble('sign.notReached');
    }
    if (answer.status === 200) {
      askedAt = Date.now();
      session.form = { under: false, trouble: null };
      tell();
      await take(answer);
      document.getElementById('main')?.focus();
    } else {
      const failed = answer.status === 401 || answer.status === 400;
      trouble(failed ? 'sign.failed' : 'sign.busy', failed ? ['number', 'password'] : []);
    }
  }

  function trouble(/** @type {string} */ key, /** @type {string[]} */ wrong = []) {
    session.form = { under: false, trouble: key, wrong };
    announce(t(key), 'assertive');
    app.render();
  }

  /** The student signed out: nothing of this student stays on the page, which the next one may use. */
  function signedOut(/** @type {boolean} */ here) {
    session.view = { ...session.view, signedIn: false, studentId: undefined };
    session.ended = here ? { code: 'SIGNED_OUT_HERE' } : null;
    session.warned = false;
    session.number = '';
    app.stop();
    app.leave();
    tell();
    app.render();
    setTimeout(() => document.getElementById('main')?.focus(), 100);
  }

  // Other tabs hear a change of the storage, and check their session.
  function tell() {
    try {
      localStorage.setItem(SIGNED_IN, String(Date.now()));
    } catch {
      // They find out with their next request.
    }
  }

  /** A key or a click: it extends a session of which little is left. */
  async function touched() {
    activeAt = Date.now();
    if (!session.view.signedIn) return;
    const due = session.warned ? !session.longest && Date.now() - askedAt > 1_000 : Date.now() - askedAt > ASK_AGAIN_MS;
    if (left() < RENEWED_BELOW_MS && due) {
      const warned = session.warned;
      const before = session.expiresAt();
      await check();
      if (warned && session.view.signedIn) {
        session.longest = session.expiresAt() <= before;
        session.warned = session.longest;
        if (session.longest) say();
        else announce(t('session.extended'));
        app.render();
      }
    }
  }

  function left() {
    return Math.max(0, session.expiresAt() - app.clock.now());
  }

  /** Returns what the warning says at this moment. */
  function warning() {
    const key = session.longest ? 'session.longest' : TOUCH.matches ? 'session.warnTouch' : 'session.warn';
    return t(key, { left: duration(left()) });
  }

  // Read aloud when it comes and once more near the end, not with every second that it shows.
  function say() {
    saidLeft = left();
    announce(warning(), 'assertive');
  }

  /** Called each second. */
  function tick() {
    if (!session.view.signedIn) return;
    const now = app.clock.now();
    beforeOpening(now);
    if (session.inUse() && Date.now() - askedAt > openMs && app.isOpen()) looked();
    // No other request may come before the end.
    if (session.inUse() && left() < RENEWED_BELOW_MS && Date.now() - askedAt > 60_000) check();
    if (now > session.expiresAt() + 500) {
      if (Date.now() - askedAt > 5_000) check();
    } else if (!session.warned && now >= (Date.parse(session.view.warnAt ?? '') || Infinity)) {
      session.warned = true;
      app.render();
      say();
    } else if (session.warned && saidLeft > LAST_SAID_MS && left() <= LAST_SAID_MS) {
      say();
    }
  }

  /** Asks twice, shortly before the student's window opens or more seats come. */
  function beforeOpening(/** @type {number} */ now) {
    const opens = app.opensAt();
    if (opens !== opening) {
      opening = opens;
      asks = BEFORE_OPENING_MS.map((ms) => ms * (1 + BEFORE_OPENING_SPREAD * (2 * Math.random() - 1)));
    }
    if (!(asks[0] >= opening - now)) return;
    asks.shift();
    looked();
  }

  /** Asks when the student looks at the page, so that the end of a session is said at once. */
  function looked() {
    if (session.view.signedIn && !document.hidden && Date.now() - askedAt > LOOKED_AT_MS) check();
  }

  addEventListener('focus', looked);
  addEventListener('storage', (event) => {
    if (event.key !== SIGNED_IN) return;
    // Another window signed in or out: this one has nothing more to end.
    session.signOut.stop();
    check();
  });
  return session;
}

/** @typedef {ReturnType<typeof createSession>} Session */
