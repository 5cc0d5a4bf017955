/**
 * The search: its conditions, and the courses that were found.
 * @module
 */
import { announce } from '../shared/announce.js';
import { number } from '../shared/format.js';
import { t } from '../shared/text.js';
import { departmentOf, freeTimes } from './conditions.js';

const KEPT = 'sugang.search';
const TYPING_MS = 200;
const PAGE = 40;

/**
 * @typedef {object} Conditions
 * @property {string} q
 * @property {string} department
 * @property {string} classification
 * @property {number[]} days
 * @property {number | null} from minute of the day
 * @property {number | null} until
 * @property {boolean} seatsLeft
 * @property {boolean} fits
 */

/** @returns {Conditions} */
const nothing = () => ({ q: '', department: '', classification: '', days: [], from: null, until: null, seatsLeft: false, fits: false });

/** @param {import('./app.js').App} app */
export function createSearch(app) {
  const search = {
    conditions: { ...nothing(), ...kept() },
    /** @type {any[] | null} */
    courses: null,
    total: 0,
    /** @type {number} the server's time of the newest answer */
    at: 0,
    pages: 0,
    busy: false,
    /** @type {'failed'|'invalid'|'noFit'|null} */
    trouble: null,
    change,
    /** Takes all conditions away but those given. */
    clear: (/** @type {Partial<Conditions>} */ but = {}) => change({ ...nothing(), ...but }),
    more: () => find(search.pages),
    again: () => find(0),
    forget() {
      running?.abort();
      search.courses = null;
    },
    /** Forgets the conditions too. */
    reset() {
      search.forget();
      search.conditions = nothing();
      keep();
    },
  };
  let timer = 0;
  /** @type {AbortController | undefined} */
  let running;

  function keep() {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(search.conditions));
    } catch {
      // Then a reload begins with an empty search.
    }
  }

  function change(/** @type {Partial<Conditions>} */ conditions, typing = false) {
    Object.assign(search.conditions, conditions);
    keep();
    app.render();
    // Half of a name would find nothing: what was found stays until one department is meant.
    const half = typing && conditions.department && app.state.catalogue && !departmentOf(app.state.catalogue.departments, conditions.department);
    if (half) return;
    clearTimeout(timer);
    timer = setTimeout(() => find(0), 'q' in conditions || 'department' in conditions ? TYPING_MS : 0);
  }

  function path(/** @type {number} */ page) {
    const { q, department, classification, seatsLeft, fits } = search.conditions;
    const free = freeTimes(search.conditions, fits ? (app.state.plan?.timetable ?? []) : null);
    if (free && !free.length) return null;
    const query = new URLSearchParams({ page: String(page), size: String(PAGE) });
    if (q.trim()) query.set('q', q.trim());
    const named = departmentOf(app.state.catalogue?.departments ?? [], department) ?? department.trim();
    if (named) query.set('department', named);
    if (classification) query.set('classification', classification);
    if (seatsLeft) query.set('seatsLeft', 'true');
    const termId = app.state.termId ?? app.state.plan?.term?.termId;
    if (termId) query.set('term', String(termId));
    for (const time of free ?? []) query.append('free', time);
    return `/api/courses?${query}`;
  }

  async function find(/** @type {number} */ page) {
    clearTimeout(timer);
    running?.abort();
    const own = (running = new AbortController());
    const asked = path(page);
    search.trouble = asked ? null : 'noFit';
    if (!asked) {
      search.courses = [];
      search.total = 0;
      return app.render();
    }
    search.busy = true;
    app.render();
    /** @type {import('../shared/api.js').Answer | null} */
    let answer = null;
    try {
      answer = await app.api.get(asked, { signal: own.signal, timeoutMs: 8_000 });
    } catch {
      // Another search began, or the connection is lost.
    }
    if (own !== running) return;
    search.busy = false;
    if (answer?.status === 200) {
      const first = page === 0;
      const before = new Set(first ? [] : search.courses?.map((one) => one.courseId));
      const found = answer.body.content.filter((/** @type {any} */ one) => !before.has(one.courseId));
      search.courses = first ? found : [...(search.courses ?? []), ...found];
      search.total = answer.body.totalElements;
      search.pages = page + 1;
      search.at = app.clock.now();
      app.learn(found);
      app.seats.learn(found);
      if (first) announce(t('search.found', { n: number(search.total) }));
    } else if (answer && answer.status >= 400 && answer.status < 429) {
      search.trouble = 'invalid';
    } else {
      search.trouble = 'failed';
      timer = setTimeout(() => find(page), answer?.retryAfterMs ?? 3_000);
    }
    app.render();
  }

  return search;
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '{}');
  } catch {
    return {};
  }
}

/** @typedef {ReturnType<typeof createSearch>} Search */
