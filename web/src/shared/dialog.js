/**
 * Questions before something that cannot be undone.
 * @module
 */
import { html, render } from './view.js';
import { t } from './text.js';

/**
 * Asks in a native dialog: Escape is no, and the focus returns to where it was.
 * @param {{title: string, body: unknown, confirm: string, danger?: boolean}} question
 * @returns {Promise<boolean>}
 */
export function confirm({ title, body, confirm, danger = false }) {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'dialog-title');
  const opener = /** @type {HTMLElement | null} */ (document.activeElement);
  render(
    html`<form method="dialog">
      <h2 id="dialog-title">${title}</h2>
      <div class="dialog-body">${body}</div>
      <div class="dialog-actions">
        <button value="no" autofocus>${t('dialog.back')}</button>
        <button value="yes" class=${danger ? 'danger' : 'primary'}>${confirm}</button>
      </div>
    </form>`,
    dialog,
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      const yes = dialog.returnValue === 'yes';
      dialog.remove();
      if (opener?.isConnected) opener.focus();
      resolve(yes);
    });
  });
}
