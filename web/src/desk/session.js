/**
 * The session of a member of the staff: sign-in, the warning before its end, and its end.
 * @module
 */
import { announce } from '../shared/announce.js';
import { createSignOut } from '../shared/sign-out.js';
import { t } from '../shared/text.js';
import { signInAgain } from './sign-in.js';

/** The student's page tells of a change by the same entry: a browser has one session. */
const SIGNED_IN = 'sugang.signed-in';
/** The server renews a session of which less than this is left (sugang.sign-in.renew-below). */
const RENEWED_BELOW_MS = 600_000;
const ASK_AGAIN_MS = 20_000;
const SIGNED_OUT_HERE = 'sugang.signed-out-here';

/**
 * @typedef {object} SessionView
 * @property {string} [signIn]
 * @property {boolean} [signedIn]
 * @property {string} [role]
 * @property {number} [staffId]
 * @property {number} [studentId]
 * @property {string} [expiresAt]
 * @property {string} [warnAt]
 * @property {{local: boolean, provider: boolean}} [signInWith]
 */
/** @typedef {{role: 'VIEWER'|'DEPARTMENT'|'REGISTRAR', staffId: number, name: string, department: string | null}} Me */

/** @param {import('./app.js').App} app */
export function createSession(app) {
  let askedAt = 0;
  /** @type {number | undefined} whose entries are on the screen */
  let shownFor;

  const session = {
    /** @type {SessionView} */
    view: {},
    /** @type {Me | null} */
    me: null,
    /** Whether the account that is signed in may not use the desk. */
    noDesk: false,
    /** @type {import('../shared/api.js').AnyProblem | null} why the session ended */
    ended: signedOutHere(),
    warned: false,
    /** Whether extending did not help: the session has its longest time. */
    longest: false,
    /** @type {{under: boolean, trouble: string | null}} */
    form: { under: false, trouble: null },
    name: '',
    start,
    check,
    signIn,
    signOut: createSignOut(app, signedOut),
    end,
    touched,
    tick,
    expiresAt: () => Date.parse(session.view.expiresAt ?? '') || Infinity,
  };

  async function ask(/** @type {string} */ path) {
    try {
      return await app.api.get(path);
    } catch {
      return null;
    }
  }

  /** Finds out who is signed in, until the server answers. */
  async function start() {
    await check();
    if (app.state.away) setTimeout(start, 2_000);
  }

  /** Asks who is signed in now. */
  async function check() {
    askedAt = Date.now();
    const answer = await ask('/api/session');
    if (answer?.status === 200) await take(answer.body);
    else if (answer?.status !== 401) app.state.away = !app.state.known;
    app.render();
  }

  async function take(/** @type {SessionView} */ view) {
    const before = session.view;
    if (!view.signedIn) {
      if (before.signedIn) end({ code: 'SIGN_IN_REQUIRED' });
      session.view = view;
      known();
      return;
    }
    if (session.me?.staffId !== view.staffId || !view.staffId || session.ended || !before.signedIn) {
      const me = view.staffId ? await ask('/api/desk/me') : { status: 403, body: null };
      if (me?.status !== 200 && me?.status !== 403) {
        // Without an answer the desk does not know what this user may do.
        app.state.away = !app.state.known;
        if (me?.status !== 401) setTimeout(check, 2_000);
        return;
      }
      if (me.status === 200 && shownFor !== undefined && shownFor !== view.staffId) {
        // Another member of the staff: nothing of the first may stay, half-written changes least of all.
        location.reload();
        return;
      }
      session.noDesk = me.status === 403;
      session.me = me.status === 200 ? me.body : null;
    }
    if (before.staffId !== view.staffId || before.studentId !== view.studentId) session.signOut.stop();
    session.view = view;
    session.ended = null;
    session.warned = false;
    session.longest = false;
    known();
    if (session.me && (!before.signedIn || shownFor === undefined)) {
      shownFor = view.staffId;
      app.begin();
    }
  }

  function known() {
    app.state.known = true;
    app.state.away = false;
  }

  /** The session ended: it says why, and everything on the screen stays for the next sign-in. */
  function end(/** @type {import('../shared/api.js').AnyProblem} */ problem) {
    const signedIn = session.view.signedIn;
    session.view = { signIn: session.view.signIn, signInWith: session.view.signInWith, signedIn: false };
    session.warned = false;
    known();
    if (signedIn || problem.code !== 'SIGN_IN_REQUIRED') session.ended ??= problem;
    if (signedIn) app.stop();
    if (session.me && session.ended) signInAgain(app);
    app.render();
  }

  async function signIn(/** @type {string} */ staffName, /** @type {string} */ password) {
    if (session.form.under) return;
    session.name = staffName;
    if (!staffName || !password) return trouble('desk.sign.missing');
    session.signOut.stop();
    session.form = { under: true, trouble: null };
    app.render();
    try {
      const answer = await app.api.send('POST', '/api/session', { staffName, password });
      if (answer.status !== 200) return trouble(answer.status === 401 || answer.status === 400 ? 'desk.sign.failed' : 'sign.busy');
      session.form = { under: false, trouble: null };
      tell();
      await take(answer.body);
      app.render();
      document.querySelector('h1')?.focus();
    } catch {
      trouble('sign.notReached');
    }
  }

  function trouble(/** @type {string} */ key) {
    session.form = { under: false, trouble: key };
    app.render();
  }

  function signedOut(/** @type {boolean} */ here) {
    tell();
    // The next page says it, once.
    if (here) remember();
    // Nothing of this user stays in the page.
    location.reload();
  }

  function remember() {
    try {
      sessionStorage.setItem(SIGNED_OUT_HERE, 'yes');
    } catch {
      // Then the page does not say it; the session of this browser is over all the same.
    }
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
    if (!session.view.signedIn) return;
    const due = session.warned ? !session.longest && Date.now() - askedAt > 1_000 : Date.now() - askedAt > ASK_AGAIN_MS;
    if (!due || session.expiresAt() - app.clock.now() >= RENEWED_BELOW_MS) return;
    const warned = session.warned;
    const before = session.expiresAt();
    await check();
    if (warned && session.view.signedIn) {
      session.longest = session.expiresAt() <= before;
      session.warned = session.longest;
      if (!session.longest) announce(t('session.extended'));
      app.render();
    }
  }

  /** Called each second. */
  function tick() {
    if (!session.view.signedIn) return;
    const now = app.clock.now();
    if (now > session.expiresAt() + 500) {
      if (Date.now() - askedAt > 5_000) check();
    } else if (!session.warned && now >= (Date.parse(session.view.warnAt ?? '') || Infinity)) {
      session.warned = true;
    }
  }

  addEventListener('storage', (event) => {
    if (event.key !== SIGNED_IN) return;
    // Another window signed in or out: this one has nothing more to end.
    session.signOut.stop();
    check();
  });
  return session;
}

/** Whether the page before this one signed out at one instance, which is said once. */
function signedOutHere() {
  try {
    const here = sessionStorage.getItem(SIGNED_OUT_HERE);
    sessionStorage.removeItem(SIGNED_OUT_HERE);
    return here ? { code: 'SIGNED_OUT_HERE' } : null;
  } catch {
    return null;
  }
}

/** @typedef {ReturnType<typeof createSession>} Session */
