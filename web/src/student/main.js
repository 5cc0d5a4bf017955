/**
 * Begins the student's page.
 * @module
 */
import { closeMenus, oneClickPerKey } from '../shared/controls.js';
import { t, useTexts } from '../shared/text.js';
import { render } from '../shared/view.js';
import ko from '../text/ko.js';
import { createApp } from './app.js';
import { page } from './views/page.js';

await useTexts({
  ko: async () => ({ default: ko }),
  en: () => import('../text/en.js').catch(() => {
    // The server has another version meanwhile.
    location.reload();
    throw new Error('reloading');
  }),
});
document.title = t('page.title');
const root = /** @type {HTMLElement} */ (document.getElementById('page'));
const app = createApp(() => render(page(app), root));
oneClickPerKey();
closeMenus();
app.start();
