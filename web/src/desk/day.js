/**
 * The day at a glance. Its figures are read each second while they are shown, and less often while the server does not answer.
 * @module
 */
import { announce } from '../shared/announce.js';
import { age, clockSecond } from '../shared/format.js';
import { poll } from '../shared/poll.js';
import { t } from '../shared/text.js';
import { html, nothing } from '../shared/view.js';
import { alarmText, alarmsView } from './alarms.js';
import { createCharts } from './charts.js';
import { fillTables } from './fill-tables.js';
import { instancesView } from './instances.js';
import { tiles } from './tiles.js';

const EACH_MS = 1_000;
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
  const charts = createCharts(app);
  /** @type {ReturnType<typeof poll> | undefined} */
  let polling;
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

  function take(/** @type {any} */ body) {
    overview = body;
    const now = new Map(body.alarms.map((/** @type {any} */ alarm) => [`${alarm.code} ${alarm.instance ?? ''}`, alarm]));
    if (alarmed) {
      for (const [name, alarm] of now) if (!alarmed.has(name)) announce(alarmText(alarm));
      if (alarmed.size && !now.size) announce(t('alarm.none'));
    }
    alarmed = new Set(now.keys());
  }

  return {
    open() {
      polling?.stop();
      polling = poll(read, { everyMs: EACH_MS, jitter: 0.1 });
      windows.open();
    },
    close() {
      polling?.stop();
      polling = undefined;
      windows.close();
    },
    view() {
      return html`<h1 tabindex="-1" class="visually-hidden">${t('day.title')}</h1>
        ${overview ? shown(overview) : html`<p class="empty" role="status">${problem ? t('day.away') : t('page.loading')}</p>`}
        ${windows.panel()} ${overview ? html`<div class="blocks ${stale(overview) ? 'stale' : ''}">${fillTables(overview)}</div>` : nothing}`;
    },
  };

  function stale(/** @type {any} */ of) {
    return app.clock.now() - Date.parse(of.asOf) > STALE_MS;
  }

  function shown(/** @type {any} */ of) {
    const old = stale(of);
    return html`
      <p class="as-of num">
        ${t('day.asOf', { at: clockSecond(Date.parse(of.asOf)) })}
        <span>(${age(app.clock.now() - Date.parse(of.asOf))})</span>
      </p>
      <div role="status">
        ${old ? html`<p class="note warn">${t(problem ? 'day.staleFailed' : 'day.stale')}</p>` : nothing}
        ${of.complete ? nothing : html`<p class="note warn">${t('day.incomplete')}</p>`}
      </div>
      ${alarmsView(of.alarms)}
      <div class="blocks ${old ? 'stale' : ''}">
        ${tiles(of)} ${charts(of)} ${instancesView(of)}
      </div>`;
  }
}
