/**
 * Questions before something that cannot be undone.
 * @module
 */
import { html, nothing, render } from './view.js';
import { t } from './text.js';

/**
 * Asks in a native dialog: Escape is no, and the focus returns to where it was.
 * `submit` is asked first where there are fields: the dialog stays open with the words that it returns, until there are none.
 * @param {{title: string, body: unknown, confirm: string, danger?: boolean, submit?: (fields: FormData) => Promise<string>}} question
 * @returns {Promise<boolean>}
 */
export function confirm({ title, body, confirm, danger = false, submit }) {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'dialog-title');
  const opener = /** @type {HTMLElement | null} */ (document.activeElement);
  let under = false;
  const draw = (trouble = '') => render(
    html`<form method="dialog" @submit=${send}>
      <h2 id="dialog-title">${title}</h2>
      <div class="dialog-body">${body}<div role="alert">${trouble ? html`<p class="note bad">${trouble}</p>` : nothing}</div></div>
      <div class="dialog-actions">
        <button type="button" autofocus @click=${() => dialog.close()}>${t('dialog.back')}</button>
        <button value="yes" class=${danger ? 'danger' : 'primary'} aria-disabled=${under ? 'true' : nothing}>${confirm}</button>
      </div>
    </form>`,
    dialog,
  );
  async function send(/** @type {SubmitEvent} */ event) {
    if (!submit) return;
    event.preventDefault();
    if (under) return;
    under = true;
    draw();
    const trouble = await submit(new FormData(/** @type {HTMLFormElement} */ (event.target)));
    under = false;
    if (trouble) draw(trouble);
    else dialog.close('yes');
  }
  draw();
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
