/**
 * Begins the student's page.
 * @module
 */
import { closeMenus, oneClickPerKey } from '../shared/controls.js';
import { t, useTexts } from '../shared/text.js';
import { render } from '../shared/view.js';
import { createApp } from './app.js';
import { page } from './views/page.js';

const gone = () => {
  // The server has another version meanwhile.
  location.reload();
  throw new Error('reloading');
};
await useTexts({ ko: () => import('../text/ko.js').catch(gone), en: () => import('../text/en.js').catch(gone) });
document.title = t('page.title');
const root = /** @type {HTMLElement} */ (document.getElementById('page'));
const app = createApp(() => render(page(app), root));
oneClickPerKey();
closeMenus();
// What the document shows until here.
root.replaceChildren();
render(page(app), root);
app.start();
// What the browser kept of a page that was left may be of a student who signed out.
addEventListener('pagehide', (event) => event.persisted && root.remove());
addEventListener('pageshow', (event) => event.persisted && location.reload());
