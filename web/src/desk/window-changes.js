/**
 * The changes of windows.
 * @module
 */
import { t } from '../shared/text.js';
import { html, nothing } from '../shared/view.js';
import { CHOSEN, choiceBody, createAudience, isEmpty, noChoice } from './audience-form.js';
import { change } from './change.js';
import { fromField, input, newKey, select, toField } from './fields.js';
import { atTheSameTime, audiencesOf, forTheSameStudents } from './window-overlap.js';
import { ACTIONS, actionWords, phase, span, termName, windowTime } from './window-words.js';

/** @typedef {import('./windows.js').Window} Window */
/** @typedef {import('./app.js').App} App */
/** @typedef {import('./audience-form.js').Choice} Choice */
/** @typedef {{termId: string, phase: string, audienceId: string, choice: Choice, opensAt: string, closesAt: string, actions: string[]}} Values as the fields have them */
/** @typedef {{windows: Window[], terms: {termId: number, name: string, kind: string}[], presetTermId?: number, audiences: {audienceId: number, name: string}[]}} Choices */
/** @typedef {ReturnType<typeof createAudience>} Audience */

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
export function editWindow(/** @type {App} */ app, /** @type {Window} */ subject, /** @type {Choices} */ choices) {
  // The list may be older than the window, whose audience may be new.
  const audiences = subject.audienceId && !choices.audiences.some(({ audienceId }) => audienceId === subject.audienceId)
    ? [...choices.audiences, { audienceId: subject.audienceId, name: subject.audience ?? '' }]
    : choices.audiences;
  const known = { ...choices, audiences };
  const audience = createAudience(app, audiences);
  const preview = (/** @type {Window} */ of, /** @type {Values} */ values) => withValues(of, values, known, audience);
  return change(app, {
    title: t('window.editTitle'),
    confirm: t('window.save'),
    subject,
    fields: fieldsOf(app),
    target,
    values: valuesOf(subject),
    form: (values, set) => form(app, values, set, known, audience, subject),
    check,
    preview,
    request: (of, values, reason) => ({ method: 'PUT', path: `/api/desk/windows/${of.windowId}`, body: { version: of.version, ...bodyOf(preview(of, values)), reason } }),
  });
}

/** Makes a window. */
export function createWindow(/** @type {App} */ app, /** @type {Choices} */ choices) {
  // One key until the outcome is known: a lost answer never ends with two windows.
  const key = newKey();
  const opens = Math.ceil((app.clock.now() + 1_800_000) / 3_600_000) * 3_600_000;
  const audience = createAudience(app, choices.audiences);
  const preview = (/** @type {any} */ of, /** @type {Values} */ values) => withValues(of, values, choices, audience);
  /** @type {Values} */
  const values = {
    termId: String(choices.presetTermId ?? choices.terms[0]?.termId ?? ''), phase: 'ENROLL', audienceId: '', choice: noChoice(),
    opensAt: toField(opens), closesAt: toField(opens + 25_200_000), actions: ['ENROLL', 'DROP'],
  };
  return change(app, {
    title: t('window.createTitle'),
    confirm: t('window.create'),
    subject: null,
    fields: fieldsOf(app),
    values,
    form: (of, set) => form(app, of, set, choices, audience, null),
    check,
    preview: (_, of) => preview({ term: choices.terms.find(({ termId }) => String(termId) === of.termId)?.name ?? '' }, of),
    request: (_, of, reason) => ({
      method: 'POST',
      path: '/api/desk/windows',
      headers: { 'Idempotency-Key': key },
      body: { termId: Number(of.termId), ...bodyOf(preview({}, of)), reason },
    }),
    outcome: (after) => ({ before: null, after }),
  });
}

/** @returns {Values} */
const valuesOf = (/** @type {Window} */ one) => ({
  termId: String(one.termId),
  phase: one.phase,
  audienceId: one.audienceId === null || one.audienceId === undefined ? '' : String(one.audienceId),
  choice: noChoice(),
  opensAt: toField(Date.parse(one.opensAt)),
  closesAt: toField(Date.parse(one.closesAt)),
  actions: one.actions,
});

