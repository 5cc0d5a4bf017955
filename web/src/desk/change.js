/**
 * One change by the desk, in a dialog: what is there, what it will be, and why. It ends only with a known outcome.
 *
 * A change names the version that the user saw. When the state is another one meanwhile, nothing was changed: the dialog shows
 * what is there now, and the user decides. So a change whose answer was lost can be sent again, and is never made twice.
 * @module
 */
import { dayClock } from '../shared/format.js';
import { language, t } from '../shared/text.js';
import { html, nothing, render } from '../shared/view.js';
import { compare } from './compare.js';
import { problemWords } from './problems.js';

/** @typedef {import('./compare.js').Fields} Fields */
/** @typedef {import('../shared/api.js').AnyProblem} AnyProblem */
/** @typedef {{method: string, path: string, body: Record<string, unknown>, headers?: Record<string, string>}} Request */
/**
 * @typedef {object} Change
 * @property {string} title
 * @property {string} confirm the words of the button
 * @property {any} subject what is there, with its version; null for something new
 * @property {(subject: any) => Fields} fields
 * @property {(subject: any, values: any) => any} preview what will be there
 * @property {(subject: any, values: any, reason: string) => Request} request
 * @property {any} [values] what the user may choose, at the beginning
 * @property {(values: any, set: (values: any) => void, subject: any) => unknown} [form]
 * @property {(values: any, subject: any) => string | null} [check] a sentence on values that are not allowed
 * @property {unknown} [warning] what happens, where it cannot be undone
 * @property {boolean} [danger]
 * @property {{expected: string, label: string}} [typed] what has to be typed first
 * @property {(current: any, values: any) => boolean} [isDone] whether the change has reached its target state
 * @property {(body: any) => {before: any, after: any}} [outcome] of the answer
 * @property {(after: any) => unknown} [note] what else the answer says
 * @property {(subject: any) => string} [target] the subject as events name it, like window:3
 */

/** Reasons of this page, so that the same one need not be typed again. @type {string[]} */
const reasons = [];

/**
 * Shows the dialog.
 * @param {import('./app.js').App} app
 * @param {Change} spec
 * @returns {Promise<any>} what is there after the change; null when nothing was changed here
 */
