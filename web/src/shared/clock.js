/**
 * The server's time, with its error.
 * @module
 */

const PROBES = 5;
const AGAIN_MS = 60_000;
const SLEPT_MS = 2_000;
// NGINX tells its time in whole milliseconds, and crystals drift by up to 50 millionths.
const RESOLUTION_MS = 1;
const DRIFT = 50e-6;

/**
 * @param {object} world
 * @param {typeof fetch} world.fetch
 * @param {() => number} [world.monotonic] milliseconds that never jump
 * @param {() => number} [world.wall] milliseconds since 1970 as this computer believes
 */
export function createClock({ fetch, monotonic = () => performance.now(), wall = () => Date.now() }) {
  /** @type {{offset: number, error: number, at: number} | undefined} */
  let best;
  let running = false;
  let skew = wall() - monotonic();
  /** @type {Set<() => void>} */
  const listeners = new Set();

  /** Asks the server five times. The fastest answer knows the time best. */
  async function sync() {
    if (running) return;
    running = true;
    /** @type {typeof best} */
    let found;
    for (let i = 0; i < PROBES; i++) {
      try {
        const sent = monotonic();
        const answer = await fetch('/clock', { cache: 'no-store', signal: AbortSignal.timeout(3_000) });
        const received = monotonic();
        const server = Number((await answer.json()).epochSeconds) * 1000;
        const error = (received - sent) / 2 + RESOLUTION_MS;
        // The server read its clock half-way, give or take half of the way.
        if (answer.ok && server > 0 && (!found || error < found.error)) {
          found = { offset: server - (sent + received) / 2, error, at: received };
        }
      } catch {
        // Another probe may be answered.
      }
    }
    // An older one stays while it is better, unless the two cannot both be true.
    const apart = found && best ? Math.abs(found.offset - best.offset) - found.error - errorOf(best) : 0;
    if (found && (!best || found.error <= errorOf(best) || apart > 0)) best = found;
    skew = wall() - monotonic();
    running = false;
    for (const listener of listeners) listener();
  }

  const errorOf = (/** @type {{error: number, at: number}} */ of) => of.error + (monotonic() - of.at) * DRIFT;

  return {
    sync,
    /** Returns milliseconds since 1970 by the server's clock; before the first answer, by this computer's. */
    now: () => (best ? monotonic() + best.offset : wall()),
    /** Returns by how many milliseconds `now` may be wrong at most; null before the first answer. */
    errorMs: () => (best ? errorOf(best) : null),
    /** Calls back after each sync. */
    onChange(/** @type {() => void} */ listener) {
      listeners.add(listener);
    },
    /** Asks now, each minute, and after this computer slept or its network came back. */
    start() {
      sync();
      setInterval(sync, AGAIN_MS);
      // While a computer sleeps, the two clocks part.
      setInterval(() => {
        if (Math.abs(wall() - monotonic() - skew) > SLEPT_MS) {
          best = undefined;
          sync();
        }
      }, 1_000);
      addEventListener('online', sync);
      document.addEventListener('visibilitychange', () => document.hidden || sync());
    },
  };
}

/** @typedef {ReturnType<typeof createClock>} Clock */