/** @returns {Window & {choice: Choice | null}} */
function withValues(/** @type {Window} */ one, /** @type {Values} */ values, /** @type {Choices} */ choices, /** @type {Audience} */ audience) {
  const named = choices.audiences.find(({ audienceId }) => String(audienceId) === values.audienceId);
  const choice = values.audienceId === CHOSEN ? values.choice : null;
  // A field has no milliseconds: a time that was not touched stays as it is.
  const at = (/** @type {string | undefined} */ before, /** @type {string} */ field) =>
    before && toField(Date.parse(before)) === field ? before : Number.isNaN(fromField(field)) ? '' : iso(fromField(field));
  return {
    ...one,
    phase: values.phase,
    audienceId: named?.audienceId ?? null,
    audience: choice ? audience.nameOf(choice) || t('change.none') : (named?.name ?? null),
    choice,
    opensAt: at(one.opensAt, values.opensAt),
    closesAt: at(one.closesAt, values.closesAt),
    // Actions that the form does not offer stay: those of a window that has opened may not go.
    actions: [...ACTIONS.filter((action) => values.actions.includes(action)), ...(one.actions ?? []).filter((action) => !ACTIONS.includes(action))],
  };
}

const bodyOf = (/** @type {Window & {choice: Choice | null}} */ { phase: of, audienceId, choice, opensAt, closesAt, actions }) => ({
  phase: of,
  ...(choice ? { audience: choiceBody(choice) } : (audienceId ?? null) === null ? {} : { audienceId }),
  opensAt,
  closesAt,
  actions,
});

function check(/** @type {Values} */ values) {
  const [opens, closes] = [fromField(values.opensAt), fromField(values.closesAt)];
  if (!values.termId) return t('window.noTerm');
  if (values.audienceId === CHOSEN && isEmpty(values.choice)) return t('window.audienceEmpty');
  if (Number.isNaN(opens) || Number.isNaN(closes)) return t('window.timesMissing');
  return opens < closes ? null : t('window.timesWrong');
}

/**
 * @param {App} app
 * @param {Values} values
 * @param {(to: Partial<Values>) => void} set
 * @param {Choices} choices
 * @param {Audience} audience
 * @param {Window | null} subject null: it is new
 */
function form(app, values, set, { windows, terms }, audience, subject) {
  const toggle = (/** @type {string} */ action) => (/** @type {any} */ event) =>
    set({ actions: event.target.checked ? [...values.actions, action] : values.actions.filter((other) => other !== action) });
  const close = atTheSameTime(windows, {
    windowId: subject?.windowId ?? null, termId: Number(values.termId), phase: values.phase, opensAt: fromField(values.opensAt), closesAt: fromField(values.closesAt),
  });
  return html`
    <div class="fields">
      ${subject ? nothing : select('window-term', t('window.term'), values.termId, terms.map(({ termId, name }) => [String(termId), termName(name)]), (termId) => set({ termId }))}
      ${select('window-phase', t('window.phase'), values.phase, PHASES.map((of) => [of, phase(of)]), (to) => set({ phase: to }))}
    </div>
    ${audience.form(values, set, audiencesOf(close, values.audienceId))}
    <div class="fields times">
      ${input('window-opens', t('window.opensAt'), values.opensAt, (opensAt) => set({ opensAt }), { type: 'datetime-local', step: '1' })}
      ${input('window-closes', t('window.closesAt'), values.closesAt, (closesAt) => set({ closesAt }), { type: 'datetime-local', step: '1' })}
    </div>
    <p class="soft">${t('window.korea')}</p>
    <div role="status" class="overlaps">${overlaps(app, values, close, audience)}</div>
    <fieldset class="row">
      <legend>${t('window.actions')}</legend>
      ${ACTIONS.map((action) => html`<label class="check"><input type="checkbox" .checked=${values.actions.includes(action)} @change=${toggle(action)} /> ${t(`window.action.${action}`)}</label>`)}
    </fieldset>`;
}

/** Warns of windows whose students could already do the same at the same time. */
function overlaps(/** @type {App} */ app, /** @type {Values} */ values, /** @type {Window[]} */ close, /** @type {Audience} */ audience) {
  if (values.audienceId === CHOSEN && isEmpty(values.choice)) return nothing;
  const counted = audience.count(values, audiencesOf(close, values.audienceId));
  const found = forTheSameStudents(close, values.audienceId, counted && counted !== 'failed' ? counted.shared : []);
  if (!found.length) return nothing;
  return html`<div class="note warn">
    <p>${t('window.overlaps', { phase: phase(values.phase) })}</p>
    <ul>${found.map((one) => html`<li>${one.audience ?? t('window.everyone')}, ${span(one, app.clock.now())}</li>`)}</ul>
  </div>`;
}
