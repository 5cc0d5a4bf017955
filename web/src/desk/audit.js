/**
 * The audit: who did what, found by what the desk knows of it.
 * @module
 */
import { announce } from '../shared/announce.js';
import { dayClock } from '../shared/format.js';
import { language, t } from '../shared/text.js';
import { html, nothing } from '../shared/view.js';
import { saveCsv } from './audit-csv.js';
import { fromField, input, select, toField } from './fields.js';
import { createReading } from './loading.js';
import { problemWords } from './problems.js';

const DAY = 86_400_000;
/** A link to the events of one student, course or window asks for those of a term. */
export const TERM = 180 * DAY;
const TEXTS = ['student', 'course', 'actor', 'action'];
const CONDITIONS = [...TEXTS, 'target'];
const ACTIONS = [
  'ENROLL', 'CANCEL', 'COURSE_CAPACITY', 'COURSE_CLOSE', 'COURSE_REOPEN', 'COURSE_CANCEL', 'OVERRIDE_REQUEST', 'OVERRIDE_GRANT', 'OVERRIDE_DECLINE',
  'OVERRIDE_CONFIRM', 'OVERRIDE_WITHDRAW', 'WINDOW_CREATE', 'WINDOW_CHANGE', 'WINDOW_SHIFT', 'WINDOW_OPEN', 'WINDOW_CLOSE', 'MOCK_TERM_BEGIN', 'MOCK_TERM_END', 'MOCK_TERM_WIPED',
  'COURSE_IMPORT', 'COURSE_RESET', 'STUDENT_IMPORT', 'STUDENT_CORRECT', 'SIGN_IN', 'SIGN_OUT', 'REFUSED_ATTEMPTS',
];

/** @typedef {{at: string, actor: string, action: string, target: string, studentNumber?: string, student?: string, courseCode?: string, course?: string, outcome: string, change: string}} Words */
/** @typedef {{eventId: number, at: string, studentId?: number, courseId?: number, reason?: string, words: Words}} Event */

