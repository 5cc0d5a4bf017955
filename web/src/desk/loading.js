/**
 * A read of the API for a view: what was read last, how old it is, and why there is nothing.
 * @module
 */
import { t } from '../shared/text.js';
import { html, nothing } from '../shared/view.js';
import { problemWords } from './problems.js';

/**
 * @param {import('./app.js').App} app
 */
export function createReading(app) {
  let turn = 0;
  const reading = {
    /** @type {any} what was read last */
    body: null,
    loading: false,
    /** @type {import('../shared/api.js').AnyProblem | null} why the last read has no answer */
    problem: null,
    read,
    forget() {
      turn++;
      reading.body = null;
      reading.problem = null;
      reading.loading = false;
    },
    state,
  };

  /**
   * Reads; of several reads in flight, only the last one counts.
   * @param {string} path
   * @param {(body: any, before: any) => any} [take] makes what is kept of the answer and what was there
   * @returns {Promise<boolean>} whether there is an answer
   */
  async function read(path, take = (body) => body) {
    const mine = ++turn;
    reading.loading = true;
    app.render();
    /** @type {import('../shared/api.js').Answer | null} */
    let answer = null;
    try {
      answer = await app.api.get(path);
    } catch {
      // The problem is set below.
    }
    if (mine !== turn) return true;
    reading.loading = false;
    reading.problem = answer?.status === 200 ? null : (answer?.problem ?? { code: 'NO_ANSWER' });
    if (answer?.status === 200) reading.body = take(answer.body, reading.body);
    app.render();
    return answer?.status === 200;
  }

  /** Returns what a view says while nothing was read, or when the last read failed. */
  function state(/** @type {() => void} */ again) {
    if (reading.problem && reading.problem.code !== 'SIGN_IN_REQUIRED') {
      return html`<div class="note bad row" role="status">
        <span>${problemWords(reading.problem, app.clock.now())}</span>
        <button type="button" @click=${again}>${t('read.again')}</button>
      </div>`;
    }
    return reading.body === null ? html`<p class="empty" role="status">${t('page.loading')}</p>` : nothing;
  }

  return reading;
}
