/**
 * The audit: who did what, found by what the desk knows of it.
 * @module
 */
import { announce } from '../shared/announce.js';
import { clockSecond, dayClock } from '../shared/format.js';
import { t, tOr } from '../shared/text.js';
import { html, nothing } from '../shared/view.js';
import { saveCsv } from './audit-csv.js';
import { detailText } from './audit-detail.js';
import { fromField, input, toField } from './fields.js';
import { createReading } from './loading.js';
import { answerName, problemWords } from './problems.js';

const DAY = 86_400_000;
const TEXTS = ['student', 'course', 'actor', 'action', 'target'];

/** @typedef {{eventId: number, at: string, actor: string, action: string, target: string, studentId?: number, courseId?: number, enrollmentId?: number, outcome: string, detail?: any, reason?: string, session?: string}} Event */

/** @param {import('./app.js').App} app */
export function createAudit(app) {
  const reading = createReading(app);
  /** @type {Record<string, string>} */
  let filter = {};
  /** @type {string | null} where the next file begins */
  let nextCsv = null;
  let saving = false;

  function query() {
    const found = new URLSearchParams();
    for (const name of TEXTS) if (filter[name]?.trim()) found.set(name, filter[name].trim());
    for (const name of ['from', 'to']) if (filter[name]) found.set(name, new Date(fromField(filter[name])).toISOString());
    return found;
  }

  function search() {
    nextCsv = null;
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
      announce(problemWords(result.problem, app.clock.now()));
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
      if (!filter.from || asked.size) filter = { from: toField(now - DAY).slice(0, 16), to: '', ...Object.fromEntries(TEXTS.map((name) => [name, asked.get(name) ?? ''])) };
      search();
    },
    view: () => html`<h1 tabindex="-1" class="visually-hidden">${t('audit.title')}</h1>
      <section class="panel" aria-labelledby="audit-title">
        <div class="panel-head"><h2 id="audit-title">${t('audit.title')}</h2></div>
        <div class="panel-body stack">
          ${form()} ${reading.problem || !reading.body ? reading.state(search) : nothing} ${reading.body ? list() : nothing}
        </div>
      </section>`,
  };

  function form() {
    const text = (/** @type {string} */ name, more = {}) => input(`audit-${name}`, t(`audit.${name}`), filter[name] ?? '', (value) => (filter[name] = value), { hint: t(`audit.${name}Hint`), ...more });
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      search();
    };
    return html`<form role="search" aria-labelledby="audit-title" class="stack" @submit=${submit}>
      <div class="fields">
        ${TEXTS.map((name) => text(name, name === 'student' || name === 'course' ? { type: 'text' } : {}))}
        ${text('from', { type: 'datetime-local' })} ${text('to', { type: 'datetime-local' })}
      </div>
      <div class="row">
        <button class="primary">${t('audit.search')}</button>
        <button type="button" aria-disabled=${saving} @click=${csv}>${saving ? t('audit.csvSaving') : t(nextCsv ? 'audit.csvNext' : 'audit.csv')}</button>
        <span class="soft">${t(nextCsv ? 'audit.csvPart' : 'audit.csvHint')}</span>
      </div>
    </form>`;
  }

  function list() {
    const { events, next, searchedTo } = reading.body;
    return html`
      <p role="status" class="soft">${t(next ? 'audit.foundSoFar' : 'audit.found', { n: events.length, at: searchedTo ? dayClock(Date.parse(searchedTo), app.clock.now()) : '' })}</p>
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

  function row(/** @type {Event} */ event) {
    const at = Date.parse(event.at);
    const cell = (/** @type {string} */ name, /** @type {unknown} */ content, kind = '') => html`<td class=${kind} data-label=${t(`audit.${name}`)}>${content}</td>`;
    return html`<tr>
      ${cell('at', html`<time datetime=${event.at}>${toField(at).slice(5, 10)} ${clockSecond(at)}</time>`, 'when')}
      ${cell('actor', event.actor)} ${cell('action', tOr(`audit.action.${event.action}`, 'audit.action.OTHER', { action: event.action }))}
      ${cell('target', targets(event))} ${cell('outcome', event.outcome === 'DONE' ? t('audit.done') : answerName(event.outcome))}
      ${cell('reason', event.reason ?? '')} ${cell('detail', detailText(event.detail))}
    </tr>`;
  }

  // A target may name the student or the course already.
  function targets(/** @type {Event} */ event) {
    const names = [event.target];
    if (event.studentId !== undefined) names.push(`student:${event.studentId}`);
    if (event.courseId !== undefined) names.push(`course:${event.courseId}`);
    return [...new Set(names.filter(Boolean))].map((name) => (/^course:\d+$/.test(name) ? html`<a href="#/courses/${name.slice(7)}">${name}</a> ` : html`<span>${name}</span> `));
  }
}
