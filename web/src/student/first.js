import { html, render } from "../lib/lit-html/lit-html.js";

render(html`<h1>${document.title}</h1>`, document.querySelector("main"));
