/**
 * Menus that open over the page: `<details data-menu>`.
 * @module
 */

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
