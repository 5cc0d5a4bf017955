/**
 * Asks for the words of the chosen language while the rest of the page is on its way. The page asks for the same file again.
 * @module
 */
const kept = () => {
  try {
    return localStorage.getItem('sugang.language');
  } catch {
    return null;
  }
};
(kept() === 'en' ? import('./en.js') : import('./ko.js')).catch(() => {});
