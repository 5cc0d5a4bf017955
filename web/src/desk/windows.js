/**
 * The windows of registration: when which students may do what. A day as a Gantt chart, whose rows are a list with the times in words.
 * @module
 */
import { t } from '../shared/text.js';
import { html, nothing, repeat } from '../shared/view.js';
import { dayAfter, dayOf, input, startOf } from './fields.js';
import { createReading } from './loading.js';
import { closeWindow, createWindow, editWindow, openWindow, shiftWindow } from './window-changes.js';
import { actionWords, phase, span, termName } from './window-words.js';

const DAY = 86_400_000;
const AGAIN_MS = 10_000;

/** @typedef {{windowId: number, termId: number, term: string, phase: string, audienceId?: number | null, audience?: string | null, opensAt: string, closesAt: string, actions: string[], state: 'BEFORE'|'OPEN'|'OVER', version: string}} Window */

/** @param {import('./app.js').App} app */
export function createWindows(app) {
  const reading = createReading(app);
  /** @type {string | null} null: today, also after midnight */
  let day = null;
  let timer = 0;

  const refresh = () => reading.read('/api/desk/windows');
  const shownDay = () => day ?? dayOf(app.clock.now());
  const mayChange = () => app.session.me?.role === 'REGISTRAR';

  /** Shows what a change made at once, so that the next change has its version, and reads the list anew. */
  async function make(/** @type {Promise<Window | null>} */ changed) {
    const made = await changed;
    if (made && reading.body) reading.body.windows = [...reading.body.windows.filter((/** @type {Window} */ one) => one.windowId !== made.windowId), made];
    refresh();
  }

  function open() {
    refresh();
    clearInterval(timer);
    timer = setInterval(() => document.hidden || refresh(), AGAIN_MS);
  }

  return {
    open,
    close: () => clearInterval(timer),
    /** Returns the panel, which the day shows too. */
    panel: () => panel(),
    /** Returns all windows; none while they are not known. @returns {Window[]} */
    all: () => reading.body?.windows ?? [],
    view: () => html`<h1 tabindex="-1" class="visually-hidden">${t('window.title')}</h1>
      ${panel()} ${reading.body ? otherDays() : nothing}`,
  };

  function panel() {
    return html`<section class="panel" aria-labelledby="windows-title">
      <div class="panel-head">
        <h2 id="windows-title">${t('window.titleOf', { day: dayWords(shownDay()) })}</h2>
        ${mayChange() && reading.body
          ? html`<button type="button" class="primary" @click=${() => make(createWindow(app, reading.body))}>${t('window.create')}</button>`
          : nothing}
      </div>
      <div class="panel-body">
        ${reading.problem || !reading.body ? reading.state(refresh) : nothing} ${days()} ${reading.body ? gantt() : nothing}
      </div>
    </section>`;
  }

  function days() {
    const step = (/** @type {number} */ n) => () => {
      day = dayAfter(shownDay(), n);
      app.render();
    };
    const take = (/** @type {string} */ value) => {
      if (!/^\d{4}-\d\d-\d\d$/.test(value)) return;
      day = value;
      app.render();
    };
    const today = () => {
      day = null;
      app.render();
    };
    return html`<div class="row days">
      <button type="button" @click=${step(-1)} aria-label=${t('window.dayBefore')}>←</button>
      ${input('windows-day', t('window.day'), shownDay(), take, { type: 'date' })}
      <button type="button" @click=${step(1)} aria-label=${t('window.dayAfter')}>→</button>
      <button type="button" @click=${today}>${t('window.today')}</button>
    </div>`;
  }

  function gantt() {
    const from = startOf(shownDay());
    const found = sorted(reading.body.windows.filter((/** @type {Window} */ one) => touches(one, from)));
    if (!found.length) return html`<p class="empty">${t('window.noneThatDay')}</p>`;
    return html`
      <div class="gantt-hours num" aria-hidden="true">${[0, 3, 6, 9, 12, 15, 18, 21, 24].map((hour) => html`<span .style=${`inset-inline-start: ${(100 * hour) / 24}%`}>${hour}</span>`)}</div>
      <ul class="gantt">${repeat(found, (one) => one.windowId, (one) => row(one, from))}</ul>
      <p class="soft">${t('window.korea')}</p>`;
  }

  function row(/** @type {Window} */ one, /** @type {number} */ from) {
    const place = (/** @type {number} */ at) => Math.min(100, Math.max(0, (100 * (at - from)) / DAY));
    const [begin, end] = [place(Date.parse(one.opensAt)), place(Date.parse(one.closesAt))];
    const now = app.clock.now();
    return html`<li>
      ${about(one)}
      <div class="track" aria-hidden="true">
        <span class="span ${stateOf(one).toLowerCase()}" .style=${`inset-inline-start: ${begin}%; inline-size: ${Math.max(end - begin, 0.3)}%`}></span>
        ${now >= from && now < from + DAY ? html`<span class="now" .style=${`inset-inline-start: ${place(now)}%`}></span>` : nothing}
      </div>
      ${mayChange() ? actions(one) : nothing}
    </li>`;
  }

  // The state as it is by the clock: the list may be some seconds old.
  function stateOf(/** @type {Window} */ one) {
    const now = app.clock.now();
    return now < Date.parse(one.opensAt) ? 'BEFORE' : now < Date.parse(one.closesAt) ? 'OPEN' : 'OVER';
  }

  function about(/** @type {Window} */ one) {
    const state = stateOf(one);
    return html`<div class="about">
      <strong>${phase(one.phase)} · ${one.audience ?? t('window.everyone')}</strong>
      <span class="chip ${{ BEFORE: 'info', OPEN: 'good', OVER: '' }[state]}">${t(`window.state.${state}`)}</span>
      <span class="num">${span(one, app.clock.now())}</span>
      <span class="soft">${termName(one.term)} · ${actionWords(one.actions)}</span>
    </div>`;
  }

  function actions(/** @type {Window} */ one) {
    const state = stateOf(one);
    const name = `${phase(one.phase)}, ${one.audience ?? t('window.everyone')}, ${span(one, app.clock.now())}`;
    const button = (/** @type {string} */ key, /** @type {(app: any, one: Window, all: any) => Promise<any>} */ changed) => html`<button type="button"
      aria-label=${t('window.actionOf', { action: t(key), window: name })} @click=${() => make(changed(app, one, reading.body))}>${t(key)}</button>`;
    return html`<div class="row actions">
      ${state === 'BEFORE' ? button('window.openNow', openWindow) : nothing} ${state === 'OVER' ? nothing : button('window.shift', shiftWindow)}
      ${state === 'OPEN' ? button('window.close', closeWindow) : nothing} ${button('window.edit', editWindow)}
    </div>`;
  }

  function otherDays() {
    const from = startOf(shownDay());
    const others = sorted(reading.body.windows.filter((/** @type {Window} */ one) => !touches(one, from)));
    return html`<section class="panel" aria-labelledby="other-days">
      <div class="panel-head"><h2 id="other-days">${t('window.otherDays')}</h2></div>
      <div class="panel-body">
        ${others.length
          ? html`<ul class="gantt plain">${repeat(others, (one) => one.windowId, (one) => html`<li>${about(one)} ${mayChange() ? actions(one) : nothing}</li>`)}</ul>`
          : html`<p class="empty">${t('window.noneElse')}</p>`}
      </div>
    </section>`;
  }
}

const touches = (/** @type {Window} */ one, /** @type {number} */ from) => Date.parse(one.opensAt) < from + DAY && Date.parse(one.closesAt) > from;

const sorted = (/** @type {Window[]} */ windows) => windows.toSorted((one, other) => Date.parse(one.opensAt) - Date.parse(other.opensAt) || one.windowId - other.windowId);

const dayWords = (/** @type {string} */ day) => t('window.dayWords', { month: Number(day.slice(5, 7)), day: Number(day.slice(8)) });
