/**
 * One student: plan, windows, refusals, requests to the desk and the last sign-in.
 * @module
 */
import { dayClock, number } from '../shared/format.js';
import { browserName, problemName } from '../shared/problem.js';
import { t, tOr } from '../shared/text.js';
import { html, nothing } from '../shared/view.js';
import { codeOf, courseName } from './fill-tables.js';
import { createReading } from './loading.js';
import { stateWords } from './override-decision.js';
import { actionWords, phase } from './window-words.js';

const SEASONS = ['SPRING', 'SUMMER', 'FALL', 'WINTER'];
/** Ids of regular terms have five digits: the year, and which term of it. */
const REGULAR_BELOW = 100_000;

/** @typedef {{windowId: number, termId: number, phase: string, actions: string[], audience?: string, opensAt: string, closesAt: string}} OwnWindow */
/** @typedef {{termId: number, action: string, open: boolean, closesAt?: string, reason?: {code: string, opensAt?: string, closedAt?: string}}} OwnAction */
/** @typedef {{courseId: number, title: string, code?: string, section?: string, credits: number, enrolledAt: string}} HeldCourse */
/** @typedef {{courseId: number, title: string, code?: string, section?: string, reason: string, times: number, firstAt: string, lastAt: string}} Refusal */
/**
 * @typedef {object} Shown
 * @property {import('./students.js').Student} student
 * @property {{term?: {termId: number}, usedCredits: number, creditLimit?: number, courses: HeldCourse[]}} plan
 * @property {{now: string, rules: boolean, windows: OwnWindow[], actions: OwnAction[]}} windows
 * @property {Refusal[]} refusals
 * @property {import('./overrides.js').Override[]} overrides
 * @property {{at: string, browser: string, signedOutAt?: string}} [lastSignIn]
 */

