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

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** What a chart of a range has: how long a point and a bar are, and how much time is shown at least. */
const RANGES = {
  now: { unit: SECOND_MS, step: 5 * SECOND_MS, least: MINUTE_MS, at: clockSecond },
  day: { unit: MINUTE_MS, step: 5 * MINUTE_MS, least: 60 * MINUTE_MS, at: clock },
};
/** Of the seats: a change of fewer looks small. */
const SPAN = 0.02;

/** @typedef {keyof typeof RANGES} Range */
/** @typedef {{range: Range, from: number, to: number, time: (x: number) => string}} Time */
/** @typedef {import('./answers.js').Second[]} Points */

/** @param {import('./app.js').App} app */
export function createCharts(app) {
  const seriesOf = createSeries();
  /** @type {Range} */
  let range = 'now';

  return (/** @type {any} */ overview, /** @type {Points | null} */ minutes) => html`
    <div class="segments range" role="group" aria-label=${t('chart.range')}>
      ${/** @type {Range[]} */ (Object.keys(RANGES)).map((one) => html`<button type="button" aria-pressed=${one === range} @click=${() => choose(one)}>${t(`chart.range.${one}`)}</button>`)}
    </div>
    ${of(overview, (range === 'now' ? overview.answers.perSecond : minutes) ?? [])}`;

  function choose(/** @type {Range} */ one) {
    range = one;
    app.render();
  }

  function of(/** @type {any} */ overview, /** @type {Points} */ points) {
    if (!points.length) return html`<p class="empty">${t('chart.none')}</p>`;
    const from = Date.parse(points[0].at);
    const to = Math.max(Date.parse(points[points.length - 1].at), from + RANGES[range].least);
    const time = { range, from, to, time: clock };
    const totals = range === 'now' ? overview.answers.total : totalsOf(points);
    return html`${patterns()}
      <div class="charts">
        ${seatsPanel(points, time, overview.seats?.capacity ?? 0)} ${ratePanel(points, time)} ${answersPanel(points, seriesOf(totals), totals, overview.answers.minutes, time)}
      </div>`;
  }

  function seatsPanel(/** @type {Points} */ all, /** @type {Time} */ time, /** @type {number} */ capacity) {
    const points = all.map(({ at, taken }) => ({ x: Date.parse(at), y: taken ?? null }));
    const last = points.findLast(({ y }) => y !== null)?.y ?? null;
    const label = last === null ? t('chart.seatsUnknown') : t(`chart.seatsSaid.${time.range}`, { n: number(last), more: number(last - (points.find(({ y }) => y !== null)?.y ?? 0)) });
    const draw = line({ points, ...time, zero: false, span: Math.ceil(capacity * SPAN), whole: true, say: number, label });
    return panel('seats', time.range, draw, () => ({
      head: [t('chart.at'), t('chart.taken')],
      rows: latest(points).map(({ x, y }) => [RANGES[time.range].at(x), y === null ? t('tile.unknown') : number(y)]),
    }));
  }

  function ratePanel(/** @type {Points} */ all, /** @type {Time} */ time) {
    const points = all.map(({ at, answers }) => ({ x: Date.parse(at), y: answers?.ENROLLED ?? 0 }));
    const most = points.reduce((one, { y }) => Math.max(one, y), 0);
    const label = t(`chart.rateSaid.${time.range}`, { n: number(points[points.length - 1].y), most: number(most) });
    return panel('rate', time.range, line({ points, ...time, zero: true, whole: true, say: number, label }), () => ({
      head: [t('chart.at'), t(`chart.rate.${time.range}`)],
      rows: latest(points).map(({ x, y }) => [RANGES[time.range].at(x), number(y)]),
    }));
  }

  function answersPanel(/** @type {Points} */ points, /** @type {import('./answers.js').Series[]} */ series, /** @type {Record<string, number>} */ totals, /** @type {number} */ minutes, /** @type {Time} */ time) {
    const { unit, step, at } = RANGES[time.range];
    const all = bars(points, series, step, unit);
    const draw = stacked({ bars: all, step, slots: series.map(({ slot }) => slot), ...time, from: all[0].x, to: all[all.length - 1].x + step, say: perSecond, label: t('chart.answersSaid') });
    const codes = Object.keys(totals).sort((one, other) => totals[other] - totals[one]);
    const title = t(`chart.answers.${time.range}`);
    return html`<section class="panel answers" aria-labelledby="chart-answers">
      <div class="panel-head"><h2 id="chart-answers">${title}</h2> <span class="soft">${t(`chart.legend.${time.range}`, { n: minutes })}</span></div>
      <div class="panel-body">
        <chart-box .draw=${draw}></chart-box>
        <ul class="legend" aria-label=${t(`chart.legend.${time.range}`, { n: minutes })}>
          ${series.toReversed().map(({ code, slot, total }) => html`<li>${swatch(slot)} <span>${answerName(code)}</span> <span class="num">${number(total)}</span></li>`)}
        </ul>
        <div class="tables">${figuresTable(app, 'totals', t(`chart.totals.${time.range}`, { n: minutes }), () => ({
          head: [t('chart.reason'), t('chart.count')],
          rows: codes.map((code) => [answerName(code), number(totals[code])]),
        }))}
        ${figuresTable(app, 'answers', title, () => ({
          head: [t('chart.from'), ...series.map(({ code }) => answerName(code))],
          rows: all.toReversed().map(({ x, parts }) => [at(x), ...parts.map(perSecond)]),
        }))}</div>
      </div>
    </section>`;
  }

  function panel(/** @type {string} */ name, /** @type {Range} */ of, /** @type {(width: number) => unknown} */ draw, /** @type {() => {head: string[], rows: string[][]}} */ read) {
    const title = t(`chart.${name}.${of}`);
    return html`<section class="panel" aria-labelledby="chart-${name}">
      <div class="panel-head"><h2 id="chart-${name}">${title}</h2></div>
      <div class="panel-body">
        <chart-box .draw=${draw}></chart-box>
        ${figuresTable(app, name, title, read)}
      </div>
    </section>`;
  }
}

/** Returns the answers of all points by code. */
function totalsOf(/** @type {Points} */ points) {
  /** @type {Record<string, number>} */
  const totals = {};
  for (const { answers } of points) for (const [code, n] of Object.entries(answers ?? {})) totals[code] = (totals[code] ?? 0) + n;
  return totals;
}

/** @template T @param {T[]} points */
const latest = (points) => points.toReversed();
