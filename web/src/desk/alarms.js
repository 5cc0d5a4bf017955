/**
 * The alarms that need the attention of the staff, as sentences: one for each cause.
 * @module
 */
import { t, tOr } from '../shared/text.js';
import { html, nothing, repeat } from '../shared/view.js';
import { causesOf, isRed } from './causes.js';

/** @typedef {import('./causes.js').Alarm} Alarm */
/** @typedef {import('./causes.js').Cause} Cause */

/** Returns the sentence of a cause. */
export const causeText = (/** @type {Cause} */ { code, detail }) => tOr(`alarm.${code}`, 'alarm.OTHER', { code, detail });

export const alarmsView = (/** @type {Alarm[]} */ alarms, /** @type {number} */ instances) =>
  alarms.length
    ? html`<section aria-label=${t('alarm.title')}>
        <ul class="alarms">
          ${repeat(causesOf(alarms), ({ code }) => code, (cause) => html`<li class="note ${isRed(cause) ? 'bad' : 'warn'}">
            <strong>${t(isRed(cause) ? 'alarm.red' : 'alarm.amber')}</strong> ${causeText(cause)}
            ${cause.instances.length ? html`<span class="soft">${t('alarm.servers', { n: cause.instances.length, all: instances })}</span>` : nothing}
          </li>`)}
        </ul>
      </section>`
    : nothing;
