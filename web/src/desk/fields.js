/**
 * Form fields that the views share, and times of Korea in them.
 * @module
 */
import { html } from '../shared/view.js';

const OFFSET = 9 * 3_600_000; // Korea has no summer time.
const DAY = 86_400_000;

/** Returns 2026-11-26T10:00:00 of a time, as a field has it. */
export const toField = (/** @type {number} */ ms) => new Date(ms + OFFSET).toISOString().slice(0, 19);

/** Returns the time of a field in milliseconds since 1970; NaN where it is not filled in. */
export const fromField = (/** @type {string} */ text) => Date.parse(`${text.length === 16 ? `${text}:00` : text}+09:00`);

/** Returns 2026-11-26 of a time in Korea. */
export const dayOf = (/** @type {number} */ ms) => toField(ms).slice(0, 10);

/** Returns the first instant of a day in Korea. */
export const startOf = (/** @type {string} */ day) => Date.parse(`${day}T00:00:00+09:00`);

/** Returns the day so many days later. */
export const dayAfter = (/** @type {string} */ day, /** @type {number} */ days) => dayOf(startOf(day) + days * DAY);

/**
 * Returns a labelled field.
 * @param {string} id
 * @param {string} label
 * @param {string} value
 * @param {(value: string) => void} take
 * @param {{type?: string, step?: string, min?: string, max?: string, maxlength?: number, hint?: string}} [more]
 */
export const input = (id, label, value, take, { type = 'text', step = '', min = '', max = '', maxlength = 64, hint = '' } = {}) => html`
  <div class="field">
    <label for=${id}>${label}</label>
    <input id=${id} type=${type} step=${step} min=${min} max=${max} maxlength=${maxlength} autocomplete="off" .value=${value}
      aria-describedby="${id}-hint" @input=${(/** @type {any} */ event) => take(event.target.value)} />
    <p id="${id}-hint" class="soft" ?hidden=${!hint}>${hint}</p>
  </div>`;

/**
 * Returns a labelled list to choose from.
 * @param {string} id
 * @param {string} label
 * @param {string} value
 * @param {[string, string][]} options values and words
 * @param {(value: string) => void} take
 */
export const select = (id, label, value, options, take) => html`
  <div class="field">
    <label for=${id}>${label}</label>
    <select id=${id} @change=${(/** @type {any} */ event) => take(event.target.value)}>
      ${options.map(([of, words]) => html`<option value=${of} .selected=${of === value}>${words}</option>`)}
    </select>
  </div>`;

/** Returns a key that was never used: 22 characters. A page without HTTPS has no crypto.randomUUID. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
