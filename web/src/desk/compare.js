/**
 * Before and after of a change.
 * @module
 */
import { t } from '../shared/text.js';
import { html, nothing } from '../shared/view.js';

/** Names and values. @typedef {[string, string][]} Fields */

/**
 * Returns a table of what is there and what will be; what differs is marked by a word too.
 * @param {Fields | null} before null: it is new
 * @param {Fields} after
 * @param {Fields} [seen] what the user saw before, where it was changed meanwhile
 */
export function compare(before, after, seen) {
  const of = (/** @type {Fields | null | undefined} */ fields, /** @type {string} */ name) => fields?.find(([other]) => other === name)?.[1] ?? t('change.none');
  const differs = (/** @type {string} */ one, /** @type {string} */ other) => (one === other ? nothing : t('change.differs'));
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${t('change.table')}>
    <table class="grid compare">
      <thead>
        <tr>
          <th scope="col">${t('change.what')}</th>
          ${seen ? html`<th scope="col">${t('change.seen')}</th>` : nothing}
          ${before ? html`<th scope="col">${seen ? t('change.now') : t('change.before')}</th>` : nothing}
          <th scope="col">${t('change.after')}</th>
        </tr>
      </thead>
      <tbody>
        ${after.map(([name, value]) => {
          const was = of(before, name);
          const mark = before && was !== value;
          return html`<tr class=${mark ? 'differs' : ''}>
            <th scope="row">${name}</th>
            ${seen ? html`<td>${of(seen, name)}</td>` : nothing}
            ${before ? html`<td>${was} ${seen ? html`<span class="mark">${differs(of(seen, name), was)}</span>` : nothing}</td>` : nothing}
            <td>${value} ${mark ? html`<span class="mark">${differs(was, value)}</span>` : nothing}</td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}
