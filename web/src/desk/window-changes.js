/**
 * The changes of windows.
 * @module
 */
import { t } from '../shared/text.js';
import { html } from '../shared/view.js';
import { change } from './change.js';
import { fromField, input, newKey, select, toField } from './fields.js';
import { ACTIONS, actionWords, phase, termName, windowTime } from './window-words.js';

/** @typedef {import('./windows.js').Window} Window */
/** @typedef {import('./app.js').App} App */
/** @typedef {{termId: string, phase: string, audienceId: string, opensAt: string, closesAt: string, actions: string[]}} Values as the fields have them */
/** @typedef {{terms: {termId: number, name: string, kind: string}[], presetTermId?: number, audiences: {audienceId: number, name: string}[]}} Choices */

const PHASES = ['BASKET', 'ALLOCATION', 'ENROLL', 'ADD_DROP', 'WITHDRAW'];
const LEAST_SHIFT = -1440;
const MOST_SHIFT = 10_080;

const iso = (/** @type {number} */ ms) => new Date(ms).toISOString();

const fieldsOf = (/** @type {App} */ app) => (/** @type {Window} */ one) => {
  const at = (/** @type {string} */ of) => (Number.isNaN(Date.parse(of)) ? t('change.none') : windowTime(Date.parse(of), app.clock.now()));
  return /** @type {import('./compare.js').Fields} */ ([
    [t('window.term'), termName(one.term)],
    [t('window.phase'), phase(one.phase)],
    [t('window.audience'), one.audience ?? t('window.everyone')],
    [t('window.opensAt'), at(one.opensAt)],
    [t('window.closesAt'), at(one.closesAt)],
    [t('window.actions'), actionWords(one.actions)],
  ]);
};

const target = (/** @type {Window} */ of) => `window:${of.windowId}`;

/** Opens a window now. */
export const openWindow = (/** @type {App} */ app, /** @type {Window} */ one) =>
  simple(app, one, 'open', (of) => ({ ...of, opensAt: iso(app.clock.now()) }), (now) => Date.parse(now.opensAt) <= app.clock.now());

/** Closes a window now. */
export const closeWindow = (/** @type {App} */ app, /** @type {Window} */ one) =>
  simple(app, one, 'close', (of) => ({ ...of, closesAt: iso(app.clock.now()) }), (now) => Date.parse(now.closesAt) <= app.clock.now());

const simple = (
  /** @type {App} */ app,
  /** @type {Window} */ subject,
  /** @type {'open'|'close'} */ what,
  /** @type {(of: Window) => Window} */ preview,
  /** @type {(now: Window) => boolean} */ isDone,
) =>
  change(app, {
    title: t(`window.${what}Title`),
    confirm: t(what === 'open' ? 'window.openNow' : 'window.close'),
    warning: t(`window.${what}Warning`, { audience: subject.audience ?? t('window.everyone') }),
    subject,
    fields: fieldsOf(app),
    target,
    preview,
    isDone,
    request: (of, _, reason) => ({ method: 'POST', path: `/api/desk/windows/${of.windowId}/${what}`, body: { version: of.version, reason } }),
  });

/** Moves a window: both ends of one that is not open yet, and otherwise its end. */
export const shiftWindow = (/** @type {App} */ app, /** @type {Window} */ subject) =>
  change(app, {
    title: t('window.shiftTitle'),
    confirm: t('window.shiftConfirm'),
    subject,
    fields: fieldsOf(app),
    target,
    values: { minutes: '10' },
    form: ({ minutes }, set) => input('shift-minutes', t('window.minutes'), minutes, (to) => set({ minutes: to }), { type: 'number', step: '1', min: String(LEAST_SHIFT), max: String(MOST_SHIFT), hint: t('window.minutesHint') }),
    check: ({ minutes }) => (isShift(Number(minutes)) ? null : t('window.minutesWrong', { least: LEAST_SHIFT, most: MOST_SHIFT })),
    preview: (of, { minutes }) => (isShift(Number(minutes)) ? { ...of, opensAt: Date.parse(of.opensAt) > app.clock.now() ? later(of.opensAt, minutes) : of.opensAt, closesAt: later(of.closesAt, minutes) } : of),
    request: (of, { minutes }, reason) => ({ method: 'POST', path: `/api/desk/windows/${of.windowId}/shift`, body: { version: of.version, minutes: Number(minutes), reason } }),
  });

const isShift = (/** @type {number} */ n) => Number.isInteger(n) && n !== 0 && n >= LEAST_SHIFT && n <= MOST_SHIFT;
const later = (/** @type {string} */ at, /** @type {string} */ minutes) => iso(Date.parse(at) + Number(minutes) * 60_000);

/** Changes a window. */
export const editWindow = (/** @type {App} */ app, /** @type {Window} */ subject, /** @type {Choices} */ choices) =>
  change(app, {
    title: t('window.editTitle'),
    confirm: t('window.save'),
    subject,
    fields: fieldsOf(app),
    target,
    values: valuesOf(subject),
    form: (values, set) => form(values, set, choices, false),
    check,
    preview: (of, values) => withValues(of, values, choices),
    request: (of, values, reason) => ({ method: 'PUT', path: `/api/desk/windows/${of.windowId}`, body: { version: of.version, ...bodyOf(withValues(of, values, choices)), reason } }),
  });

