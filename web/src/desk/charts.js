/**
 * The charts of the day: seats taken, seats per second, and the answers by reason.
 * @module
 */
import { clock, clockSecond, number } from '../shared/format.js';
import { t } from '../shared/text.js';
import { html } from '../shared/view.js';
import { bars, createSeries } from './answers.js';
import { line, patterns, stacked, swatch } from './chart.js';
import { figuresTable } from './figures-table.js';
import { answerName } from './problems.js';
import { perSecond } from './tiles.js';

const STEP_MS = 5_000;

/** @param {import('./app.js').App} app */
export function createCharts(app) {
  const seriesOf = createSeries();

  return (/** @type {any} */ overview) => {
    /** @type {import('./answers.js').Second[]} */
    const seconds = overview.answers.perSecond;
    if (!seconds.length) return html`<p class="empty">${t('chart.none')}</p>`;
    const from = Date.parse(seconds[0].at);
    const to = Math.max(Date.parse(seconds[seconds.length - 1].at), from + 60_000);
    const time = { from, to, time: clock };
    const series = seriesOf(overview.answers.total);
    return html`${patterns()}
      <div class="charts">
        ${seatsPanel(seconds, time)} ${ratePanel(seconds, time)} ${answersPanel(seconds, series, overview.answers, time)}
      </div>`;
  };

  /** @typedef {{from: number, to: number, time: (x: number) => string}} Time */
  /** @typedef {import('./answers.js').Second[]} Seconds */

  function seatsPanel(/** @type {Seconds} */ seconds, /** @type {Time} */ time) {
    const points = seconds.map(({ at, taken }) => ({ x: Date.parse(at), y: taken ?? null }));
    const last = points.findLast(({ y }) => y !== null)?.y ?? null;
    const label = last === null ? t('chart.seatsUnknown') : t('chart.seatsSaid', { n: number(last), more: number(last - (points.find(({ y }) => y !== null)?.y ?? 0)) });
    return panel('seats', line({ points, ...time, zero: false, whole: true, say: number, label }), () => ({
      head: [t('chart.at'), t('chart.taken')],
      rows: latest(points).map(({ x, y }) => [clockSecond(x), y === null ? t('tile.unknown') : number(y)]),
    }));
  }

  function ratePanel(/** @type {Seconds} */ seconds, /** @type {Time} */ time) {
    const points = seconds.map(({ at, answers }) => ({ x: Date.parse(at), y: answers.ENROLLED ?? 0 }));
    const most = Math.max(...points.map(({ y }) => y));
    return panel('rate', line({ points, ...time, zero: true, whole: true, say: number, label: t('chart.rateSaid', { n: number(points[points.length - 1].y), most: number(most) }) }), () => ({
      head: [t('chart.at'), t('chart.perSecond')],
      rows: latest(points).map(({ x, y }) => [clockSecond(x), number(y)]),
    }));
  }

  function answersPanel(/** @type {Seconds} */ seconds, /** @type {import('./answers.js').Series[]} */ series, /** @type {any} */ answers, /** @type {Time} */ time) {
    const all = bars(seconds, series, STEP_MS);
    const draw = stacked({ bars: all, step: STEP_MS, slots: series.map(({ slot }) => slot), ...time, from: all[0].x, to: all[all.length - 1].x + STEP_MS, say: perSecond, label: t('chart.answersSaid') });
    const codes = Object.keys(answers.total).sort((one, other) => answers.total[other] - answers.total[one]);
    return html`<section class="panel answers" aria-labelledby="chart-answers">
      <div class="panel-head"><h2 id="chart-answers">${t('chart.answers')}</h2></div>
      <div class="panel-body">
        <chart-box .draw=${draw}></chart-box>
        <ul class="legend" aria-label=${t('chart.legend', { n: answers.minutes })}>
          ${series.toReversed().map(({ code, slot, total }) => html`<li>${swatch(slot)} <span>${answerName(code)}</span> <span class="num">${number(total)}</span></li>`)}
        </ul>
        <p class="soft">${t('chart.legend', { n: answers.minutes })}</p>
        ${figuresTable(app, 'totals', t('chart.totals', { n: answers.minutes }), () => ({
          head: [t('chart.reason'), t('chart.count')],
          rows: codes.map((code) => [answerName(code), number(answers.total[code])]),
        }))}
        ${figuresTable(app, 'answers', t('chart.answers'), () => ({
          head: [t('chart.from'), ...series.map(({ code }) => answerName(code))],
          rows: all.toReversed().map(({ x, parts }) => [clockSecond(x), ...parts.map(perSecond)]),
        }))}
      </div>
    </section>`;
  }

  function panel(/** @type {string} */ name, /** @type {(width: number) => unknown} */ draw, /** @type {() => {head: string[], rows: string[][]}} */ read) {
    return html`<section class="panel" aria-labelledby="chart-${name}">
      <div class="panel-head"><h2 id="chart-${name}">${t(`chart.${name}`)}</h2></div>
      <div class="panel-body">
        <chart-box .draw=${draw}></chart-box>
        ${figuresTable(app, name, t(`chart.${name}`), read)}
      </div>
    </section>`;
  }
}

/** @template T @param {T[]} points */
const latest = (points) => points.toReversed();
