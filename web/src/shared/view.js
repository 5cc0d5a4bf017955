/**
 * What views are made with: lit-html, and one render per frame.
 * @module
 */
export { html, nothing, render } from '../lib/lit-html/lit-html.js';
export { repeat } from '../lib/lit-html/directives/repeat.js';

/**
 * Returns a function that asks for a render; many calls before the next frame are one.
 * @param {() => void} draw
 */
export function scheduled(draw) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    // A hidden page has no frames.
    const run = () => {
      asked = false;
      draw();
    };
    if (document.hidden) setTimeout(run, 0);
    else requestAnimationFrame(run);
  };
}

/**
 * A text that changes with time, such as a clock: `<tick-text .text=${() => clock(now())}>`. It changes its own text ten
 * times a second at most, without a render of the view.
 */
class TickText extends HTMLElement {
  /** @type {() => string} */
  #read = () => '';

  set text(/** @type {() => string} */ read) {
    this.#read = read;
    this.tick();
  }

  connectedCallback() {
    ticking.add(this);
    beat();
  }

  disconnectedCallback() {
    ticking.delete(this);
  }

  tick() {
    const text = this.#read();
    if (text !== this.textContent) this.textContent = text;
  }
}

/** @type {Set<TickText>} */
const ticking = new Set();
let beating = 0;

function beat() {
  if (beating || !ticking.size || document.hidden) return;
  // On the tenths of the wall clock, so that several pages side by side change together.
  beating = setTimeout(() => {
    beating = 0;
    for (const element of ticking) element.tick();
    beat();
  }, 100 - (Date.now() % 100));
}

document.addEventListener('visibilitychange', beat);
customElements.define('tick-text', TickText);
