/**
 * A task again and again, while the page is shown.
 * @module
 */

/**
 * Runs the task at once and then each `everyMs`, give or take `jitter`. Not while the page is hidden; at once when it is
 * shown again. One run at a time. After a run that returned false (no good answer) the pause doubles, up to a minute.
 * @param {() => Promise<boolean | void>} task
 * `spreadMs`: a page that is shown again waits up to so long, by chance, so that many pages do not ask together.
 * @param {{everyMs: number, jitter?: number, now?: boolean, spreadMs?: number}} options
 */
export function poll(task, { everyMs, jitter = 0.3, now = true, spreadMs = 0 }) {
  let pause = everyMs;
  let failures = 0;
  let timer = 0;
  let running = false;
  let again = false;
  let stopped = false;
  /** When a run that `soon` planned is due: only an earlier one takes its place. */
  let dueAt = Infinity;

  async function run() {
    clearTimeout(timer);
    dueAt = Infinity;
    if (stopped || document.hidden) return;
    if (running) {
      again = true;
      return;
    }
    running = true;
    try {
      failures = (await task()) === false ? failures + 1 : 0;
    } catch {
      failures++;
    }
    running = false;
    if (again) {
      again = false;
      run();
    } else {
      plan();
    }
  }

  function plan() {
    if (dueAt < Infinity) return;
    clearTimeout(timer);
    if (stopped || document.hidden) return;
    const base = failures ? Math.min(pause * 2 ** Math.min(failures, 5), 60_000) : pause;
    timer = setTimeout(run, base * (1 + jitter * (2 * Math.random() - 1)));
  }

  function soon(/** @type {number} */ withinMs = spreadMs, /** @type {number} */ afterMs = 0) {
    if (stopped || document.hidden) return;
    const pauseMs = afterMs + withinMs * Math.random();
    if (Date.now() + pauseMs >= dueAt) return;
    clearTimeout(timer);
    dueAt = Date.now() + pauseMs;
    timer = setTimeout(run, pauseMs);
  }

  function shown() {
    if (document.hidden) {
      clearTimeout(timer);
      dueAt = Infinity;
    } else if (spreadMs) soon();
    else run();
  }
  document.addEventListener('visibilitychange', shown);
  if (now) run();
  else plan();
  return {
    /** Runs it now; a run that has not ended is followed by another. */
    now: run,
    /** Runs it within `spreadMs`, or within another time and not before `afterMs`. */
    soon,
    /** Sets the pause from the next run on. */
    every(/** @type {number} */ ms) {
      if (ms !== pause) {
        pause = ms;
        if (!running) plan();
      }
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', shown);
    },
  };
}
