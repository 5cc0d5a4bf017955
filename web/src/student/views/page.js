import { clockTenth, dayClock, duration } from '../../shared/format.js';
import { language, setLanguage, t } from '../../shared/text.js';
import { html, nothing } from '../../shared/view.js';
import { openness } from '../windows.js';
import { basket, pressAll } from './basket.js';
import { mine, notices, refusals, requests } from './lists.js';
import { search } from './search.js';
import { signIn, staff } from './sign-in.js';
import { credits, timetable } from './timetable.js';

/** @typedef {import('../app.js').App} App */

/** The whole page. */
export function page(/** @type {App} */ app) {
  const { known, away } = app.state;
  const { view } = app.session;
  return html`${header(app)}
    ${view.signIn === 'OPEN' ? html`<aside class="banner warn"><p>${t('page.open')}</p></aside>` : nothing}
    ${away ? html`<p class="banner bad" role="alert">${t('page.noAnswer')}</p>` : nothing}
    ${warning(app)} ${view.signedIn ? mock(app) : nothing}
    ${!known ? html`<main id="main" class="sign-in"><p class="empty">${t('page.loading')}</p></main>`
      : !view.signedIn ? signIn(app)
        : view.role === 'STUDENT' ? student(app) : staff()}`;
}

function warning(/** @type {App} */ app) {
  const { session } = app;
  if (!session.warned) return nothing;
  // The number changes each second at most.
  const text = () => session.warning().replace(/(\d+)\.\d/, '$1');
  return html`<aside class="banner warn floating" aria-label=${t('sign.account')}><tick-text class="num" .text=${text}></tick-text>
    ${session.longest ? nothing : html`<button class="primary" @click=${() => session.touched()}>${t('session.extend')}</button>`}</aside>`;
}

// There is a mock term, or there was one until now.
function mock(/** @type {App} */ app) {
  const offered = app.mock.offered();
  return html`${app.state.mockEnded
    ? html`<div class="banner warn" role="alert">${t('mock.ended')} <button @click=${app.mock.close}>${t('note.close')}</button></div>`
    : nothing}
    ${offered
      ? html`<aside class="banner info" aria-label=${t('mock.name')}>${t('mock.offer')} <button class="mock-enter" @click=${() => app.mock.enter(offered)}>${t('mock.enter')}</button></aside>`
      : nothing}`;
}

function student(/** @type {App} */ app) {
  const { view } = app.state;
  return html`<main id="main" class="student" data-view=${view} tabindex="-1">
      ${search(app)}
      <div class="side">
        ${timetable(app)}
        <section class="panel lists" aria-labelledby="list-title" id="lists" tabindex="-1">
          <nav class="list-tabs" aria-label=${t('nav.lists')}>${['basket', 'mine', 'refused', ...(app.state.termId ? [] : ['requests']), 'notices'].map((name) => tab(app, name, listOf(view) === name))}</nav>
          ${listHead(app)} ${lists(app)}
        </section>
      </div>
    </main>
    <nav class="bottom" aria-label=${t('nav.label')}>${['search', 'basket', 'timetable', 'mine', 'notices'].map((name) => tab(app, name, name === view || (name === 'mine' && (view === 'refused' || view === 'requests'))))}</nav>`;
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
    case 'requests': return requests(app);
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

/** The bar on top: the clock, my window, who I am. */
function header(/** @type {App} */ app) {
  const { plan } = app.state;
  const signedIn = app.session.view.signedIn;
  return html`<header class="bar">
    ${signedIn && app.session.view.role === 'STUDENT' ? html`<a class="skip" href="#/search" @click=${toMain}>${t('page.skip')}</a>` : nothing}
    <h1>${t('page.title')}${plan?.term ? html` <span class="term">${termName(plan.term)}</span>` : nothing}</h1>
    <div class="bar-time">${serverClock(app)}${signedIn && plan ? myWindow(app) : nothing}</div>
    <div class="bar-user">
      ${signedIn ? menu(app) : nothing}
      <button class="quiet" lang=${language() === 'ko' ? 'en' : 'ko'} aria-label=${t('page.otherLanguageName')} @click=${() => change(app)}>${t('page.otherLanguage')}</button>
    </div>
    ${signedIn && app.state.termId
      ? html`<p class="mock strong">${t('mock.banner')} <button class="mock-leave" @click=${app.mock.leave}>${t('mock.leave')}</button></p>`
      : nothing}
  </header>`;
}

function menu(/** @type {App} */ app) {
  const me = app.state.me;
  return html`<details class="menu" data-menu>
    <summary>${me?.name ?? t('sign.account')}</summary>
    <div class="menu-body">
      ${me ? html`<p class="soft"><span class="num">${me.studentNumber}</span><br>${t('sign.grade', { department: me.department, grade: me.grade })}</p>` : nothing}
      <button @click=${() => app.session.signOut()}>${t('sign.out')}</button>
    </div>
  </details>`;
}

function toMain(/** @type {Event} */ event) {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

const termName = (/** @type {any} */ term) =>
  t(term.kind === 'MOCK' ? 'page.termMock' : 'page.term', { year: term.year, season: t(`season.${term.season}`) });

async function change(/** @type {App} */ app) {
  await setLanguage(language() === 'ko' ? 'en' : 'ko');
  document.title = t('page.title');
  app.render();
}

function serverClock(/** @type {App} */ app) {
  const error = () => {
    const ms = app.clock.errorMs();
    return ms === null ? t('clock.unknown') : t('clock.error', { ms: Math.ceil(ms) });
  };
  return html`<span class="clock" role="timer" aria-label=${t('clock.label')}>
    <tick-text class="num now" .text=${() => clockTenth(app.clock.now())}></tick-text>
    <tick-text class="num soft" .text=${error}></tick-text>
  </span>`;
}

function myWindow(/** @type {App} */ app) {
  const now = app.clock.now();
  const termId = app.state.plan?.term?.termId;
  const { state, at = 0 } = openness(app.state.windows, 'ENROLL', termId, now);
  if (!app.state.windows || termId === undefined) return nothing;
  const left = () => t('window.in', { left: duration(Math.max(0, at - app.clock.now())) });
  if (state === 'before') {
    const soon = at - now < 60_000;
    return html`<span class="window ${soon ? 'soon' : ''}">
      <span>${t('window.opens', { at: dayClock(at, now) })}</span> <tick-text class="num strong" .text=${left}></tick-text>
    </span>`;
  }
  if (state === 'open') {
    // An end that is a year away is not worth a countdown.
    const far = at - now > 30 * 86_400_000;
    return html`<span class="window open">
      <span class="strong">${t('window.open')}</span>
      ${far ? nothing : html`<span>${t('window.until', { at: dayClock(at, now) })}</span>`}
      ${at - now < 3_600_000 ? html`<tick-text class="num" .text=${left}></tick-text>` : nothing}
    </span>`;
  }
  const key = state === 'after' ? 'closed' : state === 'notMine' ? 'notMine' : state === 'none' ? 'none' : '';
  return key ? html`<span class="window">${t(`window.${key}`, { at: at ? dayClock(at, now) : '' })}</span>` : nothing;
}
