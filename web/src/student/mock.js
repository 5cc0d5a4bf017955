/**
 * The mock term: a copy of the term in which students practise. While the page works on it, all that is read is of that term.
 * @module
 */
import { announce } from '../shared/announce.js';
import { t } from '../shared/text.js';

/** For this tab, so that a reload stays in it: of which student, and which term. */
const KEPT = 'sugang.mock';
/** Ids of a mock term's courses begin here; those below are of real ones. */
const FIRST_ID = 1e15;
/** A press that was meant for practice must not become real. */
const HOLD_MS = 1_000;

/** @param {import('./app.js').App} app */
export function createMock(app) {
  const { state } = app;
  let student = 0;
  /** A mock term that has ended: an instance may offer it for some seconds more. */
  let ended = 0;
  /** The mock term whose offer was closed. */
  let closed = 0;
  let holds = false;
  let changes = 0;

  function keep() {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify([student, state.termId ?? 0]));
    } catch {
      // Then a reload leads back.
    }
  }

  function kept() {
    try {
      return JSON.parse(sessionStorage.getItem(KEPT) ?? '[]');
    } catch {
      return [];
    }
  }

  /** @param {number | undefined} termId undefined: the real one */
  function change(termId) {
    if (state.termId === termId) return;
    state.termId = termId;
    keep();
    app.enrolling.forgetPress();
    hold(app.loadTerm());
    setTimeout(() => document.getElementById('main')?.focus(), 100);
  }

  /** Buttons do not enroll until the real courses have been shown for a moment. */
  async function hold(/** @type {Promise<void>} */ loaded) {
    const own = ++changes;
    holds = !state.termId;
    await loaded;
    setTimeout(() => {
      if (own !== changes) return;
      holds = false;
      app.render();
    }, HOLD_MS);
  }

  return {
    holds: () => holds,
    /** Restores the term that this tab showed. */
    begin(/** @type {number} */ studentId) {
      student = studentId;
      const [whose, termId] = kept();
      state.termId = whose === studentId && termId ? termId : undefined;
    },
    /** Returns the mock term that there is, and is not shown. */
    offered() {
      const termId = state.windows?.mockTermId;
      return state.termId || termId === ended ? undefined : termId;
    },
    /** Whether the offer floats over the page. After it was closed, it stands in the menu. */
    floats: () => closed !== state.windows?.mockTermId,
    closeOffer() {
      closed = state.windows?.mockTermId ?? 0;
      app.render();
    },
    enter(/** @type {number} */ termId) {
      state.mockEnded = false;
      change(termId);
      announce(t('mock.banner'));
    },
    leave: () => change(undefined),
    /** An instance does not know it: it has not heard of it yet, or the desk ended it. The plan is of the moment, and tells which. */
    async doubted(/** @type {number} */ termId) {
      const answer = await app.api.get(`/api/me/plan?term=${termId}`);
      if (answer.status !== 200 || answer.body.term) {
        setTimeout(app.windowsSoon, 1_000);
      } else {
        ended = termId;
        if (state.termId === termId) {
          state.mockEnded = true;
          change(undefined);
        }
      }
      return true;
    },
    close() {
      state.mockEnded = false;
      app.render();
    },
    /** Returns the path of a read, with the term that was chosen. */
    path: (/** @type {string} */ path) => (state.termId ? `${path}${path.includes('?') ? '&' : '?'}term=${state.termId}` : path),
    /** Whether a course is of the term that is shown: of a mock one, or of a real one. */
    shows: (/** @type {number} */ courseId) => courseId >= FIRST_ID === Boolean(state.termId),
  };
}

/** @typedef {ReturnType<typeof createMock>} Mock */
