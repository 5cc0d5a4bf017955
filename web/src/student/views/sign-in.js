import { ended as isEnded } from '../../shared/attempts.js';
import { dayClock } from '../../shared/format.js';
import { browserName } from '../../shared/problem.js';
import { t } from '../../shared/text.js';
import { html, nothing } from '../../shared/view.js';

/** The form to sign in, with the reason why the session ended. @param {import('../app.js').App} app */
export function signIn(app) {
  const { form, ended, view, number } = app.session;
  const ways = view.signInWith ?? { local: true, provider: false };
  return html`<main id="main" class="sign-in" tabindex="-1">
    <div class="panel">
      ${ended ? whyEnded(app) : nothing} ${unknown(app)}
      <h2>${t(ended && ended.code !== 'SIGNED_OUT_HERE' ? 'session.again' : 'sign.title')}</h2>
      ${ways.local
        ? html`<form @submit=${(/** @type {SubmitEvent} */ event) => submit(app, event)} novalidate>
            <div class="field">
              <label for="number">${t('sign.number')}</label>
              <input id="number" name="number" autocomplete="username" inputmode="numeric" autocapitalize="none" spellcheck="false"
                maxlength="64" .defaultValue=${number || (app.state.me?.studentNumber ?? '')} aria-invalid=${form.wrong?.includes('number') ? 'true' : nothing} aria-describedby=${form.trouble ? 'trouble' : nothing}>
            </div>
            <div class="field">
              <label for="password">${t('sign.password')}</label>
              <input id="password" name="password" type="password" autocomplete="current-password" maxlength="64"
                aria-invalid=${form.wrong?.includes('password') ? 'true' : nothing} aria-describedby=${form.trouble ? 'trouble' : nothing}>
            </div>
            ${form.trouble ? html`<p id="trouble" class="note bad">${t(form.trouble)}</p>` : nothing}
            <button class="primary wide" aria-disabled=${form.under ? 'true' : nothing}>${t(form.under ? 'sign.under' : 'sign.in')}</button>
          </form>`
        : html`<p>${t('sign.noLocal')}</p>`}
      ${ways.provider
        ? html`${ways.local ? html`<p class="or">${t('sign.or')}</p>` : nothing}<a class="button wide" href="/api/session/oidc">${t('sign.provider')}</a>`
        : nothing}
    </div>
  </main>`;
}

function submit(/** @type {import('../app.js').App} */ app, /** @type {SubmitEvent} */ event) {
  event.preventDefault();
  const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
  app.session.signIn(String(data.get('number')).trim(), String(data.get('password')).trim());
}

function whyEnded(/** @type {import('../app.js').App} */ app) {
  const problem = /** @type {import('../../shared/api.js').AnyProblem} */ (app.session.ended);
  if (problem.code === 'SIGNED_OUT_HERE') return html`<div class="note warn" role="alert"><p>${t('sign.outHere')}</p></div>`;
  const elsewhere = problem.code === 'SIGNED_IN_ELSEWHERE';
  const at = problem.signedInAt ? dayClock(Date.parse(problem.signedInAt), app.clock.now()) : '';
  const text = elsewhere
    ? t('session.elsewhere', { at, browser: browserName(problem.browser) })
    : t(problem.code === 'SESSION_EXPIRED' ? 'session.expired' : 'session.ended');
  return html`<div class="note warn" role="alert">
    <p><strong>${text}</strong></p>
    ${problem.code === 'SIGN_IN_REQUIRED' ? nothing : html`<p>${elsewhere ? t('session.elsewhereHelp') : t('sign.kept')}</p>`}
  </div>`;
}

// A result that is not known yet is not forgotten.
function unknown(/** @type {import('../app.js').App} */ app) {
  const open = app.enrolling.all().filter((one) => one.unknown && !isEnded(one)).map((one) => app.name(one.courseId));
  return open.length ? html`<p class="note warn" id="paused">${open.join(', ')}: ${t('enroll.pausedWhy')}</p>` : nothing;
}

/** What a member of the staff sees here. */
export function staff() {
  return html`<main id="main" class="sign-in" tabindex="-1">
    <div class="panel"><h2>${t('page.title')}</h2><p>${t('sign.staff')}</p><a class="button primary wide" href="/desk">${t('sign.toDesk')}</a></div>
  </main>`;
}
