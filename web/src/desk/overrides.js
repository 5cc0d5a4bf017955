/**
 * Overrides: what students ask for, and the decisions of the desk.
 * @module
 */
import { dayClock, number } from '../shared/format.js';
import { t, tOr } from '../shared/text.js';
import { html, nothing } from '../shared/view.js';
import { select } from './fields.js';
import { createReading } from './loading.js';
import { decline, grant, stateWords } from './override-decision.js';

const STATES = ['REQUESTED', 'GRANTED', 'DECLINED', 'EXPIRED', 'CONFIRMED', 'CANCELLED', 'WITHDRAWN'];
const SIZE = 20;
const AGAIN_MS = 10_000;

/** @typedef {{overrideId: number, studentId: number, courseId: number, title: string, department: string, lifts: string[], text: string, state: string, requestedAt: string, decidedAt?: string, decidedBy?: string, reason?: string, expiresAt?: string, confirmedAt?: string, enrollmentId?: number}} Override */

/** @param {import('./app.js').App} app */
export function createOverrides(app) {
  const reading = createReading(app);
  let state = 'REQUESTED';
  let page = 0;
  let timer = 0;

  const read = () => reading.read(`/api/desk/overrides?${new URLSearchParams({ ...(state ? { state } : {}), page: String(page), size: String(SIZE) })}`);

  function mayDecide(/** @type {Override} */ one) {
    const { me } = app.session;
    return one.state === 'REQUESTED' && (me?.role === 'REGISTRAR' || (me?.role === 'DEPARTMENT' && me.department === one.department));
  }

  async function make(/** @type {Promise<unknown>} */ decided) {
    await decided;
    await read();
    // The last request of the page may be gone from the list.
    if (!reading.body?.content.length && page) turn(page - 1);
    document.getElementById('overrides-title')?.focus();
  }

  function turn(/** @type {number} */ to) {
    page = to;
    read();
  }

  return {
    open() {
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
          ${select('override-state', t('override.show'), state, [...STATES.map((of) => /** @type {[string, string]} */ ([of, stateWords(of)])), ['', t('override.all')]], (to) => {
            state = to;
            reading.forget();
            turn(0);
          })}
          ${reading.problem || !reading.body ? reading.state(read) : nothing} ${reading.body ? list() : nothing}
        </div>
      </section>`,
  };

  function list() {
    const { content, total } = reading.body;
    const pages = Math.max(1, Math.ceil(total / SIZE));
    return html`<p role="status" class="soft">${t('override.found', { n: number(total) })}</p>
      ${content.length ? html`<ul class="cards">${content.map(card)}</ul>` : html`<p class="empty">${t('override.none')}</p>`}
      ${pages > 1
        ? html`<div class="row">
            <button type="button" ?disabled=${page === 0} @click=${() => turn(page - 1)}>${t('read.before')}</button>
            <span class="num">${t('read.page', { n: page + 1, of: pages })}</span>
            <button type="button" ?disabled=${page + 1 >= pages} @click=${() => turn(page + 1)}>${t('read.next')}</button>
          </div>`
        : nothing}`;
  }

  function card(/** @type {Override} */ one) {
    const at = (/** @type {string | undefined} */ iso) => (iso ? dayClock(Date.parse(iso), app.clock.now()) : '');
    const waits = one.state === 'REQUESTED';
    return html`<li class="card">
      <h3><a href="#/courses/${one.courseId}">${one.title}</a> <span class="chip ${waits ? 'warn' : one.state === 'GRANTED' || one.state === 'CONFIRMED' ? 'good' : ''}">${stateWords(one.state)}</span></h3>
      <p class="soft">${t('override.by', { student: one.studentId, department: one.department, at: at(one.requestedAt) })}</p>
      <p>${one.lifts.map((lift) => html`<span class="chip info">${tOr(`lift.${lift}`, 'lift.OTHER', { lift })}</span> `)}</p>
      <blockquote>${one.text}</blockquote>
      ${one.decidedAt ? html`<p>${t('override.decided', { by: one.decidedBy ?? '', at: at(one.decidedAt), reason: one.reason ?? '' })}</p>` : nothing}
      ${one.expiresAt ? html`<p class="num">${t('override.until', { at: at(one.expiresAt) })}</p>` : nothing}
      ${one.confirmedAt ? html`<p class="num">${t('override.confirmed', { at: at(one.confirmedAt) })}</p>` : nothing}
      ${mayDecide(one)
        ? html`<div class="row actions">
            <button type="button" class="primary" aria-label=${t('override.grantOf', { student: one.studentId, course: one.title })} @click=${() => make(grant(app, one))}>${t('override.grant')}</button>
            <button type="button" aria-label=${t('override.declineOf', { student: one.studentId, course: one.title })} @click=${() => make(decline(app, one))}>${t('override.decline')}</button>
          </div>`
        : nothing}
    </li>`;
  }
}
