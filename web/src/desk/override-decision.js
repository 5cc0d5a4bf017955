/**
 * Decisions about overrides.
 * @module
 */
import { dayClock } from '../shared/format.js';
import { t, tOr } from '../shared/text.js';
import { change } from './change.js';
import { dayAfter, dayOf, fromField, input } from './fields.js';

/** @typedef {import('./overrides.js').Override} Override */
/** @typedef {import('./app.js').App} App */

const DAYS = 2;
const YEAR_MS = 365 * 86_400_000;

/** Returns the state in words. */
export const stateWords = (/** @type {string} */ state) => tOr(`override.state.${state}`, 'override.state.OTHER', { state });

/** Returns the name with the number. */
export const studentWords = (/** @type {Override} */ one) => `${one.studentName} (${one.studentNumber})`;

const fieldsOf = (/** @type {App} */ app) => (/** @type {Override} */ one) => /** @type {import('./compare.js').Fields} */ ([
  [t('override.course'), one.title],
  [t('override.student'), studentWords(one)],
  [t('override.lifts'), one.lifts.map((lift) => tOr(`lift.${lift}`, 'lift.OTHER', { lift })).join(', ')],
  [t('override.state'), stateWords(one.state)],
  [t('override.expires'), one.expiresAt ? dayClock(Date.parse(one.expiresAt), app.clock.now()) : t('change.none')],
]);

const target = (/** @type {Override} */ one) => `override:${one.overrideId}`;

const path = (/** @type {Override} */ one) => `/api/desk/overrides/${one.overrideId}/decision`;

/** Grants a request until a time. */
export const grant = (/** @type {App} */ app, /** @type {Override} */ subject) =>
  change(app, {
    title: t('override.grantTitle', { course: subject.title }),
    confirm: t('override.grant'),
    warning: t('override.grantWarning'),
    subject,
    fields: fieldsOf(app),
    target,
    values: { expiresAt: `${dayAfter(dayOf(app.clock.now()), DAYS)}T18:00` },
    form: ({ expiresAt }, set) => input('grant-until', t('override.expires'), expiresAt, (to) => set({ expiresAt: to }), { type: 'datetime-local', hint: t('override.expiresHint') }),
    check: ({ expiresAt }) => {
      const left = fromField(expiresAt) - app.clock.now();
      return left > 0 && left <= YEAR_MS ? null : t('override.expiresWrong');
    },
    preview: (of, { expiresAt }) => ({ ...of, state: 'GRANTED', expiresAt: Number.isNaN(fromField(expiresAt)) ? undefined : new Date(fromField(expiresAt)).toISOString() }),
    request: (of, { expiresAt }, reason) => ({ method: 'POST', path: path(of), body: { decision: 'GRANT', reason, expiresAt: new Date(fromField(expiresAt)).toISOString() } }),
    outcome: (after) => ({ before: subject, after }),
  });

/** Declines a request. */
export const decline = (/** @type {App} */ app, /** @type {Override} */ subject) =>
  change(app, {
    title: t('override.declineTitle', { course: subject.title }),
    confirm: t('override.decline'),
    warning: t('override.declineWarning'),
    subject,
    fields: fieldsOf(app),
    target,
    preview: (of) => ({ ...of, state: 'DECLINED' }),
    request: (of, _, reason) => ({ method: 'POST', path: path(of), body: { decision: 'DECLINE', reason } }),
    outcome: (after) => ({ before: subject, after }),
  });
