/**
 * What buttons, menus and dialogs do on both pages. A menu that opens over the page is `<details data-menu>`.
 * @module
 */

/** Keeps a held Enter or space from pressing a button again and again. */
export function oneClickPerKey() {
  document.addEventListener(
    'keydown',
    (event) => {
      const button = event.target instanceof Element && event.target.closest('button, summary, [role=button]');
      if (button && event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
    },
    true,
  );
}

/**
 * Closes an open menu when the focus or a click goes elsewhere, and with Escape. A press on a word or on blank space of the
 * menu moves the focus to what surrounds the menu, which is not elsewhere.
 */
export function closeMenus() {
  const close = (/** @type {Event} */ { target, type }) => {
    // A button of the menu opened it, and the focus returns to that button.
    if (target instanceof Element && target.closest('dialog')) return;
    for (const menu of document.querySelectorAll('details[data-menu][open]')) {
      const inside = target instanceof Node && (menu.contains(target) || (type === 'focusin' && target.contains(menu)));
      if (!inside) /** @type {HTMLDetailsElement} */ (menu).open = false;
    }
  };
  document.addEventListener('pointerdown', close);
  document.addEventListener('focusin', close);
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    const focused = document.activeElement;
    for (const menu of document.querySelectorAll('details[data-menu][open]')) {
      /** @type {HTMLDetailsElement} */ (menu).open = false;
      if (!focused || menu.contains(focused) || focused.contains(menu)) menu.querySelector('summary')?.focus();
    }
  });
}

/** Closes what is asked: it belongs to the view of before. The answer is no. */
export function closeDialogs(which = 'dialog[open]') {
  for (const dialog of document.querySelectorAll(which)) {
    // One that waits for an answer stays, as it does with Escape.
    if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) /** @type {HTMLDialogElement} */ (dialog).close();
  }
}
