/**
 * What stands around every view: the bar, the way to the views, and what the session has to say.
 * @module
 */
import { clockTenth, duration } from '../shared/format.js';
import { language, t } from '../shared/text.js';
import { html, nothing } from '../shared/view.js';
import { endedText, noDeskView, signInAgain, signInView } from './sign-in.js';

/** @typedef {import('./app.js').App} App */

/** The views by their addresses, in their order. */
export const VIEWS = ['day', 'windows', 'students', 'courses', 'overrides', 'audit'];

/** Returns the page. */
export function shell(/** @type {App} */ app) {
  const { session, state } = app;
  if (!state.known) {
    return html`${bar(app)}
      <main id="main" class="sign-in"><h1 class="visually-hidden">${t('desk.title')}</h1>
        <p role="status">${state.away ? t('page.noAnswer') : t('page.loading')}</p></main>`;
  }
  if (!session.me) return html`${bar(app)}${session.noDesk && session.view.signedIn ? noDeskView(app) : signInView(app)}`;
  return html`
    <a class="skip" href="#main" @click=${skip}>${t('desk.skip')}</a>
    ${bar(app)} ${nav(app)}
    <main id="main" tabindex="-1">${notes(app)} ${app.views[state.view].view()}</main>`;
}

// An address of the page is a view, so the link does not change it.
function skip(/** @type {Event} */ event) {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

function bar(/** @type {App} */ app) {
  const { me } = app.session;
  const other = language() === 'ko' ? 'en' : 'ko';
  const error = app.clock.errorMs();
  const { under, failed, press } = app.session.signOut;
  return html`<header class="bar">
    <strong class="brand">${t('desk.title')}</strong>
    <span class="bar-clock num">
      <span class="visually-hidden">${t('clock.label')}</span>
      <tick-text .text=${() => clockTenth(app.clock.now())}></tick-text>
      <small>${error === null ? t('clock.unknown') : t('clock.error', { ms: Math.ceil(error) })}</small>
    </span>
    <span class="bar-end">
      ${me
        ? html`<span class="who"><span>${me.name}</span> <span class="chip info">${roleText(me)}</span></span>
            <button type="button" class="quiet" aria-disabled=${under} @click=${press}>${t(under ? 'sign.outUnder' : 'sign.out')}</button>`
        : nothing}
      <button type="button" class="quiet" lang=${other} @click=${() => app.chooseLanguage(other)}>
        ${t('page.otherLanguage')}
      </button>
    </span>
  </header>
  ${failed ? html`<p class="banner bad floating" role="alert"><strong>${t('sign.outFailed')}</strong></p>` : nothing}`;
}

/** Returns the role in words; of a department with its name. */
const roleText = (/** @type {import('./session.js').Me} */ me) =>
  me.role === 'DEPARTMENT' && me.department ? t('role.DEPARTMENT.of', { department: me.department }) : t(`role.${me.role}`);

const nav = (/** @type {App} */ app) => html`<nav class="views" aria-label=${t('nav.label')}>
  ${VIEWS.map((view) => html`<a href="#/${view}" aria-current=${app.state.view === view ? 'page' : nothing}>${t(`nav.${view}`)}</a>`)}
</nav>`;

function notes(/** @type {App} */ app) {
  const { session } = app;
  if (session.ended) {
    return html`<div class="note bad row" role="status">
      <span>${endedText(app, session.ended)} ${t('desk.sign.kept')}</span>
      <button type="button" @click=${() => signInAgain(app)}>${t('session.again')}</button>
    </div>`;
  }
  const touch = matchMedia('(pointer: coarse)').matches;
  const left = () => duration(Math.max(0, session.expiresAt() - app.clock.now()));
  return html`
    <div role="status">
      ${session.warned
        ? html`<div class="note warn row">
            <span><span aria-hidden="true">${t(session.longest ? 'session.longest' : touch ? 'desk.sign.warnTouch' : 'session.warn', { left: left() })}</span>
              <span class="visually-hidden">${t(touch ? 'desk.sign.soonOverTouch' : 'desk.sign.soonOver')}</span></span>
            ${session.longest
              ? nothing
              : html`<button type="button" @click=${() => session.touched()}>${t('session.extend')}</button>`}
          </div>`
        : nothing}
    </div>
    ${session.view.signIn === 'OPEN' ? html`<p class="note warn">${t('page.open')}</p>` : nothing}`;
}
