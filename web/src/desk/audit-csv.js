/**
 * The audit as a file. A file has so many lines at most; the next one begins where it ends.
 * @module
 */

/**
 * Saves a file of the API on this computer.
 * @param {string} path
 * @returns {Promise<{status?: number, problem?: import('../shared/api.js').AnyProblem, next: string | null}>} next: where the next file begins
 */
export async function saveCsv(path) {
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(path, { cache: 'no-store', headers: { Accept: 'text/csv, application/problem+json' } });
    if (answer.ok) {
      save(await answer.blob());
      return { next: nextOf(answer.headers.get('Link')) };
    }
  } catch {
    return { problem: { code: 'NO_ANSWER' }, next: null };
  }
  const problem = await answer.json().catch(() => ({ code: 'NO_ANSWER' }));
  return { status: answer.status, problem, next: null };
}

/** Returns the address of the next file: an own path only. */
export function nextOf(/** @type {string | null} */ link) {
  const address = link?.match(/<([^>]+)>\s*;\s*rel="?next"?/)?.[1];
  if (!address) return null;
  const url = new URL(address, location.origin);
  return url.origin === location.origin ? url.pathname + url.search : null;
}

function save(/** @type {Blob} */ blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `audit-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
