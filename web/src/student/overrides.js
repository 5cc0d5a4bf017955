/**
 * Requests to the desk: the student asks to lift rules for a course, the desk decides, the student confirms.
 * @module
 */
import { announce } from '../shared/announce.js';
import { confirm as inDialog } from '../shared/dialog.js';
import { problemSentence } from '../shared/problem.js';
import { t } from '../shared/text.js';
import { html } from '../shared/view.js';

/** @typedef {import('../shared/api.js').AnyProblem} AnyProblem */
/** @typedef {{overrideId: number, courseId: number, title: string, lifts: string[], text: string, state: string, requestedAt: string, reason?: string, expiresAt?: string}} Override */

const PATH = '/api/me/overrides';
const AGAIN_MS = 4_000;
const LIFTS = ['CAPACITY', 'TIME_CONFLICT', 'CREDIT_LIMIT', 'PREREQUISITE', 'RETAKE', 'AUDIENCE', 'WINDOW'];
/** @type {Record<string, string>} */
const OTHER_NAMES = { COURSE_FULL: 'CAPACITY', RETAKE_NOT_ALLOWED: 'RETAKE', RETAKE_LIMIT: 'RETAKE', CLOSED: 'WINDOW' };

/** Returns what the desk can lift after a refusal. @returns {string | undefined} */
export function liftOf(/** @type {AnyProblem | undefined} */ problem) {
  const { code = '', audience, standing } = /** @type {Partial<AnyProblem>} */ (problem ?? {});
  if (code === 'NOT_ELIGIBLE') return audience && !standing ? 'AUDIENCE' : undefined;
  return OTHER_NAMES[code] ?? LIFTS.find((one) => one === code);
}

/** @param {import('./app.js').App} app */
export function createOverrides(app) {
  const overrides = {
    /** @type {Override[] | null} */
    list: null,
    failed: false,
    /** @type {Map<number, string>} why the last action did not succeed, by request */
    refused: new Map(),
    /** @type {Set<number>} requests with an action in flight */
    busy: new Set(),
    load,
    ask,
    confirm,
    withdraw,
    state,
    name,
    /** The request for a course that the desk or the student still has to act on. */
    open: (/** @type {number} */ courseId) => overrides.list?.find((one) => one.courseId === courseId && isOpen(one)),
    isOpen,
    forget() {
      runs++;
      overrides.list = null;
      overrides.refused.clear();
    },
    close(/** @type {number} */ id) {
      overrides.refused.delete(id);
      app.render();
    },
  };
  let runs = 0;

  function name(/** @type {Override} */ one) {
    return app.name(app.course(one.courseId) ?? /** @type {any} */ (one));
  }

  // A grant ends while it is looked at, too.
  function state(/** @type {Override} */ one) {
    return one.state === 'GRANTED' && Date.parse(one.expiresAt ?? '') <= app.clock.now() ? 'EXPIRED' : one.state;
  }

  function isOpen(/** @type {Override} */ one) {
    return ['REQUESTED', 'GRANTED'].includes(state(one));
  }

  async function load() {
    if (!app.session.view.signedIn) return;
    const run = ++runs;
    const answer = await app.api.get(PATH).catch(() => null);
    if (run !== runs || answer?.status === 401) return;
    overrides.failed = answer?.status !== 200;
    if (!overrides.failed) overrides.list = answer?.body;
    else setTimeout(() => run === runs && app.state.view === 'requests' && load(), answer?.retryAfterMs ?? AGAIN_MS);
    app.render();
  }

  /** Sends, and returns the words for what did not succeed. */
  async function send(/** @type {string} */ method, /** @type {string} */ path, /** @type {number} */ courseId, /** @type {unknown} */ body = undefined) {
    const answer = await app.api.send(method, path, body).catch(() => null);
    if (answer?.problem?.code === 'CLOSED' || answer?.problem?.code === 'NOT_OPEN') app.windowsSoon();
    await load();
    const done = answer && (method === 'DELETE' ? answer.status === 204 : answer.status < 300 && answer.body?.overrideId && answer.body.courseId === courseId);
    if (done) return '';
    return answer?.problem ? problemSentence(answer.problem, app.enrolling.context('enroll')) : t('ask.noAnswer');
  }

  /** Opens the dialog at a refusal. What was written stays in it until the server took it. */
  function ask(/** @type {number} */ courseId, /** @type {string} */ lift) {
    // A window that comes is waited for.
    const choices = LIFTS.filter((one) => one !== 'WINDOW' || one === lift);
    return inDialog({
      title: t('ask.press'),
      body: html`<p><strong>${app.name(courseId)}</strong></p>
        <fieldset class="choices"><legend>${t('ask.lifts')}</legend>${choices.map((one) => html`<label class="check"><input type="checkbox" name="lifts" value=${one} ?checked=${one === lift}>${t(`lift.${one}`)}</label> `)}</fieldset>
        <div class="field"><label for="ask-text">${t('ask.text')}</label><textarea id="ask-text" name="text" rows="4" maxlength="500" autofocus></textarea></div>
        <p class="soft">${t('ask.about')}</p>`,
      confirm: t('ask.send'),
      submit: async (data) => {
        const lifts = data.getAll('lifts');
        const text = String(data.get('text')).trim();
        if (!lifts.length || !text) return t('ask.missing');
        const trouble = await send('POST', PATH, courseId, { courseId, lifts, text });
        if (!trouble) announce(t('ask.sent', { course: app.name(courseId) }));
        return trouble;
      },
    });
  }

  async function act(/** @type {Override} */ one, /** @type {string} */ method, /** @type {string} */ more, /** @type {string} */ end, /** @type {string} */ said) {
    const id = one.overrideId;
    if (overrides.busy.has(id)) return;
    overrides.busy.add(id);
    overrides.refused.delete(id);
    app.render();
    const course = name(one);
    let trouble = await send(method, `${PATH}/${id}${more}`, one.courseId);
    // Without an answer the list knows.
    if (overrides.list?.some((now) => now.overrideId === id && now.state === end)) trouble = '';
    overrides.busy.delete(id);
    if (trouble) overrides.refused.set(id, trouble);
    announce(trouble ? `${course}: ${trouble}` : t(said, { course }));
    app.render();
  }

  /** Makes the enrollment. Repeating it is safe; the plan says what there is. */
  async function confirm(/** @type {Override} */ one) {
    await act(one, 'POST', '/confirm', 'CONFIRMED', 'enroll.wonSaid');
    app.loadPlan();
    app.basket.load();
  }

  async function withdraw(/** @type {Override} */ one) {
    const yes = await inDialog({ title: t('ask.withdrawTitle'), body: html`<p><strong>${name(one)}</strong></p>`, confirm: t('ask.withdraw'), danger: true });
    if (yes) await act(one, 'DELETE', '', 'WITHDRAWN', 'ask.withdrawn');
  }

  return overrides;
}

/** @typedef {ReturnType<typeof createOverrides>} Overrides */
