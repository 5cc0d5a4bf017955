/**
 * Charts as plain SVG, as wide as their place. They are read without colours: lines have their last value at their right end, and areas
 * have a pattern each. The same figures are in a table (figures-table.js).
 * @module
 */
import { svg } from '../lib/lit-html/lit-html.js';
import { html, nothing, render } from '../shared/view.js';
import { scale, times } from './axis.js';

/** @typedef {{x: number, y: number | null}} Point x in milliseconds since 1970; y null: not known */
/** @typedef {{x: number, parts: number[]}} Bar values from below, one per series */

const HEIGHT = 170;
const TOP = 12;
const BOTTOM = 22;
const LEFT = 52;
const RIGHT = 76;

/**
 * Returns the parts of a line, which is broken where a value is not known.
 * @param {Point[]} points
 * @param {(x: number) => number} x
 * @param {(y: number) => number} y
 */
export function path(points, x, y) {
  let text = '';
  let pen = false;
  for (const point of points) {
    if (point.y === null) {
      pen = false;
      continue;
    }
    text += `${pen ? 'L' : 'M'}${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}`;
    pen = true;
  }
  return text;
}

/**
 * A line over time, with its last value at its right end.
 * @param {{points: Point[], from: number, to: number, zero: boolean, span?: number, whole?: boolean, say: (y: number) => string, time: (x: number) => string, label: string}} of
 *   span: height of the chart at least, so that a small change looks small
 */
export const line = (of) => (/** @type {number} */ width) => {
  const values = of.points.flatMap((point) => (point.y === null ? [] : [point.y]));
  const most = values.reduce((one, other) => Math.max(one, other), 0);
  const least = of.zero || !values.length ? 0 : values.reduce((one, other) => Math.min(one, other), most);
  const { low, high, ticks } = scale(Math.max(0, Math.min(least, most - (of.span ?? 0))), most, of.whole);
  const x = across(of.from, of.to, width);
  const y = (/** @type {number} */ value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - low) / (high - low));
  const last = of.points.findLast((point) => point.y !== null);
  return html`<svg class="chart" role="img" aria-label=${of.label} width=${width} height=${HEIGHT} viewBox="0 0 ${width} ${HEIGHT}">
    ${axes({ ...of, ticks, x, y, width })}
    <path class="chart-line" d=${path(of.points, x, y)}></path>
    ${last?.y === undefined || last.y === null
      ? nothing
      : svg`<circle class="chart-dot" cx=${x(last.x)} cy=${y(last.y)} r="3.5"></circle>
          <text class="chart-last" x=${x(last.x) + 7} y=${y(last.y) + 5}>${of.say(last.y)}</text>`}
  </svg>`;
};

/**
 * Bars over time, each made of one part per series.
 * @param {{bars: Bar[], step: number, slots: number[], from: number, to: number, say: (y: number) => string, time: (x: number) => string, label: string}} of
 *   slots: the pattern of each series, from 1
 */
export const stacked = (of) => (/** @type {number} */ width) => {
  const { low, high, ticks } = scale(0, Math.max(...of.bars.map((bar) => bar.parts.reduce((sum, part) => sum + part, 0)), 0));
  const x = across(of.from, of.to, width, 12);
  const y = (/** @type {number} */ value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - low) / (high - low));
  const wide = Math.max(1, x(of.from + of.step) - x(of.from) - 1);
  return html`<svg class="chart" role="img" aria-label=${of.label} width=${width} height=${HEIGHT} viewBox="0 0 ${width} ${HEIGHT}">
    ${axes({ ...of, ticks, x, y, width, right: 12 })}
    ${of.bars.map((bar) => {
      let below = 0;
      return bar.parts.map((part, place) => {
        if (!part) return nothing;
        const from = below;
        below += part;
        return svg`<rect x=${x(bar.x)} width=${wide} y=${y(below)} height=${y(from) - y(below)} fill="url(#series-${of.slots[place]})"></rect>`;
      });
    })}
  </svg>`;
};

function across(/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ width, right = RIGHT) {
  const length = Math.max(1, width - LEFT - right);
  return (/** @type {number} */ at) => LEFT + (length * (at - from)) / (to - from);
}

/** @param {{ticks: number[], from: number, to: number, say: (y: number) => string, time: (x: number) => string, x: (x: number) => number, y: (y: number) => number, width: number, right?: number}} of */
const axes = ({ ticks, from, to, say, time, x, y, width, right = RIGHT }) => svg`
  ${ticks.map((tick) => svg`<line class="chart-grid" x1=${LEFT} x2=${width - right} y1=${y(tick)} y2=${y(tick)}></line>
    <text class="chart-label" x=${LEFT - 6} y=${y(tick) + 4} text-anchor="end">${say(tick)}</text>`)}
  ${times(from, to).map((at) => svg`<line class="chart-tick" x1=${x(at)} x2=${x(at)} y1=${HEIGHT - BOTTOM} y2=${HEIGHT - BOTTOM + 4}></line>
    <text class="chart-label" x=${x(at)} y=${HEIGHT - 5} text-anchor="middle">${time(at)}</text>`)}`;

const MARKS = [
  '',
  'M0 8L8 0M-2 2L2 -2M6 10L10 6',
  'M4 2.6a1.4 1.4 0 1 0 0.01 0M0 6.6a1.4 1.4 0 1 0 0.01 0M8 6.6a1.4 1.4 0 1 0 0.01 0',
  'M0 2H8M0 6H8',
  'M0 0L8 8M-2 6L2 10M6 -2L10 2',
  'M0 4H8M4 0V8',
];

/** Returns the patterns of the series, once in a page. */
export const patterns = () => html`<svg class="chart-patterns" width="0" height="0" aria-hidden="true">
  <defs>
    ${MARKS.map((mark, place) => svg`<pattern id="series-${place + 1}" width="8" height="8" patternUnits="userSpaceOnUse">
      <rect class="series-${place + 1}" width="8" height="8"></rect><path class="series-mark" d=${mark}></path>
    </pattern>`)}
  </defs>
</svg>`;

/** Returns the sample of a series for a legend. */
export const swatch = (/** @type {number} */ slot) => html`<svg class="swatch" width="24" height="16" aria-hidden="true">
  <rect width="24" height="16" fill="url(#series-${slot})"></rect>
</svg>`;

/** The place of a chart: draws it anew when its width changes. `<chart-box .draw=${(width) => ...}>` */
class ChartBox extends HTMLElement {
  /** @type {(width: number) => unknown} */
  #draw = () => nothing;
  #width = 0;
  #sizes = new ResizeObserver(([entry]) => {
    const width = Math.floor(entry.contentRect.width);
    if (width === this.#width) return;
    this.#width = width;
    this.#render();
  });

  set draw(/** @type {(width: number) => unknown} */ draw) {
    this.#draw = draw;
    this.#render();
  }

  connectedCallback() {
    this.#sizes.observe(this);
  }

  disconnectedCallback() {
    this.#sizes.disconnect();
  }

  #render() {
    if (this.#width) render(/** @type {any} */ (this.#draw(this.#width)), this);
  }
}

customElements.define('chart-box', ChartBox);
