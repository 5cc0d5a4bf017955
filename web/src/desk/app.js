/**
 * The desk: what is known, which view is shown, and what keeps it fresh.
 * @module
 */
import { announce } from '../shared/announce.js';
import { createApi } from '../shared/api.js';
import { createClock } from '../shared/clock.js';
import { closeDialogs, oneClickPerKey } from '../shared/controls.js';
import { setLanguage, t } from '../shared/text.js';
import { html, render, scheduled } from '../shared/view.js';
import { createAudit } from './audit.js';
import { createCourses } from './courses.js';
import { createDay } from './day.js';
import { createMockTerm } from './mock-term.js';
import { createOverrides } from './overrides.js';
import { createSession } from './session.js';
import { shell, VIEWS } from './shell.js';
import { createStudents } from './students.js';
import { createWindows } from './windows.js';

/**
 * A view of the desk.
 * @typedef {object} View
 * @property {(rest: string) => void} [open] it is shown: the rest of its address
 * @property {() => void} [refresh] its figures may be old
 * @property {() => void} [close] another view is shown, or the session ended
 * @property {() => unknown} view
 */

/**
 * What the parts of the desk know of each other.
 * @typedef {object} App
 * @property {{known: boolean, away: boolean, view: string}} state
 * @property {import('../shared/api.js').Api} api
 * @property {import('../shared/clock.js').Clock} clock
 * @property {() => void} render
 * @property {() => void} start
 * @property {() => void} begin
 * @property {() => void} stop
 * @property {(language: 'ko'|'en') => Promise<void>} chooseLanguage
 * @property {Set<() => void>} overlays called after each render, as dialogs are not part of the page
 * @property {import('./session.js').Session} session
 * @property {Record<string, View>} views
 */

/** @param {HTMLElement} root */
export function createApp(root) {
  /** @type {App} */
  const app = {
    state: {
      /** Whether the server has answered who is signed in. */
      known: false,
      /** Whether it does not answer. */
      away: false,
      view: 'day',
    },
    api: createApi({ fetch: (...request) => fetch(...request), onSession: (problem) => app.session.end(problem) }),
    clock: createClock({ fetch: (...request) => fetch(...request) }),
    render: scheduled(() => draw()),
    start,
    begin,
    stop,
    chooseLanguage,
    overlays: new Set(),
    session: /** @type {any} */ (undefined),
    views: {},
  };
  app.session = createSession(app);
  const windows = createWindows(app);
  const mockTerm = createMockTerm(app);
  app.views = {
    day: createDay(app, windows),
    windows: {
      open() {
        windows.open();
        mockTerm.open();
      },
      close() {
        windows.close();
        mockTerm.close();
      },
      view: () => html`${windows.view()} ${mockTerm.view()}`,
    },
    students: createStudents(app),
    courses: createCourses(app),
    overrides: createOverrides(app),
    audit: createAudit(app),
  };
  let begun = false;

  function start() {
    oneClickPerKey();
    app.clock.onChange(app.render);
    app.clock.start();
    app.session.start();
    addEventListener('hashchange', () => show(true));
    // What is on the screen has an age.
    setInterval(() => {
      app.session.tick();
      if (!document.hidden) app.render();
    }, 1_000);
    document.addEventListener('visibilitychange', () => document.hidden || app.session.check());
    for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, () => app.session.touched(), { passive: true });
    app.render();
  }

  /** A member of the staff signed in. */
  function begin() {
    begun = true;
    show(false);
  }

  /** Nothing is asked for any more: the session ended. */
  function stop() {
    begun = false;
    app.views[app.state.view].close?.();
  }

  function show(/** @type {boolean} */ moved) {
    const [name, rest = ''] = splitAt(location.hash.replace(/^#\/?/, ''));
    const view = VIEWS.includes(name) ? name : 'day';
    const other = view !== app.state.view;
    // What is asked belongs to the view of before.
    if (moved && other) closeDialogs();
    if (other && begun) app.views[app.state.view].close?.();
    app.state.view = view;
    if (begun) app.views[view].open?.(rest);
    draw();
    if (moved && other) {
      scrollTo(0, 0);
      document.querySelector('h1')?.focus();
    }
  }

  function draw() {
    document.title = t('desk.titleOf', { view: t(`nav.${app.state.view}`) });
    render(shell(app), root);
    for (const overlay of app.overlays) overlay();
  }

  async function chooseLanguage(/** @type {'ko'|'en'} */ language) {
    await setLanguage(language);
    draw();
    announce(t('desk.languageSaid'));
  }

  return app;
}

// "courses/7" and "audit?course=7" are a view and what it shows.
function splitAt(/** @type {string} */ address) {
  const end = address.search(/[/?]/);
  return end < 0 ? [address] : [address.slice(0, end), address.slice(end + 1)];
}
