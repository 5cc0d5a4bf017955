/**
 * Overrides: what students ask for, and the decisions of the desk.
 * @module
 */
import { dayClock } from '../shared/format.js';
import { t, tOr } from '../shared/text.js';
import { html, nothing, repeat } from '../shared/view.js';
import { select } from './fields.js';
import { createReading } from './loading.js';
import { decline, grant, stateWords, studentWords } from './override-decision.js';

const STATES = ['REQUESTED', 'GRANTED', 'DECLINED', 'EXPIRED', 'CONFIRMED', 'CANCELLED', 'WITHDRAWN'];
const SIZE = 20;
/** The API gives no more at once. */
const MOST = 100;
const AGAIN_MS = 10_000;

/** @typedef {{overrideId: number, studentId: number, studentNumber: string, studentName: string, courseId: number, title: string, department: string, lifts: string[], text: string, state: string, requestedAt: string, decidedAt?: string, decidedBy?: string, reason?: string, expiresAt?: string, confirmedAt?: string, enrollmentId?: number}} Override */

/** @param {import('./app.js').App} app */
export function createOverrides(app) {
  const reading = createReading(app);
  let state = 'REQUESTED';
  /** The id of the student whose requests alone are shown. */
  let studentId = '';
  let timer = 0;

  const address = (/** @type {Record<string, string>} */ more) => `/api/desk/overrides?${new URLSearchParams({ ...(state ? { state } : {}), ...(studentId ? { studentId } : {}), ...more })}`;

  /** Reads what is shown anew. */
  const read = () => reading.read(address({ size: String(Math.min(MOST, Math.max(SIZE, reading.body?.overrides.length ?? 0))) }));

  const further = () =>
    reading.read(address({ size: String(SIZE), after: String(reading.body.next) }), (body, before) => ({ ...body, overrides: [...before.overrides, ...body.overrides] }));

  function mayDecide(/** @type {Override} */ one) {
    const { me } = app.session;
    return one.state === 'REQUESTED' && (me?.role === 'REGISTRAR' || (me?.role === 'DEPARTMENT' && me.department === one.department));
  }

  /** Shows a decision at once, so that none is made twice, and reads the list anew. */
  async function make(/** @type {Promise<Override | null>} */ decided) {
    const made = await decided;
    if (made && reading.body) reading.body.overrides = reading.body.overrides.map((/** @type {Override} */ one) => (one.overrideId === made.overrideId ? made : one));
    await read();
    document.getElementById('overrides-title')?.focus();
  }

  return {
    open(/** @type {string} */ rest) {
      const of = new URLSearchParams(rest).get('student') ?? '';
      if (of !== studentId) {
        studentId = /^\d{1,16}$/.test(of) ? of : '';
        // Of one student all are shown, and of all students those that wait.
        state = studentId ? '' : 'REQUESTED';
        reading.forget();
      }
      read();
      clearInterval(timer);
      timer = setInterval(() => document.hidden || read(), AGAIN_MS);
    },
    close: () => clearInterval(timer),
    view: () => html`<h1 tabindex="-1" class="visually-hidden">${t('override.title')}</h1>
      <section class="panel" aria-labelledby="overrides-title">
        <div class="panel-head"><h2 id="overrides-title" tabindex="-1">${t('override.title')}</h2></div>
        <div class="panel-body stack">
          <p class="soft">${t('override.about')}</p>
          ${studentId ? html`<p class="row"><span>${t('override.ofStudent')}</span> <a href="#/students/${studentId}">${t('override.toStudent')}</a> <a href="#/overrides">${t('override.ofAll')}</a></p>` : nothing}
          ${select('override-state', t('override.show'), state, [...STATES.map((of) => /** @type {[string, string]} */ ([of, stateWords(of)])), ['', t('override.all')]], (to) => {
            state = to;
            reading.forget();
            read();
          })}
          ${reading.problem || !reading.body ? reading.state(read) : nothing} ${reading.body ? list() : nothing}
        </div>
      </section>`,
  };

  function list() {
    const { overrides, next } = reading.body;
    return html`${overrides.length ? html`<ul class="cards">${repeat(overrides, (/** @type {Override} */ one) => one.overrideId, card)}</ul>` : html`<p class="empty" role="status">${t('override.none')}</p>`}
      ${next === undefined ? nothing : html`<p><button type="button" ?disabled=${reading.loading} @click=${further}>${t('read.further')}</button></p>`}`;
  }

  function card(/** @type {Override} */ one) {
    const at = (/** @type {string | undefined} */ iso) => (iso ? dayClock(Date.parse(iso), app.clock.now()) : '');
    const waits = one.state === 'REQUESTED';
    return html`<li class="card">
      <h3><a href="#/courses/${one.courseId}">${one.title}</a> <span class="chip ${waits ? 'warn' : one.state === 'GRANTED' || one.state === 'CONFIRMED' ? 'good' : ''}">${stateWords(one.state)}</span></h3>
      <p class="soft">${t('override.by', { student: studentWords(one), department: one.department, at: at(one.requestedAt) })}</p>
      <p><a href="#/students/${one.studentId}" aria-label=${t('override.toStudentOf', { student: studentWords(one) })}>${t('override.toStudent')}</a></p>
      <p>${one.lifts.map((lift) => html`<span class="chip info">${tOr(`lift.${lift}`, 'lift.OTHER', { lift })}</span> `)}</p>
      <blockquote>${one.text}</blockquote>
      ${one.decidedAt ? html`<p>${t('override.decided', { by: one.decidedBy ?? '', at: at(one.decidedAt), reason: one.reason ?? '' })}</p>` : nothing}
      ${one.expiresAt ? html`<p class="num">${t('override.until', { at: at(one.expiresAt) })}</p>` : nothing}
      ${one.confirmedAt ? html`<p class="num">${t('override.confirmed', { at: at(one.confirmedAt) })}</p>` : nothing}
      ${mayDecide(one)
        ? html`<div class="row actions">
            <button type="button" class="primary" aria-label=${t('override.grantOf', { student: studentWords(one), course: one.title })} @click=${() => make(grant(app, one))}>${t('override.grant')}</button>
            <button type="button" aria-label=${t('override.declineOf', { student: studentWords(one), course: one.title })} @click=${() => make(decline(app, one))}>${t('override.decline')}</button>
          </div>`
        : nothing}
    </li>`;
  }
}
