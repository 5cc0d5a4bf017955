/**
 * Announces the opening of the student's window to screen readers, for which the countdown is silent.
 * @module
 */
import { announce } from '../shared/announce.js';
import { t } from '../shared/text.js';

/** How long before the opening the two sentences come. */
const SAID_MS = [10_000, 60_000];

/**
 * Returns a function to call each second and at the opening itself. Each sentence comes once, when its moment passes.
 * @param {() => import('./windows.js').Openness} openness to enroll
 * @param {() => number} now the server's time
 * @param {typeof announce} say
 */
export function createOpening(openness, now, say = announce) {
  let opens = 0;
  let before = Infinity;

  return () => {
    const { state, at = 0 } = openness();
    const left = (state === 'before' ? at : opens) - now();
    if (state === 'before') {
      const passed = opens === at ? SAID_MS.find((ms) => left <= ms && ms < before) : undefined;
      if (passed) say(t(`window.said.${passed / 1000}`), 'polite');
      opens = at;
      before = left;
    } else if (opens) {
      // The desk may have moved or closed it.
      if (state === 'open' && left <= 0) say(t('window.said.0'), 'assertive');
      opens = 0;
    }
  };
}