/** @param {import('./app.js').App} app */
export function createAudit(app) {
  const reading = createReading(app);
  /** @type {Record<string, string>} */
  let filter = {};
  /** @type {string | null} where the next file begins */
  let nextCsv = null;
  let saving = false;
  /** The language of the words that are shown. */
  let said = language();

  function query() {
    const found = new URLSearchParams({ language: language() });
    for (const name of CONDITIONS) if (filter[name]?.trim()) found.set(name, filter[name].trim());
    for (const name of ['from', 'to']) {
      const at = fromField(filter[name] ?? '');
      if (at) found.set(name, new Date(at).toISOString());
    }
    return found;
  }

  function search() {
    nextCsv = null;
    said = language();
    reading.forget();
    return reading.read(`/api/desk/audit?${query()}`);
  }

  function more() {
    const next = query();
    next.set('cursor', reading.body.next);
    return reading.read(`/api/desk/audit?${next}`, (body, before) => ({ ...body, events: [...before.events, ...body.events] }));
  }

  async function csv() {
    if (saving) return;
    saving = true;
    app.render();
    const result = await saveCsv(nextCsv ?? `/api/desk/audit.csv?${query()}`);
    saving = false;
    if (result.problem) {
      if (result.problem.code === 'SIGN_IN_REQUIRED' || result.status === 401) app.session.end(result.problem);
      announce(refusal(result.problem));
      reading.problem = result.problem;
    } else {
      nextCsv = result.next;
      announce(t(nextCsv ? 'audit.csvPart' : 'audit.csvSaved'));
    }
    app.render();
  }

  return {
    open(/** @type {string} */ rest) {
      const asked = new URLSearchParams(rest);
      const now = app.clock.now();
      if (!filter.from || asked.size) filter = { from: toField(now - (asked.size ? TERM : DAY)).slice(0, 16), to: '', ...Object.fromEntries(CONDITIONS.map((name) => [name, asked.get(name) ?? ''])) };
      search();
    },
    view() {
      // The words of events are the server's.
      if (said !== language() && reading.body) search();
      return html`<h1 tabindex="-1" class="visually-hidden">${t('audit.title')}</h1>
      <section class="panel" aria-labelledby="audit-title">
        <div class="panel-head"><h2 id="audit-title">${t('audit.title')}</h2></div>
        <div class="panel-body stack">
          ${form()} ${state()} ${reading.body ? list() : nothing}
        </div>
      </section>`;
    },
  };

  function state() {
    const { problem } = reading;
    if (!problem?.parameter) return problem || !reading.body ? reading.state(search) : nothing;
    return html`<p class="note bad" role="status">${refusal(problem)}</p>`;
  }

  /** Says which condition means nothing. */
  function refusal(/** @type {import('../shared/api.js').AnyProblem} */ problem) {
    const of = String(problem.parameter ?? '');
    if (!TEXTS.includes(of)) return of === 'from' || of === 'to' ? t('audit.timesWrong') : problemWords(problem, app.clock.now());
    const text = filter[of] ?? '';
    if (problem.most !== undefined) return t('audit.tooMany', { text });
    if (of !== 'student') return t(`audit.unknown.${of}`, { text });
    return t(/^\d+$/.test(text) ? 'audit.unknown.number' : 'audit.unknown.name', { text });
  }

  function form() {
    const text = (/** @type {string} */ name, more = {}) => input(`audit-${name}`, t(`audit.${name}`), filter[name] ?? '', (value) => (filter[name] = value), { hint: t(`audit.${name}Hint`), ...more });
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      search();
    };
    return html`<form role="search" aria-labelledby="audit-title" class="stack" @submit=${submit}>
      <div class="fields audit-fields">
        ${['student', 'course', 'actor'].map((name) => text(name))}
        ${select('audit-action', t('audit.action'), filter.action ?? '', actions(), (value) => (filter.action = value))}
        ${text('from', { type: 'datetime-local' })} ${text('to', { type: 'datetime-local' })}
      </div>
      ${filter.target
        ? html`<div class="note info"><span>${t('audit.ofTarget')}</span><button type="button" @click=${ofAll}>${t('audit.ofAll')}</button></div>`
        : nothing}
      <div class="row">
        <button class="primary">${t('audit.search')}</button>
        <button type="button" aria-disabled=${saving} @click=${csv}>${saving ? t('audit.csvSaving') : t(nextCsv ? 'audit.csvNext' : 'audit.csv')}</button>
        <span class="soft">${t(nextCsv ? 'audit.csvPart' : 'audit.csvHint')}</span>
      </div>
    </form>`;
  }

  function ofAll() {
    filter.target = '';
    search();
  }

  function actions() {
    const known = ACTIONS.map((one) => /** @type {[string, string]} */ ([one, t(`audit.action.${one}`)]));
    return [/** @type {[string, string]} */ (['', t('audit.anyAction')]), ...known];
  }

  function list() {
    const { events, next, searchedTo } = reading.body;
    return html`
      <p role="status" class="soft">${t(next ? 'audit.foundSoFar' : events.length ? 'audit.found' : 'audit.foundNone', { n: events.length, at: searchedTo ? dayClock(Date.parse(searchedTo), app.clock.now()) : '' })}</p>
      ${events.length
        ? html`<div class="scroll" tabindex="0" role="group" aria-labelledby="audit-title">
            <table class="grid audit">
              <thead><tr>${['at', 'actor', 'action', 'target', 'outcome', 'reason', 'detail'].map((name) => html`<th scope="col">${t(`audit.${name}`)}</th>`)}</tr></thead>
              <tbody>${events.map(row)}</tbody>
            </table>
          </div>`
        : nothing}
      ${next ? html`<button type="button" ?disabled=${reading.loading} @click=${more}>${t('audit.more')}</button>` : nothing}`;
  }

  function row(/** @type {Event} */ { at, studentId, courseId, reason, words }) {
    const cell = (/** @type {string} */ name, /** @type {unknown} */ content, kind = '') => html`<td class=${kind} data-label=${t(`audit.${name}`)}>${content}</td>`;
    return html`<tr>
      ${cell('at', html`<time datetime=${at}>${words.at.slice(5)}</time>`, 'when')}
      ${cell('actor', words.actor)} ${cell('action', words.action)} ${cell('target', targets(studentId, courseId, words))}
      ${cell('outcome', words.outcome)} ${cell('reason', reason ?? '')} ${cell('detail', words.change)}
    </tr>`;
  }

  function targets(/** @type {number | undefined} */ studentId, /** @type {number | undefined} */ courseId, /** @type {Words} */ words) {
    const student = words.studentNumber ? `${words.studentNumber} ${words.student}` : studentId === undefined ? '' : t('audit.goneStudent', { id: studentId });
    const course = words.course ? [words.course, words.courseCode].filter(Boolean).join(' ') : t('course.unknown', { id: courseId ?? '' });
    return html`${[words.target, student].filter(Boolean).map((name) => html`<span class="what">${name}</span> `)}
      ${courseId === undefined ? nothing : html`<a class="what" href="#/courses/${courseId}">${course}</a>`}`;
  }
}