/** Makes a window. */
export function createWindow(/** @type {App} */ app, /** @type {Choices} */ choices) {
  // One key until the outcome is known: a lost answer never ends with two windows.
  const key = newKey();
  const opens = Math.ceil((app.clock.now() + 1_800_000) / 3_600_000) * 3_600_000;
  const values = { termId: String(choices.presetTermId ?? choices.terms[0]?.termId ?? ''), phase: 'ENROLL', audienceId: '', opensAt: toField(opens), closesAt: toField(opens + 25_200_000), actions: ['ENROLL', 'DROP'] };
  return change(app, {
    title: t('window.createTitle'),
    confirm: t('window.create'),
    subject: null,
    fields: fieldsOf(app),
    values,
    form: (of, set) => form(of, set, choices, true),
    check,
    preview: (_, of) => withValues(/** @type {any} */ ({ term: choices.terms.find(({ termId }) => String(termId) === of.termId)?.name ?? '' }), of, choices),
    request: (_, of, reason) => ({
      method: 'POST',
      path: '/api/desk/windows',
      headers: { 'Idempotency-Key': key },
      body: { termId: Number(of.termId), ...bodyOf(withValues(/** @type {any} */ ({}), of, choices)), reason },
    }),
    outcome: (after) => ({ before: null, after }),
  });
}

/** @returns {Values} */
const valuesOf = (/** @type {Window} */ one) => ({
  termId: String(one.termId),
  phase: one.phase,
  audienceId: one.audienceId === null || one.audienceId === undefined ? '' : String(one.audienceId),
  opensAt: toField(Date.parse(one.opensAt)),
  closesAt: toField(Date.parse(one.closesAt)),
  actions: one.actions,
});

/** @returns {Window} */
function withValues(/** @type {Window} */ one, /** @type {Values} */ values, /** @type {Choices} */ choices) {
  const audience = choices.audiences.find(({ audienceId }) => String(audienceId) === values.audienceId);
  // A field has no milliseconds: a time that was not touched stays as it is.
  const at = (/** @type {string | undefined} */ before, /** @type {string} */ field) =>
    before && toField(Date.parse(before)) === field ? before : Number.isNaN(fromField(field)) ? '' : iso(fromField(field));
  return {
    ...one,
    phase: values.phase,
    audienceId: audience?.audienceId ?? null,
    audience: audience?.name ?? null,
    opensAt: at(one.opensAt, values.opensAt),
    closesAt: at(one.closesAt, values.closesAt),
    // Actions that the form does not offer stay: those of a window that has opened may not go.
    actions: [...ACTIONS.filter((action) => values.actions.includes(action)), ...(one.actions ?? []).filter((action) => !ACTIONS.includes(action))],
  };
}

const bodyOf = (/** @type {Window} */ { phase: of, audienceId, opensAt, closesAt, actions }) => ({ phase: of, ...(audienceId === null ? {} : { audienceId }), opensAt, closesAt, actions });

function check(/** @type {Values} */ values) {
  const [opens, closes] = [fromField(values.opensAt), fromField(values.closesAt)];
  if (!values.termId) return t('window.noTerm');
  if (Number.isNaN(opens) || Number.isNaN(closes)) return t('window.timesMissing');
  return opens < closes ? null : t('window.timesWrong');
}

function form(/** @type {Values} */ values, /** @type {(to: Partial<Values>) => void} */ set, /** @type {Choices} */ { terms, audiences }, /** @type {boolean} */ isNew) {
  const toggle = (/** @type {string} */ action) => (/** @type {any} */ event) =>
    set({ actions: event.target.checked ? [...values.actions, action] : values.actions.filter((other) => other !== action) });
  return html`
    ${isNew ? select('window-term', t('window.term'), values.termId, terms.map(({ termId, name }) => [String(termId), termName(name)]), (termId) => set({ termId })) : ''}
    <div class="fields">
      ${select('window-phase', t('window.phase'), values.phase, PHASES.map((of) => [of, phase(of)]), (to) => set({ phase: to }))}
      ${select('window-audience', t('window.audience'), values.audienceId, [['', t('window.everyone')], ...audiences.map(({ audienceId, name }) => /** @type {[string, string]} */ ([String(audienceId), name]))], (audienceId) => set({ audienceId }))}
      ${input('window-opens', t('window.opensAt'), values.opensAt, (opensAt) => set({ opensAt }), { type: 'datetime-local', step: '1' })}
      ${input('window-closes', t('window.closesAt'), values.closesAt, (closesAt) => set({ closesAt }), { type: 'datetime-local', step: '1' })}
    </div>
    <p class="soft">${t('window.korea')}</p>
    <fieldset class="row">
      <legend>${t('window.actions')}</legend>
      ${ACTIONS.map((action) => html`<label class="check"><input type="checkbox" .checked=${values.actions.includes(action)} @change=${toggle(action)} /> ${t(`window.action.${action}`)}</label>`)}
    </fieldset>`;
}
