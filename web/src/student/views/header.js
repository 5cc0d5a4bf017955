import { clockTenth, dayClock, duration } from '../../shared/format.js';
import { language, setLanguage, t } from '../../shared/text.js';
import { html, nothing } from '../../shared/view.js';
import { openness } from '../windows.js';

/** The bar on top: the clock, my window, who I am. @param {import('../app.js').App} app */
export function header(app) {
  const { plan } = app.state;
  const signedIn = app.session.view.signedIn;
  return html`<header class="bar">
    <h1>${t('page.title')}${plan?.term ? html` <span class="term">${termName(plan.term)}</span>` : nothing}</h1>
    <div class="bar-time">${serverClock(app)}${signedIn && plan ? myWindow(app) : nothing}</div>
    <div class="bar-user">
      ${signedIn ? menu(app) : nothing}
      <button class="quiet" lang=${language() === 'ko' ? 'en' : 'ko'} aria-label=${t('page.otherLanguageName')} @click=${() => change(app)}>${t('page.otherLanguage')}</button>
    </div>
  </header>`;
}

function menu(/** @type {import('../app.js').App} */ app) {
  const me = app.state.me;
  const close = (/** @type {Event} */ event) => {
    const details = /** @type {HTMLDetailsElement} */ (event.currentTarget);
    if (event.type === 'focusout' && details.contains(/** @type {FocusEvent} */ (event).relatedTarget)) return;
    if (event.type === 'keydown') {
      if (/** @type {KeyboardEvent} */ (event).key !== 'Escape') return;
      details.querySelector('summary')?.focus();
    }
    details.open = false;
  };
  return html`<details class="menu" @focusout=${close} @keydown=${close}>
    <summary>${me?.name ?? t('sign.account')}</summary>
    <div class="menu-body">
      ${me ? html`<p class="soft"><span class="num">${me.studentNumber}</span><br>${t('sign.grade', { department: me.department, grade: me.grade })}</p>` : nothing}
      <button @click=${() => app.session.signOut()}>${t('sign.out')}</button>
    </div>
  </details>`;
}

const termName = (/** @type {any} */ term) =>
  t(term.kind === 'MOCK' ? 'page.termMock' : 'page.term', { year: term.year, season: t(`season.${term.season}`) });

async function change(/** @type {import('../app.js').App} */ app) {
  await setLanguage(language() === 'ko' ? 'en' : 'ko');
  document.title = t('page.title');
  app.render();
}

function serverClock(/** @type {import('../app.js').App} */ app) {
  const error = () => {
    const ms = app.clock.errorMs();
    return ms === null ? t('clock.unknown') : t('clock.error', { ms: Math.ceil(ms) });
  };
  return html`<span class="clock" role="timer" aria-label=${t('clock.label')}>
    <tick-text class="num now" .text=${() => clockTenth(app.clock.now())}></tick-text>
    <tick-text class="num soft" .text=${error}></tick-text>
  </span>`;
}

function myWindow(/** @type {import('../app.js').App} */ app) {
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
