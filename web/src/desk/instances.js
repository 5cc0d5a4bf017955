/**
 * The instances as tiles.
 * @module
 */
import { age, number } from '../shared/format.js';
import { t, tOr } from '../shared/text.js';
import { html, nothing, repeat } from '../shared/view.js';
import { isRed } from './causes.js';
import { serverTiles } from './tiles.js';

/** Returns the figures of all servers, and one tile per instance. */
export const instancesView = (/** @type {any} */ overview) => html`<section class="panel" aria-labelledby="instances-title">
  <div class="panel-head"><h2 id="instances-title">${t('instance.title')}</h2></div>
  <div class="panel-body stack">
    ${overview.instances.length ? html`${serverTiles(overview)} ${list(overview)}` : html`<p class="empty">${t('instance.none')}</p>`}
  </div>
</section>`;

const list = (/** @type {any} */ { instances, alarms, asOf }) => html`<ul class="instances">
  ${repeat(instances, (one) => one.instance, (one) => instance(one, alarms.filter((/** @type {any} */ alarm) => alarm.instance === one.instance), Date.parse(asOf)))}
</ul>`;

function instance(/** @type {any} */ one, /** @type {any[]} */ alarms, /** @type {number} */ asOf) {
  const bad = one.state === 'SILENT' || !one.ledgerAvailable || alarms.some(isRed);
  const level = bad ? 'bad' : alarms.length || one.state !== 'READY' || one.gate !== 'IN_USE' ? 'warn' : 'good';
  const why = reason(one);
  return html`<li class="tile ${level}">
    <h3>${one.instance}</h3>
    <p><span class="chip ${level}">${tOr(`instance.state.${one.state}`, 'instance.state.OTHER', { state: one.state })}</span></p>
    ${why ? html`<p class="why">${why}</p>` : nothing}
    <dl class="pairs">
      <dt>${t('instance.gate')}</dt><dd>${tOr(`instance.gate.${one.gate}`, 'instance.state.OTHER', { state: one.gate })}</dd>
      <dt>${t('instance.ledger')}</dt><dd>${t(one.ledgerAvailable ? 'instance.ledger.AVAILABLE' : 'instance.ledger.AWAY')}</dd>
      <dt>${t('instance.queue')}</dt><dd class="num">${t('instance.queueOf', { claims: number(one.waitingClaims), cancels: number(one.waitingCancels) })}</dd>
      <dt>${t('instance.threads')}</dt><dd class="num">${number(one.waitingForThread)}</dd>
      <dt>${t('instance.inFlight')}</dt><dd class="num">${number(one.inFlight)}</dd>
      <dt>${t('instance.rejected')}</dt><dd class="num">${number(one.rejected)}</dd>
      <dt>${t('instance.clock')}</dt>
      <dd class="num">
        ${one.clockOffsetMs === null || one.clockOffsetMs === undefined
          ? t('tile.unknown')
          : t('instance.clockOf', { n: one.clockOffsetMs.toFixed(1), error: Number(one.clockErrorMs ?? 0).toFixed(1), source: one.clockSource })}
      </dd>
      <dt>${t('instance.seen')}</dt><dd class="num">${age(asOf - Date.parse(one.seenAt))}</dd>
    </dl>
  </li>`;
}

// The worst first; the others are in the list above the tiles.
function reason(/** @type {any} */ one) {
  if (one.state === 'SILENT') return t('instance.why.SILENT');
  if (!one.ledgerAvailable) return t('instance.why.AWAY');
  if (one.gate === 'FALLBACK') return t('instance.why.FALLBACK');
  if (one.state === 'DRAINING') return t('instance.why.DRAINING');
  if (one.gate === 'OFF') return t('instance.why.OFF');
  if (one.rejected) return t('instance.why.SHEDDING');
  return null;
}
