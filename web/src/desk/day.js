/**
 * The day at a glance. Its figures are read each second while they are shown, and less often while the server does not answer.
 * @module
 */
import { announce } from '../shared/announce.js';
import { age, clockSecond, dayClock, duration } from '../shared/format.js';
import { poll } from '../shared/poll.js';
import { t } from '../shared/text.js';
import { html, nothing } from '../shared/view.js';
import { alarmsView, causeText } from './alarms.js';
import { causesOf } from './causes.js';
import { createCharts } from './charts.js';
import { dayOf, startOf } from './fields.js';
import { fillTable } from './fill-tables.js';
import { instancesView } from './instances.js';
import { nextOf } from './openings.js';
import { tiles } from './tiles.js';
import { phase } from './window-words.js';

const EACH_MS = 1_000;
const DAY_EACH_MS = 20_000;
const STALE_MS = 5_000;

/**
 * @param {import('./app.js').App} app
 * @param {ReturnType<typeof import('./windows.js').createWindows>} windows
 */
export function createDay(app, windows) {
  /** @type {any} */
  let overview = null;
  /** @type {import('../shared/api.js').AnyProblem | null} */
  let problem = null;
  /** @type {import('./answers.js').Second[] | null} minutes of the last 24 hours */
  let minutes = null;
  const charts = createCharts(app);
  /** @type {ReturnType<typeof poll>[]} */
  let polls = [];
  /** @type {Set<string> | undefined} */
  let alarmed;

  async function read() {
    let answer = null;
    try {
      answer = await app.api.get('/api/desk/overview', { timeoutMs: 5_000 });
    } catch {
      // The age of the figures shows that no answer came.
    }
    problem = answer?.status === 200 ? null : (answer?.problem ?? { code: 'NO_ANSWER' });
    if (answer?.status === 200) take(answer.body);
    app.render();
    return answer?.status === 200;
  }

  async function readDay() {
    const answer = await app.api.get('/api/desk/day', { timeoutMs: 5_000 });
    if (answer.status === 200) minutes = answer.body.minutes;
    app.render();
    return answer.status === 200;
  }

  function take(/** @type {any} */ body) {
    overview = body;
    const now = new Map(causesOf(body.alarms).map((cause) => [cause.code, cause]));
    if (alarmed) {
      for (const [code, cause] of now) if (!alarmed.has(code)) announce(causeText(cause));
      if (alarmed.size && !now.size) announce(t('alarm.none'));
    }
    alarmed = new Set(now.keys());
  }

  return {
    open() {
      stop();
      polls = [poll(read, { everyMs: EACH_MS, jitter: 0.1 }), poll(readDay, { everyMs: DAY_EACH_MS, jitter: 0.1 })];
      windows.open();
    },
    close() {
      stop();
      windows.close();
    },
    view() {
      return html`<h1 tabindex="-1" class="visually-hidden">${t('day.title')}</h1>
        ${overview ? shown(overview) : html`<p class="empty" role="status">${problem ? t('day.away') : t('page.loading')}</p> ${windows.panel()}`}`;
    },
  };

  function stop() {
    for (const one of polls) one.stop();
    polls = [];
  }

  function stale(/** @type {any} */ of) {
    return app.clock.now() - Date.parse(of.asOf) > STALE_MS;
  }

  function shown(/** @type {any} */ of) {
    const old = stale(of);
    const blocks = old ? 'blocks stale' : 'blocks';
    return html`
      <div class="row day-head">
        ${opening()}
        <p class="as-of num">
          ${t('day.asOf', { at: clockSecond(Date.parse(of.asOf)) })}
          <span>(${age(app.clock.now() - Date.parse(of.asOf))})</span>
        </p>
      </div>
      <div role="status">
        ${old ? html`<p class="note warn">${t(problem ? 'day.staleFailed' : 'day.stale')}</p>` : nothing}
        ${of.complete ? nothing : html`<p class="note warn">${t('day.incomplete')}</p>`}
      </div>
      ${alarmsView(of.alarms, of.instances.length)}
      <div class=${blocks}>${tiles(of)} ${charts(of, today())}</div>
      <div class="two">
        ${windows.panel()}
        <div class=${blocks}>${fillTable('fullest', of.fullest)}</div>
      </div>
      <div class=${blocks}>${instancesView(of)} ${fillTable('slowest', of.slowest)}</div>`;
  }

  function today() {
    const midnight = startOf(dayOf(app.clock.now()));
    return minutes && minutes.filter((one) => Date.parse(one.at) >= midnight);
  }

  /** The next opening, counted down. */
  function opening() {
    const next = nextOf(windows.all(), app.clock.now());
    if (!next.length) return html`<p class="opening soft">${t('day.noOpening')}</p>`;
    const at = Date.parse(next[0].opensAt);
    const left = () => t('day.left', { left: duration(Math.max(0, at - app.clock.now())) });
    const names = next.map((one) => `${phase(one.phase)} · ${one.audience ?? t('window.everyone')}`);
    return html`<p class="opening"><strong class="num">${t('day.opening', { at: dayClock(at, app.clock.now()) })}</strong>
      <tick-text class="num" .text=${left}></tick-text> <span class="soft">${[...new Set(names)].join(', ')}</span></p>`;
  }
}
