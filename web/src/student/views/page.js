import { clockTenth, dayClock, duration, isAbroad, localClock } from '../../shared/format.js';
import { language, setLanguage, t } from '../../shared/text.js';
import { html, nothing, repeat } from '../../shared/view.js';
import { noticeWords, subjectOf } from '../notices.js';
import { openness } from '../windows.js';
import { basket, pressAll, pressed } from './basket.js';
import { closable, closeButton } from './course.js';
import { mine, notices, pending, refusals, refusedCount, requests } from './lists.js';
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
    ${over(app)}
    ${!known ? html`<main id="main" class="sign-in"><p class="empty">${t('page.loading')}</p></main>`
      : !view.signedIn ? signIn(app)
        : view.role === 'STUDENT' ? student(app) : staff()}`;
}

let place = '';

/** Messages float over the page, away from the pointer, and keep their place. */
function over(/** @type {App} */ app) {
  const { offline, planFailed, pointer } = app.state;
  const all = app.session.view.signedIn
    ? [offline ? failure('page.offline') : nothing, warning(app), signOutFailed(app), mockEnded(app), news(app), pressed(app),
      planFailed && !offline ? failure('plan.failed') : nothing, app.basket.failed && !offline ? failure('basket.notThere') : nothing, mockOffer(app)]
    : [];
  if (all.every((one) => one === nothing)) {
    place = '';
    return nothing;
  }
  const right = innerWidth < 900 || pointer.x > innerWidth / 2;
  place ||= right && pointer.y < innerHeight / 2 ? 'bottom' : 'top';
  return html`<aside class="over" data-at=${place} aria-label=${t('page.over')}>${all}</aside>`;
}

const failure = (/** @type {string} */ key) => html`<p class="note warn" role="alert">${t(key)}</p>`;

function warning(/** @type {App} */ app) {
  const { session } = app;
  if (!session.warned) return nothing;
  // The number changes each second at most.
  const text = () => session.warning().replace(/(\d+)\.\d/, '$1');
  return html`<div class="note warn session"><tick-text class="num" .text=${text}></tick-text>
    ${session.longest ? nothing : html`<div class="note-do"><button class="primary" @click=${() => session.touched()}>${t('session.extend')}</button></div>`}</div>`;
}

// A student who leaves the computer must see that the session is still there.
function signOutFailed(/** @type {App} */ app) {
  const { failed, under, press } = app.session.signOut;
  return failed
    ? html`<div class="note bad sign-out" role="alert"><strong>${t('sign.outFailed')}</strong>
        <div class="note-do"><button class="danger" aria-disabled=${under ? 'true' : nothing} @click=${press}>${t(under ? 'sign.outUnder' : 'sign.out')}</button></div></div>`
    : nothing;
}

// What the desk did while the page was open.
function news(/** @type {App} */ app) {
  if (!app.state.news.length) return nothing;
  return html`${repeat(app.state.news, (one) => one.noticeId, (one) => {
    const close = () => app.closeNews(one.noticeId);
    const more = one.kind.startsWith('OVERRIDE')
      ? html`<a href="#/requests" @click=${close}>${t('ask.show')}</a>`
      : one.kind === 'COURSE_CANCELLED' && one.course ? html`<a href="#/search" @click=${() => sections(app, one.course ?? '')}>${t('notice.sections')}</a>` : nothing;
    return html`<div class="note ${one.kind === 'OVERRIDE_GRANTED' ? 'info' : 'warn'} news"><p>${noticeWords(app, one)}</p>
      ${more === nothing ? nothing : html`<div class="note-do">${more}</div>`}${closeButton(one.course ?? t('nav.notices'), close)}</div>`;
  })}`;
}

function sections(/** @type {App} */ app, /** @type {string} */ title) {
  app.search.clear({ q: subjectOf(title) });
}

// It stays until it is closed, because a student who scrolled down may not see that the bar changed.
function mockEnded(/** @type {App} */ app) {
  return app.state.mockEnded
    ? html`<div class="note warn mock-ended" role="alert"><p class="strong">${t('mock.ended')}</p><div class="note-do"><button @click=${app.mock.close}>${t('note.close')}</button></div></div>`
    : nothing;
}

function mockOffer(/** @type {App} */ app) {
  const offered = app.mock.offered();
  if (!offered || !app.mock.floats()) return nothing;
  return closable(t('mock.name'), 'info', html`<p>${t('mock.offer')}</p>`, app.mock.closeOffer, html`<button class="mock-enter" @click=${() => app.mock.enter(offered)}>${t('mock.enter')}</button>`);
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
  return html`<div class="panel-head"><h2 id="list-title">${t(`nav.${list}`)}</h2>${list === 'basket' ? pressAll(app) : list === 'mine' ? html`${pending(app)} ${credits(app)}` : nothing}</div>`;
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
    refused: refusedCount(app),
    notices: app.state.notices?.unread,
  };
  const count = counts[/** @type {'basket'|'mine'|'refused'|'notices'} */ (name)];
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
  const offered = app.mock.offered();
  const { under, press } = app.session.signOut;
  // The menu is over what the page may have to say of it.
  const leave = (/** @type {Event} */ event) => {
    const menu = /** @type {Element} */ (event.target).closest('details');
    menu?.querySelector('summary')?.focus();
    menu?.removeAttribute('open');
    press();
  };
  return html`<details class="menu" data-menu>
    <summary><span>${me?.name ?? t('sign.account')}</span></summary>
    <div class="menu-body">
      ${me ? html`<p class="soft"><span class="num">${me.studentNumber}</span><br>${t('sign.grade', { department: me.department, grade: me.grade })}</p>` : nothing}
      ${offered && !app.mock.floats() ? html`<button @click=${() => app.mock.enter(offered)}>${t('mock.name')}: ${t('mock.enter')}</button>` : nothing}
      <button aria-disabled=${under ? 'true' : nothing} @click=${leave}>${t(under ? 'sign.outUnder' : 'sign.out')}</button>
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
    <span class="soft zone">${t('clock.zone')}</span>
    ${isAbroad(app.clock.now()) ? html`<tick-text class="num soft zone" .text=${() => local(app.clock.now())}></tick-text>` : nothing}
  </span>`;
}

/** The same time where the student is, if it is another there. */
const local = (/** @type {number} */ at) => t('clock.local', { time: localClock(at) });
const abroad = (/** @type {number} */ at) => (isAbroad(at) ? html`<span class="num soft">${local(at)}</span>` : nothing);

function myWindow(/** @type {App} */ app) {
  const now = app.clock.now();
  const termId = app.state.plan?.term?.termId;
  const { state, at = 0 } = openness(app.state.windows, 'ENROLL', termId, now);
  if (!app.state.windows || termId === undefined) return nothing;
  const left = () => t('window.in', { left: duration(Math.max(0, at - app.clock.now())) });
  if (state === 'before') {
    const soon = at - now < 60_000;
    return html`<span class="window ${soon ? 'soon' : ''}">
      <span>${t('window.opens', { at: dayClock(at, now) })}</span> ${abroad(at)} <tick-text class="num strong" .text=${left}></tick-text>
    </span>`;
  }
  if (state === 'open') {
    // An end that is a year away is not worth a countdown.
    const far = at - now > 30 * 86_400_000;
    return html`<span class="window open">
      <span class="strong">${t('window.open')}</span>
      ${far ? nothing : html`<span>${t('window.until', { at: dayClock(at, now) })}</span> ${abroad(at)}`}
      ${at - now < 3_600_000 ? html`<tick-text class="num" .text=${left}></tick-text>` : nothing}
    </span>`;
  }
  const key = state === 'after' ? 'closed' : state === 'notMine' ? 'notMine' : state === 'none' ? 'none' : '';
  return key ? html`<span class="window">${t(`window.${key}`, { at: at ? dayClock(at, now) : '' })}</span>` : nothing;
}
