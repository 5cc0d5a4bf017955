/**
 * The basket: courses in an order, WANTED ones checked by the rules.
 * @module
 */
import { announce } from '../shared/announce.js';
import { problemText } from '../shared/problem.js';
import { t } from '../shared/text.js';

/** @typedef {import('../shared/api.js').AnyProblem} AnyProblem */
/** @typedef {{courseId: number, kind: 'WANTED'|'RESERVE', position: number, course?: import('./app.js').Course, reasons: AnyProblem[]}} Item */

/** How long after the last press a course that was won leaves the list. */
export const STAYS_MS = 12_000;

/** @param {import('./app.js').App} app */
export function createBasket(app) {
  const basket = {
    /** @type {Item[] | null} */
    items: null,
    failed: false,
    /** @type {Map<number, AnyProblem>} why a course could not be put in, by course */
    refused: new Map(),
    /** @type {Set<number>} courses with a change in flight */
    busy: new Set(),
    shown,
    leave,
    load,
    put,
    take,
    move,
    show,
    moved,
    has: (/** @type {number} */ courseId) => basket.items?.find((one) => one.courseId === courseId),
    forget() {
      runs++;
      basket.items = null;
      won.clear();
      basket.refused.clear();
    },
    close(/** @type {number} */ courseId) {
      basket.refused.delete(courseId);
      app.render();
    },
  };
  let runs = 0;
  let saving = false;
  let unsaved = false;
  /** @type {Map<number, {item: Item, place: number}>} */
  const won = new Map();

  /** Returns the rows of the list. A course that was won stays for a while, so that no other button moves under the finger. */
  function shown() {
    if (!basket.items) return null;
    const list = [...basket.items];
    // From the first place on, whatever was won first: so each has its place again.
    const inOrder = [...won.values()].sort((one, other) => one.place - other.place);
    for (const { item, place } of inOrder) if (!basket.has(item.courseId)) list.splice(place, 0, item);
    return list;
  }

  /** Removes courses that were won from the list, unless the last press is too recent. */
  function leave(/** @type {number} */ pressedAt = 0) {
    if (!won.size || Date.now() - pressedAt < STAYS_MS) return;
    won.clear();
    app.render();
  }

  function answered(/** @type {{items: Item[]}} */ body) {
    runs++;
    for (const [place, item] of (shown() ?? []).entries()) {
      if (app.enrolling.has(item.courseId)) won.set(item.courseId, { item, place });
    }
    basket.items = body.items;
    basket.failed = false;
    const courses = body.items.flatMap((one) => (one.course ? [one.course] : []));
    app.learn(courses);
    app.seats.learn(/** @type {any[]} */ (courses));
    app.render();
  }

  async function load() {
    const run = ++runs;
    const answer = await app.api.get(app.mock.path('/api/me/basket')).catch(() => null);
    if (run !== runs) return;
    if (answer?.status === 200) return answered(answer.body);
    // Signed out.
    if (answer && answer.status < 429) return;
    basket.failed = true;
    app.render();
    setTimeout(() => run === runs && app.session.view.signedIn && load(), 4_000);
  }

  /** Puts a course in, or changes its kind. */
  async function put(/** @type {number} */ courseId, /** @type {'WANTED'|'RESERVE'} */ kind = 'WANTED') {
    if (basket.busy.has(courseId)) return;
    const answer = await change(courseId, 'PUT', { kind });
    const course = app.name(courseId);
    if (answer?.status === 200) {
      basket.refused.delete(courseId);
      announce(t(kind === 'WANTED' ? 'basket.putSaid' : 'basket.reserveSaid', { course }));
    } else if (answer?.problem) {
      basket.refused.set(courseId, answer.problem);
      announce(`${course}: ${reasonsOf(answer.problem).map((one) => problemText(one, app.enrolling.context('basket')).what).join(' ')}`);
    }
    await load();
  }

  async function take(/** @type {number} */ courseId) {
    if (basket.busy.has(courseId)) return;
    const answer = await change(courseId, 'DELETE');
    if (answer?.status === 204) announce(t('basket.outSaid', { course: app.name(courseId) }));
    else if (answer?.problem) basket.refused.set(courseId, answer.problem);
    await load();
  }

  async function change(/** @type {number} */ courseId, /** @type {string} */ method, /** @type {unknown} */ body = undefined) {
    basket.busy.add(courseId);
    app.render();
    const answer = await app.api.send(method, `/api/me/basket/${courseId}`, body).catch(() => null);
    basket.busy.delete(courseId);
    if (!answer) announce(t('basket.failed'), 'assertive');
    return answer;
  }

  /** Moves a course to a place, shown at once and then as the server has it. */
  async function move(/** @type {number} */ courseId, /** @type {number} */ to) {
    if (show(courseId, to)) await moved(courseId);
  }

  /** Says where a course is, and saves the order. */
  async function moved(/** @type {number} */ courseId) {
    const place = (basket.items ?? []).findIndex((one) => one.courseId === courseId) + 1;
    announce(t('basket.moved', { course: app.name(courseId), n: place }));
    if (saving) unsaved = true;
    else await save();
  }

  /** Shows a course at a place, not saved yet. Returns whether that is another one. */
  function show(/** @type {number} */ courseId, /** @type {number} */ to) {
    const items = basket.items ?? [];
    const from = items.findIndex((one) => one.courseId === courseId);
    const place = Math.min(Math.max(to, 0), items.length - 1);
    if (from < 0 || from === place) return false;
    const order = [...items];
    order.splice(place, 0, ...order.splice(from, 1));
    basket.items = order.map((one, n) => ({ ...one, position: n + 1 }));
    app.render();
    return true;
  }

  // One request at a time, with the order of the moment, so that the last one counts.
  async function save() {
    saving = true;
    const { termId } = app.state;
    let answer = null;
    do {
      unsaved = false;
      runs++;
      const courseIds = (basket.items ?? []).map((one) => one.courseId);
      answer = await app.api.send('PUT', app.mock.path('/api/me/basket'), { courseIds }).catch(() => null);
    } while (unsaved && termId === app.state.termId);
    saving = false;
    // The other term is shown meanwhile.
    if (termId !== app.state.termId) return;
    if (answer?.status === 200) return answered(answer.body);
    announce(t(answer?.problem?.code === 'BASKET_CHANGED' ? 'basket.changed' : 'basket.failed'), 'assertive');
    await load();
  }

  return basket;
}

/** Returns all reasons of a refusal. @returns {AnyProblem[]} */
export const reasonsOf = (/** @type {AnyProblem} */ problem) =>
  Array.isArray(problem.reasons) && problem.reasons.length ? problem.reasons : [problem];

/** @typedef {ReturnType<typeof createBasket>} Basket */
