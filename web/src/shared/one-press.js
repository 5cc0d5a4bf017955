/**
 * A key that is held down is one press.
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
