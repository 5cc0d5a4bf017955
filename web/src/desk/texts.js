/**
 * The words of the desk over those that all pages share. The files of a language that is not shown are not loaded.
 * @module
 */

/** @typedef {Promise<[{default: Record<string, string>}, {default: Record<string, string>}]>} Files */

async function together(/** @type {Files} */ files) {
  try {
    const [shared, own] = await files;
    return { default: { ...shared.default, ...own.default } };
  } catch (gone) {
    // The server was upgraded since this page was loaded, so its files have other addresses.
    location.reload();
    throw gone;
  }
}

/** By language. */
export const deskTexts = {
  ko: () => together(Promise.all([import('../text/ko.js'), import('./text/ko.js')])),
  en: () => together(Promise.all([import('../text/en.js'), import('./text/en.js')])),
};
