/**
 * The figures of a chart as a table, which is made when it is opened.
 * @module
 */
import { t } from '../shared/text.js';
import { html, nothing } from '../shared/view.js';

/** @type {Set<string>} names of the tables that are open */
const opened = new Set();

/**
 * @param {import('./app.js').App} app
 * @param {string} name
 * @param {string} caption
 * @param {() => {head: string[], rows: string[][]}} read the first cell of each row is its head
 */
export function figuresTable(app, name, caption, read) {
  const toggled = (/** @type {Event} */ event) => {
    const { open } = /** @type {HTMLDetailsElement} */ (event.target);
    if (open) opened.add(name);
    else opened.delete(name);
    app.render();
  };
  return html`<details class="figures" @toggle=${toggled}>
    <summary>${t('chart.table', { caption })}</summary>
    ${opened.has(name) ? table(caption, read()) : nothing}
  </details>`;
}

const table = (/** @type {string} */ caption, /** @type {{head: string[], rows: string[][]}} */ { head, rows }) => html`
  <div class="scroll tall" tabindex="0" role="group" aria-label=${caption}>
    <table class="grid">
      <caption class="visually-hidden">${caption}</caption>
      <thead><tr>${head.map((name, place) => html`<th scope="col" class=${place ? 'num' : ''}>${name}</th>`)}</tr></thead>
      <tbody>
        ${rows.map((row) => html`<tr>${row.map((cell, place) => (place ? html`<td class="num">${cell}</td>` : html`<th scope="row" class="num">${cell}</th>`))}</tr>`)}
      </tbody>
    </table>
  </div>`;
