/**
 * The alarms that need the attention of the staff, as sentences.
 * @module
 */
import { t, tOr } from '../shared/text.js';
import { html, nothing } from '../shared/view.js';

/** @typedef {{instance: string | null, code: string, detail: string}} Alarm */

/** These cannot wait. */
const RED = new Set(['LEDGER_AWAY', 'SILENT', 'OVERSOLD']);

export const isRed = (/** @type {Alarm} */ alarm) => RED.has(alarm.code);

/** Returns the sentence of an alarm. */
export const alarmText = (/** @type {Alarm} */ alarm) =>
  (alarm.instance ? `${alarm.instance}: ` : '') + tOr(`alarm.${alarm.code}`, 'alarm.OTHER', { code: alarm.code, detail: alarm.detail });

export const alarmsView = (/** @type {Alarm[]} */ alarms) =>
  alarms.length
    ? html`<section aria-label=${t('alarm.title')}>
        <ul class="alarms">
          ${alarms.map((alarm) => html`<li class="note ${isRed(alarm) ? 'bad' : 'warn'}">
            <strong>${t(isRed(alarm) ? 'alarm.red' : 'alarm.amber')}</strong> ${alarmText(alarm)}
          </li>`)}
        </ul>
      </section>`
    : nothing;
