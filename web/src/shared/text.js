/**
 * Words in the language of the reader: Korean unless English was chosen.
 * @module
 */

/** @typedef {'ko'|'en'} Language */
/** @typedef {Record<string, string>} Texts */
/** @typedef {() => Promise<{default: Texts}>} Loader */

const KEPT = 'sugang.language';

/** @type {Language} */
let chosen = 'ko';
/** @type {Texts} */
let texts = {};
/** @type {Record<Language, Loader> | undefined} */
let loaders;

/** Returns the language of the page. */
export const language = () => chosen;

/**
 * Loads the words of the language that was chosen before, or Korean.
 * @param {Record<Language, Loader>} of
 */
export async function useTexts(of) {
  loaders = of;
  await setLanguage(kept() === 'en' ? 'en' : 'ko');
}

/**
 * Loads the words of a language and keeps the choice. Views have to be rendered again afterwards.
 * @param {Language} language
 */
export async function setLanguage(language) {
  if (!loaders) throw new Error('useTexts comes first');
  texts = (await loaders[language]()).default;
  chosen = language;
  document.documentElement.lang = language;
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    // A browser without storage asks again next time.
  }
}

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/**
 * Returns the text of a key. `{name}` stands for a value, and `{name:을/를}` for a value with the Korean particle
 * that fits its last sound.
 * @param {string} key
 * @param {Record<string, string|number>} [values]
 */
export function t(key, values = {}) {
  const text = texts[key];
  if (text === undefined) throw new Error(`No text ${key}`);
  return text.replace(/\{(\w+)(?::([^/}]+)\/([^}]+))?\}/g, (_, name, closed, open) => {
    const value = String(values[name] ?? '');
    return closed ? value + (endsClosed(value) ? closed : open) : value;
  });
}

/** Returns the text of the key, or of the other one where there is none. */
export const tOr = (/** @type {string} */ key, /** @type {string} */ other, values = {}) =>
  t(key in texts ? key : other, values);

const CLOSED_DIGITS = new Set('013678');

/** Whether a word ends with a consonant, as it is read in Korean. What stands in brackets is read over. */
export function endsClosed(/** @type {string} */ word) {
  const last = word.replace(/\s*\([^)]*\)\s*$/, '').replace(/[^0-9A-Za-z가-힣]+$/, '').slice(-1);
  if (last >= '가' && last <= '힣') return (last.charCodeAt(0) - 0xac00) % 28 > 0;
  return CLOSED_DIGITS.has(last);
}