export function change(app, spec) {
  const dialog = document.createElement('dialog');
  dialog.className = 'change';
  dialog.setAttribute('aria-labelledby', 'change-title');
  let subject = spec.subject;
  let values = { ...spec.values };
  let reason = '';
  let typed = '';
  /** @type {'asking'|'sending'|'done'} */
  let phase = 'asking';
  /** Whether a request may have been carried out without an answer. */
  let unknown = false;
  /** @type {any} what the user saw before it was changed by another */
  let seen;
  /** @type {AnyProblem | null} */
  let problem = null;
  /** @type {{reason?: string, typed?: string, values?: string}} */
  let missing = {};
  /** Whether the change was there already: made by another, or by a request of this dialog whose answer was lost. */
  let already = false;
  /** @type {import('./audit.js').Event | null} the last event of the subject, where the change was there already */
  let event = null;
  /** @type {{before: any, after: any} | null} */
  let outcome = null;

  const set = (/** @type {any} */ to) => {
    values = { ...values, ...to };
    missing.values = undefined;
    draw();
  };

  function checkAll() {
    missing = {};
    const wrong = spec.check?.(values, subject);
    if (wrong) missing.values = wrong;
    if (!reason.trim()) missing.reason = t('change.reasonMissing');
    if (spec.typed && typed.trim() !== spec.typed.expected) missing.typed = t('change.typedMissing', { expected: spec.typed.expected });
    return !Object.values(missing).some(Boolean);
  }

  async function submit(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    if (phase === 'sending') return;
    if (phase === 'done') return dialog.close();
    if (!checkAll()) {
      draw();
      /** @type {HTMLElement | null} */ (dialog.querySelector('[aria-invalid=true]'))?.focus();
      return;
    }
    phase = 'sending';
    problem = null;
    draw();
    const { method, path, body: sent, headers } = spec.request(subject, values, reason.trim());
    try {
      judge(await app.api.send(method, path, sent, { headers }));
    } catch {
      unsure();
    }
    draw();
    /** @type {HTMLElement | null} */ (dialog.querySelector(/** @type {string} */ (phase) === 'done' ? 'button.primary' : '.change-problem'))?.focus();
  }

  function judge(/** @type {import('../shared/api.js').Answer} */ answer) {
    if (answer.status < 300) {
      end((spec.outcome ?? ((of) => of))(answer.body));
    } else if (answer.status >= 500) {
      unsure();
    } else {
      phase = 'asking';
      problem = /** @type {AnyProblem} */ (answer.problem);
      if (problem.current) takeCurrent(problem.current);
    }
  }

  function takeCurrent(/** @type {any} */ current) {
    const isDone = spec.isDone ?? ((now, of) => same(spec.fields(now), spec.fields(spec.preview(subject, of))));
    if (isDone(current, values)) {
      // Nothing tells them apart: a browser sends a request again by itself on a connection that broke.
      already = !unknown;
      end({ before: subject, after: current });
      if (already) readEvent();
      return;
    }
    seen ??= subject;
    subject = current;
  }

  async function readEvent() {
    if (!spec.target) return;
    try {
      const answer = await app.api.get(`/api/desk/audit?${new URLSearchParams({ target: spec.target(subject), limit: '1', language: language() })}`);
      event = answer.status === 200 ? (answer.body.events[0] ?? null) : null;
      draw();
    } catch {
      // The link leads to the event all the same.
    }
  }

  /** Says who made the change, and leads to the events of the subject. */
  const maker = (/** @type {string} */ target) => html`<p>
    ${event ? t('change.by', { who: event.words.actor, at: dayClock(Date.parse(event.at), app.clock.now()), reason: event.reason ?? '' }) : nothing}
    <a href="#/audit?target=${target}">${t('change.toAudit')}</a>
  </p>`;

  function end(/** @type {{before: any, after: any}} */ of) {
    phase = 'done';
    problem = null;
    outcome = of;
    if (!reasons.includes(reason.trim())) reasons.unshift(reason.trim());
  }

  function unsure() {
    unknown = true;
    phase = 'asking';
    problem = { code: 'UNKNOWN_OUTCOME' };
  }

  function draw() {
    render(phase === 'done' && outcome ? done(outcome) : asking(), dialog);
  }

  const done = (/** @type {{before: any, after: any}} */ of) => html`<form class="stack" @submit=${submit}>
    <h2 id="change-title">${t(already ? 'change.already' : 'change.done')}</h2>
    <p role="status" class="note good">${spec.title}: ${t(already ? 'change.alreadySaid' : 'change.doneSaid')}</p>
    ${compare(of.before && spec.fields(of.before), spec.fields(of.after))}
    ${already && spec.target ? maker(spec.target(subject)) : nothing}
    ${already ? nothing : html`<dl class="pairs"><dt>${t('change.reason')}</dt><dd>${reason}</dd></dl>`}
    ${spec.note?.(of.after) ?? nothing}
    <div class="dialog-actions"><button class="primary">${t('change.close')}</button></div>
  </form>`;

  const asking = () => html`<form class="stack" novalidate @submit=${submit}>
    <h2 id="change-title">${spec.title}</h2>
    ${spec.warning ? html`<div class="note ${spec.danger ? 'bad' : 'warn'}">${spec.warning}</div>` : nothing}
    <div role="alert">${problem ? html`<p class="note bad change-problem" tabindex="-1">${words(problem)}</p>` : nothing}</div>
    ${spec.form ? html`<div class="stack">${spec.form(values, set, subject)}</div>` : nothing}
    ${missing.values ? html`<p id="change-values" class="note bad" role="alert" tabindex="-1" aria-invalid="true">${missing.values}</p>` : nothing}
    ${compare(subject && spec.fields(subject), spec.fields(spec.preview(subject, values)), seen && spec.fields(seen))}
    ${text('reason', t('change.reason'), t('change.reasonHint'), reason, (value) => (reason = value))}
    <datalist id="reasons">${reasons.map((one) => html`<option value=${one}></option>`)}</datalist>
    ${spec.typed ? text('typed', spec.typed.label, '', typed, (value) => (typed = value)) : nothing}
    <div class="dialog-actions">
      <button type="button" aria-disabled=${phase === 'sending'} @click=${() => phase !== 'sending' && dialog.close()}>${t('dialog.back')}</button>
      <button class=${spec.danger ? 'danger' : 'primary'} aria-disabled=${phase === 'sending'}>
        ${phase === 'sending' ? t('change.sending') : unknown ? t('change.again') : seen ? t('change.applyNow') : spec.confirm}
      </button>
    </div>
  </form>`;

  const words = (/** @type {AnyProblem} */ of) => problemWords(of, app.clock.now());

  function text(/** @type {'reason'|'typed'} */ name, /** @type {string} */ label, /** @type {string} */ hint, /** @type {string} */ value, /** @type {(value: string) => void} */ take) {
    const wrong = missing[name];
    const input = (/** @type {InputEvent} */ event) => {
      take(/** @type {HTMLInputElement} */ (event.target).value);
      if (!missing[name]) return;
      missing[name] = undefined;
      draw();
    };
    return html`<div class="field">
      <label for="change-${name}">${label}</label>
      <input id="change-${name}" maxlength="255" autocomplete="off" list=${name === 'reason' ? 'reasons' : nothing} .value=${value}
        required aria-invalid=${Boolean(wrong)} aria-describedby="change-${name}-hint" @input=${input} />
      <p id="change-${name}-hint" class=${wrong ? 'wrong' : 'soft'}>${wrong ?? hint}</p>
    </div>`;
  }

  dialog.addEventListener('cancel', (event) => phase === 'sending' && event.preventDefault());
  draw();
  document.body.append(dialog);
  dialog.showModal();
  app.overlays.add(draw);
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      app.overlays.delete(draw);
      dialog.remove();
      resolve(outcome?.after ?? null);
    });
  });
}

const same = (/** @type {Fields} */ one, /** @type {Fields} */ other) => JSON.stringify(one) === JSON.stringify(other);
