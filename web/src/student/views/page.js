import { duration } from '../../shared/format.js';
import { t } from '../../shared/text.js';
import { html, nothing } from '../../shared/view.js';
import { basket, pressAll } from './basket.js';
import { header } from './header.js';
import { mine } from './mine.js';
import { notices } from './notices.js';
import { refusals } from './refusals.js';
import { search } from './search.js';
import { signIn, staff } from './sign-in.js';
import { credits, timetable } from './timetable.js';

/** @typedef {import('../app.js').App} App */

/** The whole page. */
export function page(/** @type {App} */ app) {
  const { known, away } = app.state;
  const { view } = app.session;
  return html`${view.signedIn && view.role === 'STUDENT' ? html`<a class="skip" href="#/search" @click=${toMain}>${t('page.skip')}</a>` : nothing}
    ${header(app)}
    ${view.signIn === 'open' ? html`<p class="banner warn">${t('page.open')}</p>` : nothing}
    ${away ? html`<p class="banner bad" role="alert">${t('page.noAnswer')}</p>` : nothing}
    ${warning(app)}
    ${!known ? html`<main id="main" class="sign-in"><p class="empty">${t('page.loading')}</p></main>`
      : !view.signedIn ? signIn(app)
        : view.role === 'STUDENT' ? student(app) : staff()}`;
}

function toMain(/** @type {Event} */ event) {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

function warning(/** @type {App} */ app) {
  const { session } = app;
  if (!session.warned) return nothing;
  const left = () => t(session.longest ? 'session.longest' : 'session.warn', { left: duration(Math.max(0, session.expiresAt() - app.clock.now())) });
  return html`<div class="banner warn floating" role="alert"><tick-text class="num" .text=${coarse(left)}></tick-text>
    ${session.longest ? nothing : html`<button class="primary" @click=${() => session.touched()}>${t('session.extend')}</button>`}</div>`;
}

// Read aloud once, not with every second: the first text stays for screen readers, the number changes each second at most.
const coarse = (/** @type {() => string} */ read) => () => read().replace(/(\d+)\.\d/, '$1');

function student(/** @type {App} */ app) {
  const { view } = app.state;
  return html`<main id="main" class="student" data-view=${view} tabindex="-1">
      ${search(app)}
      <div class="side">
        ${timetable(app)}
        <section class="panel lists" aria-labelledby="list-title" id="lists" tabindex="-1">
          <nav class="list-tabs" aria-label=${t('nav.lists')}>${['basket', 'mine', 'refused', 'notices'].map((name) => tab(app, name, listOf(view) === name))}</nav>
          ${listHead(app)} ${lists(app)}
        </section>
      </div>
    </main>
    <nav class="bottom" aria-label=${t('nav.label')}>${['search', 'basket', 'timetable', 'mine', 'notices'].map((name) => tab(app, name, name === view || (name === 'mine' && view === 'refused')))}</nav>`;
}

const listOf = (/** @type {string} */ view) => (view === 'search' || view === 'timetable' ? 'basket' : view);

function listHead(/** @type {App} */ app) {
  const list = listOf(app.state.view);
  return html`<div class="panel-head"><h2 id="list-title">${t(`nav.${list}`)}</h2>${list === 'basket' ? pressAll(app) : list === 'mine' ? credits(app) : nothing}</div>`;
}

function lists(/** @type {App} */ app) {
  switch (listOf(app.state.view)) {
    case 'mine': return mine(app);
    case 'refused': return refusals(app);
    case 'notices': return notices(app);
    default: return basket(app);
  }
}

function tab(/** @type {App} */ app, /** @type {string} */ name, /** @type {boolean} */ current) {
  const counts = {
    basket: app.basket.items?.length,
    mine: app.state.plan?.courses.length,
    notices: app.state.notices?.unread,
  };
  const count = counts[/** @type {'basket'|'mine'|'notices'} */ (name)];
  return html`<a href="#/${name}" aria-current=${current ? 'page' : nothing}><span>${t(`nav.${name}`)}</span>${count ? html` <span class="count num">${count}</span>` : nothing}</a>`;
}
