/**
 * Signing out: only the server's answer is the end of a session, as the browser has its cookie until then.
 * @module
 */
import { announce } from './announce.js';
import { t } from './text.js';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** Who leaves the computer waits no longer. A sign-out that was done all the same is a 401 the next time. */
const ANSWER_MS = 5_000;

/**
 * @param {{api: Pick<import('./api.js').Api, 'send'>, render: () => void}} app
 * @param {(here: boolean) => void} over called when the session of this browser is over; here: other instances follow later
 */
export function createSignOut(app, over) {
  let timer = 0;
  let pause = FIRST_PAUSE_MS;
  let run = 0;

  const signOut = {
    /** Whether a request is in flight. */
    under: false,
    /** Whether the server did not sign out. It is asked again by itself. */
    failed: false,
    press,
    stop,
  };

  /** Asks the server until it says that the session is over. */
  async function press() {
    if (signOut.under) return;
    clearTimeout(timer);
    const own = ++run;
    signOut.under = true;
    app.render();
    const answer = await app.api.send('DELETE', '/api/session', undefined, { timeoutMs: ANSWER_MS }).catch(() => null);
    if (own !== run) return;
    signOut.under = false;
    if (answer?.status === 202 || answer?.status === 204 || answer?.status === 401) {
      stop();
      // With a 202 the cookie is gone: asking again would say nothing about the session.
      return over(answer.status === 202);
    }
    if (!signOut.failed) announce(t('sign.outFailed'), 'assertive');
    signOut.failed = true;
    timer = setTimeout(press, Math.max(answer?.retryAfterMs ?? 0, pause * (1 + 0.3 * Math.random())));
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    app.render();
  }

  /** Asks no more, as after a new sign-in. */
  function stop() {
    run++;
    clearTimeout(timer);
    pause = FIRST_PAUSE_MS;
    signOut.under = signOut.failed = false;
  }

  return signOut;
}
