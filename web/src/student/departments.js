/**
 * Departments by what a student calls them.
 * @module
 */

/** @typedef {{name: string, nameEn: string, aliases: string[]}} Department */

const plain = (/** @type {string} */ text) => text.replace(/\s/g, '').toLowerCase();

/**
 * Returns the name of the one department that a text means: a name in either language, an alias, or the beginning of one.
 * Null where there are several or none.
 * @param {Department[]} departments
 * @param {string} text
 */
export function departmentOf(departments, text) {
  const wanted = plain(text);
  const having = (/** @type {(name: string) => boolean} */ fits) =>
    departments.filter((one) => [one.name, one.nameEn, ...one.aliases].some((name) => fits(plain(name))));
  const exact = having((name) => name === wanted);
  const found = exact.length ? exact : wanted ? having((name) => name.startsWith(wanted)) : [];
  return found.length === 1 ? found[0].name : null;
}
