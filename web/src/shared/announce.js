/**
 * The one live region of the page: what a screen reader says of results.
 * @module
 */

/** @type {Record<string, HTMLElement>} */
const regions = {};

/**
 * Says a text once.
 * @param {string} text
 * @param {'polite'|'assertive'} [how]
 */
export function announce(text, how = 'polite') {
  let region = regions[how];
  if (!region) {
    region = document.createElement('div');
    region.className = 'visually-hidden';
    region.setAttribute('aria-live', how);
    region.setAttribute('role', how === 'polite' ? 'status' : 'alert');
    document.body.append(region);
    regions[how] = region;
  }
  // The same text again is a change too, and older lines stay until they were read.
  const line = document.createElement('p');
  line.textContent = text;
  setTimeout(() => region.append(line), 50);
  setTimeout(() => line.remove(), 10_000);
}
