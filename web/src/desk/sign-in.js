/**
 * Signing in: before the desk is shown, and over it when a session ended.
 * @module
 */
import { dayClock } from '../shared/format.js';
import { browserName } from '../shared/problem.js';
import { t } from '../shared/text.js';
import { html, nothing, render } from '../shared/view.js';

/** @typedef {import('./app.js').App} App */

/** Returns the view of the sign-in. */
export const signInView = (/** @type {App} */ app) => html`
  <main id="main" class="sign-in panel" tabindex="-1">
    <h1 tabindex="-1">${t('desk.sign.title')}</h1>
    ${why(app)} ${form(app, 'page')}
    <p class="soft"><a href="/">${t('desk.toStudents')}</a></p>
  </main>`;

/** Returns the view for an account that may not use the desk. */
export const noDeskView = (/** @type {App} */ app) => html`
  <main id="main" class="sign-in panel" tabindex="-1">
    <h1 tabindex="-1">${t('desk.noDesk.title')}</h1>
    <p class="note warn">${t('desk.noDesk.why')}</p>
    <div class="row">
      <a class="button" href="/">${t('desk.toStudents')}</a>
      <button type="button" @click=${app.session.signOut.press}>${t('sign.out')}</button>
    </div>
  </main>`;

function why(/** @type {App} */ app) {
  const problem = app.session.ended;
  if (!problem) return nothing;
  return html`<p class="note warn">${endedText(app, problem)}</p>`;
}

/** Returns why a session ended. */
export function endedText(/** @type {App} */ app, /** @type {import('../shared/api.js').AnyProblem} */ problem) {
  if (problem.code === 'SIGNED_IN_ELSEWHERE') {
    return t('session.elsewhere', {
      at: problem.signedInAt ? dayClock(Date.parse(problem.signedInAt), app.clock.now()) : '',
      browser: browserName(problem.browser),
    });
  }
  if (problem.code === 'SIGNED_OUT_HERE') return t('sign.outHere');
  return t(problem.code === 'SESSION_EXPIRED' ? 'session.expired' : 'session.ended');
}

function form(/** @type {App} */ app, /** @type {string} */ place) {
  const { session } = app;
  const ways = session.view.signInWith ?? { local: true, provider: false };
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    session.signIn(String(data.get('staffName')).trim(), String(data.get('password')));
  };
  const bad = session.form.trouble !== null && session.form.trouble !== 'sign.busy';
  return html`
    ${ways.provider ? html`<p><a class="button primary" href="/api/session/oidc">${t('sign.provider')}</a></p>` : nothing}
    ${ways.local
      ? html`<form class="stack" novalidate @submit=${submit}>
          <div class="field">
            <label for="staff-${place}">${t('desk.sign.name')}</label>
            <input id="staff-${place}" name="staffName" autocomplete="username" maxlength="64" autocapitalize="none"
              .value=${session.name} aria-invalid=${bad} aria-describedby="trouble-${place}" />
          </div>
          <div class="field">
            <label for="password-${place}">${t('sign.password')}</label>
            <input id="password-${place}" name="password" type="password" autocomplete="current-password" maxlength="64"
              aria-invalid=${bad} aria-describedby="trouble-${place}" />
          </div>
          <div id="trouble-${place}" role="alert">
            ${session.form.trouble ? html`<p class="note bad">${t(session.form.trouble)}</p>` : nothing}
          </div>
          <button class="primary" aria-disabled=${session.form.under}>
            ${session.form.under ? t('sign.under') : t('sign.in')}
          </button>
        </form>`
      : html`<p class="soft">${t('sign.noLocal')}</p>`}`;
}

/** Shows the sign-in over the page, which stays as it is, until the user is signed in or puts it off. */
export function signInAgain(/** @type {App} */ app) {
  if (document.querySelector('dialog.again')) return;
  const dialog = document.createElement('dialog');
  dialog.className = 'again';
  dialog.setAttribute('aria-labelledby', 'again-title');
  const draw = () => {
    if (!app.session.ended) {
      dialog.close();
      return;
    }
    render(
      html`<h2 id="again-title">${t('session.again')}</h2>
        ${why(app)}
        <p>${t('desk.sign.kept')}</p>
        ${form(app, 'again')}
        <p><button type="button" class="quiet" @click=${() => dialog.close()}>${t('desk.sign.later')}</button></p>`,
      dialog,
    );
  };
  dialog.addEventListener('close', () => {
    app.overlays.delete(draw);
    dialog.remove();
    app.render();
  });
  app.overlays.add(draw);
  document.body.append(dialog);
  draw();
  dialog.showModal();
}
