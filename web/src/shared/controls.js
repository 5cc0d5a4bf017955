/**
 * What buttons and menus do on both pages. A menu that opens over the page is `<details data-menu>`.
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

/** Closes an open menu when the focus or a click goes elsewhere, and with Escape. */
export function closeMenus() {
  const close = (/** @type {Event} */ event) => {
    for (const menu of document.querySelectorAll('details[data-menu][open]')) {
      if (!(event.target instanceof Node && menu.contains(event.target))) /** @type {HTMLDetailsElement} */ (menu).open = false;
    }
  };
  document.addEventListener('pointerdown', close);
  document.addEventListener('focusin', close);
  document.addEventListener('keydown', (event) => {
    const menu = event.key === 'Escape' && event.target instanceof Element && event.target.closest('details[data-menu][open]');
    if (!menu) return;
    /** @type {HTMLDetailsElement} */ (menu).open = false;
    menu.querySelector('summary')?.focus();
  });
}