/** @param {import('./app.js').App} app */
export function createStudent(app) {
  const reading = createReading(app);
  /** @type {number | null} */
  let studentId = null;

  const read = () => reading.read(`/api/desk/students/${studentId}`);
  const at = (/** @type {string} */ iso) => dayClock(Date.parse(iso), app.clock.now());

  function open(/** @type {number} */ id) {
    if (id !== studentId) {
      reading.forget();
      studentId = id;
      // A narrow page does not show the search next to it.
      requestAnimationFrame(() => document.getElementById('student-title')?.focus());
    }
    read();
  }

  function close() {
    studentId = null;
    reading.forget();
  }

  return { open, close, id: () => studentId, view };

  function view() {
    if (studentId === null) return html`<section class="panel"><p class="empty">${t('student.choose')}</p></section>`;
    /** @type {Shown | null} */
    const shown = reading.body;
    return html`<section class="panel" aria-labelledby="student-title">
      <div class="panel-head">
        <a class="to-list" href="#/students">${t('student.toSearch')}</a>
        <h2 id="student-title" tabindex="-1">${shown ? `${shown.student.name} ${shown.student.studentNumber}` : t('student.title')}</h2>
        ${shown && shown.student.standing !== 'ENROLLED' ? html`<span class="chip warn">${tOr(`standing.${shown.student.standing}`, 'standing.OTHER')}</span>` : nothing}
        ${shown ? html`<button type="button" aria-disabled=${reading.loading} @click=${read}>${t('read.again')}</button>` : nothing}
      </div>
      <div class="panel-body stack">
        ${reading.problem || !shown ? reading.state(read) : nothing} ${shown ? content(shown) : nothing}
      </div>
    </section>`;
  }

  function content(/** @type {Shown} */ shown) {
    const { student, plan, lastSignIn } = shown;
    const limit = plan.creditLimit === undefined ? t('student.noLimit') : t('student.creditsOf', { used: plan.usedCredits, limit: plan.creditLimit });
    return html`
      <p class="soft">${t('sign.grade', { department: student.department, grade: student.grade })} · ${tOr(`student.type.${student.type}`, 'student.type.OTHER', { type: student.type })}</p>
      <dl class="pairs">
        <dt>${t('student.credits')}</dt><dd class="num">${limit}</dd>
        <dt>${t('student.signIn')}</dt><dd>${lastSignIn ? signInWords(lastSignIn) : t('student.noSignIn')}</dd>
      </dl>
      ${part('refusals', shown.refusals, refusals)} ${windows(shown)} ${part('plan', plan.courses, held)} ${part('overrides', shown.overrides, overrides)}
      <p class="row">
        <a href="#/audit?student=${encodeURIComponent(student.studentNumber)}">${t('student.audit')}</a>
        <a href="#/overrides?student=${student.studentId}">${t('student.toOverrides')}</a>
      </p>`;
  }

  function signInWords(/** @type {NonNullable<Shown['lastSignIn']>} */ { at: signedIn, browser, signedOutAt }) {
    return [at(signedIn), browserName(browser), signedOutAt ? t('student.signedOut', { at: at(signedOutAt) }) : ''].filter(Boolean).join(' · ');
  }

  /** Returns a heading with the rows below, or the words that there are none. */
  function part(/** @type {string} */ name, /** @type {any[]} */ rows, /** @type {(rows: any[]) => unknown} */ table) {
    return html`<section class="stack" aria-labelledby="student-${name}">
      <h3 id="student-${name}">${t(`student.${name}`)}</h3>
      ${rows.length ? table(rows) : html`<p class="soft">${t(`student.${name}None`)}</p>`}
    </section>`;
  }

  /** Returns a table whose rows become blocks on a narrow page. */
  function table(/** @type {string} */ name, /** @type {string[]} */ heads, /** @type {unknown[][]} */ rows) {
    return html`<div class="scroll" tabindex="0" role="group" aria-labelledby="student-${name}">
      <table class="grid audit">
        <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
        <tbody>${rows.map((cells) => html`<tr>${cells.map((cell, n) => html`<td data-label=${heads[n]}>${cell}</td>`)}</tr>`)}</tbody>
      </table>
    </div>`;
  }

  function time(/** @type {string} */ iso) {
    return html`<time class="when" datetime=${iso}>${at(iso)}</time>`;
  }

  function refusals(/** @type {Refusal[]} */ rows) {
    return table(
      'refusals',
      [t('student.course'), t('student.reason'), t('student.times'), t('student.first'), t('student.last')],
      rows.map((one) => [courseLink(one), problemName(one.reason), html`<span class="num">${t('student.timesOf', { n: number(one.times) })}</span>`, time(one.firstAt), time(one.lastAt)]),
    );
  }

  function held(/** @type {HeldCourse[]} */ rows) {
    return table(
      'plan',
      [t('student.course'), t('student.credits'), t('student.enrolledAt')],
      rows.map((one) => [courseLink(one), html`<span class="num">${number(one.credits)}</span>`, time(one.enrolledAt)]),
    );
  }

  function overrides(/** @type {import('./overrides.js').Override[]} */ rows) {
    return table(
      'overrides',
      [t('student.course'), t('override.lifts'), t('override.state'), t('student.requestedAt')],
      rows.map((one) => [courseLink(one), one.lifts.map((lift) => tOr(`lift.${lift}`, 'lift.OTHER', { lift })).join(', '), stateWords(one.state), time(one.requestedAt)]),
    );
  }

  function windows(/** @type {Shown} */ shown) {
    const { rules, windows: own, actions } = shown.windows;
    if (!rules) return part('windows', [null], () => html`<p class="soft">${t('student.noRules')}</p>`);
    return part('windows', own, () => html`
      <ul class="plain stack">${actions.map((one) => html`<li>${termWords(one.termId)} ${actionName(one.action)}: <span class="chip ${one.open ? 'good' : 'warn'}">${actionState(one)}</span></li>`)}</ul>
      ${table(
        'windows',
        [t('window.title'), t('window.state'), t('window.opensAt'), t('window.closesAt')],
        own.map((one) => [
          [termWords(one.termId), phase(one.phase), one.audience ?? t('window.everyone'), one.actions.map(actionName).join(', ')].filter(Boolean).join(' · '),
          t(`window.state.${stateOf(one)}`), time(one.opensAt), time(one.closesAt),
        ]),
      )}`);
  }

  function actionState(/** @type {OwnAction} */ { open: isOpen, closesAt, reason }) {
    if (isOpen) return closesAt ? t('student.openUntil', { at: at(closesAt) }) : t('window.state.OPEN');
    const moment = reason?.opensAt ?? reason?.closedAt;
    return [problemName(reason?.code ?? ''), moment ? at(moment) : ''].filter(Boolean).join(' · ');
  }

  function stateOf(/** @type {OwnWindow} */ one) {
    const now = app.clock.now();
    return now < Date.parse(one.opensAt) ? 'BEFORE' : now < Date.parse(one.closesAt) ? 'OPEN' : 'OVER';
  }
}

const actionName = (/** @type {string} */ action) => (action === 'BASKET' ? phase('BASKET') : actionWords([action]));

const courseLink = (/** @type {any} */ one) => html`<span><a href="#/courses/${one.courseId}">${courseName(one)}</a> <span class="soft">${codeOf(one)}</span></span>`;

/** Returns "2026-1학기" of a regular term; empty for others. */
function termWords(/** @type {number} */ termId) {
  const season = termId < REGULAR_BELOW ? SEASONS[(termId % 10) - 1] : undefined;
  return season ? t('page.term', { year: Math.floor(termId / 10), season: t(`season.${season}`) }) : '';
}
