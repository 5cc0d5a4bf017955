/**
 * The mock term: a copy of the term in which students practise. It is begun and ended here, and this shows how far that is.
 * @module
 */
import { announce } from '../shared/announce.js';
import { dayClock, number } from '../shared/format.js';
import { poll } from '../shared/poll.js';
import { t } from '../shared/text.js';
import { html, nothing } from '../shared/view.js';
import { change } from './change.js';
import { fromField, input, toField } from './fields.js';
import { createReading } from './loading.js';
import { termName } from './window-words.js';

/** What it does by itself is shown every two seconds. */
const BUSY_MS = 2_000;
const IDLE_MS = 30_000;
const HOUR = 3_600_000;

/** @typedef {{termId: number, name: string, ofTerm: string, state: 'COPYING'|'READY'|'ENDING'|'ENDED', opensAt: string, closesAt: string, total: {students: number, courses: number}, students: number, courses: number, enrollments: number, endedAt?: string}} MockTerm */
/** @typedef {{term: string, students: number, courses: number}} Next */

/** @param {import('./app.js').App} app */
export function createMockTerm(app) {
  const reading = createReading(app);
  /** @type {ReturnType<typeof poll> | undefined} */
  let polling;
  /** @type {string | undefined} */
  let told;

  const mayChange = () => app.session.me?.role === 'REGISTRAR';
  const at = (/** @type {string} */ iso) => dayClock(Date.parse(iso), app.clock.now());

  async function read() {
    const done = await reading.read('/api/desk/mock-term');
    const state = reading.body?.current?.state ?? 'NONE';
    if (told && told !== state) announce(t(`mock.said.${state}`));
    told = state;
    polling?.every(state === 'COPYING' || state === 'ENDING' ? BUSY_MS : IDLE_MS);
    return done;
  }

  async function make(/** @type {Promise<unknown>} */ changed) {
    await changed;
    await read();
    document.getElementById('mock-title')?.focus();
  }

  return {
    open() {
      polling?.stop();
      polling = poll(read, { everyMs: IDLE_MS, jitter: 0.1 });
    },
    close() {
      polling?.stop();
      polling = undefined;
    },
    view: () => html`<section class="panel" aria-labelledby="mock-title">
      <div class="panel-head"><h2 id="mock-title" tabindex="-1">${t('mock.title')}</h2></div>
      <div class="panel-body stack">
        <p class="soft">${t('mock.about')}</p>
        ${reading.problem || !reading.body ? reading.state(read) : nothing} ${reading.body ? shown(reading.body) : nothing}
      </div>
    </section>`,
  };

  function shown(/** @type {{current?: MockTerm, last?: MockTerm, next?: Next}} */ { current, last, next }) {
    if (current) return there(current);
    return html`
      ${last?.endedAt ? html`<p>${t('mock.last', { term: termName(last.name), at: at(last.endedAt) })}</p>` : nothing}
      <p>${next ? t('mock.next', sizes(next, termName(next.term))) : t('mock.nothing')}</p>
      ${next && mayChange() ? html`<p><button type="button" class="primary" @click=${() => make(begin(app, next))}>${t('mock.begin')}</button></p>` : nothing}`;
  }

  function there(/** @type {MockTerm} */ one) {
    const busy = one.state !== 'READY';
    return html`
      <p><strong>${termName(one.name)}</strong> <span class="chip ${busy ? 'warn' : 'good'}">${t(`mock.state.${one.state}`)}</span>
        <span class="num">${at(one.opensAt)} - ${at(one.closesAt)}</span></p>
      ${busy ? progress(one) : html`<p>${t('mock.there', { ...sizes(one, ''), enrollments: number(one.enrollments) })}</p>`}
      ${one.state !== 'ENDING' && mayChange() ? html`<p><button type="button" class="danger" @click=${() => make(end(app, one))}>${t('mock.end')}</button></p>` : nothing}`;
  }

  function progress(/** @type {MockTerm} */ one) {
    const all = one.total.students + one.total.courses;
    const done = one.students + one.courses;
    const words = one.state === 'COPYING'
      ? t('mock.copied', { ...sizes(one, ''), allStudents: number(one.total.students), allCourses: number(one.total.courses) })
      : t('mock.left', { ...sizes(one, ''), enrollments: number(one.enrollments) });
    return html`<p><progress aria-label=${t(`mock.state.${one.state}`)} max=${Math.max(1, all)} .value=${one.state === 'COPYING' ? done : all - done}></progress> <span class="num">${words}</span></p>`;
  }
}

const sizes = (/** @type {{students: number, courses: number}} */ { students, courses }, /** @type {string} */ term) => ({ term, students: number(students), courses: number(courses) });

const iso = (/** @type {string} */ field) => (Number.isNaN(fromField(field)) ? '' : new Date(fromField(field)).toISOString());

/** Begins a mock term. A repeated request is answered with the one that it began, which the dialog takes for done. */
function begin(/** @type {import('./app.js').App} */ app, /** @type {Next} */ next) {
  const opens = Math.ceil((app.clock.now() + HOUR / 2) / HOUR) * HOUR;
  const at = (/** @type {string} */ of) => (of ? dayClock(Date.parse(of), app.clock.now()) : t('change.none'));
  return change(app, {
    title: t('mock.beginTitle'),
    confirm: t('mock.begin'),
    warning: t('mock.beginWarning', sizes(next, termName(next.term))),
    subject: null,
    values: { opensAt: toField(opens), closesAt: toField(opens + 8 * HOUR) },
    form: ({ opensAt, closesAt }, set) => html`<div class="fields">
        ${input('mock-opens', t('window.opensAt'), opensAt, (to) => set({ opensAt: to }), { type: 'datetime-local', step: '1' })}
        ${input('mock-closes', t('window.closesAt'), closesAt, (to) => set({ closesAt: to }), { type: 'datetime-local', step: '1' })}
      </div>
      <p class="soft">${t('window.korea')}</p>`,
    check: ({ opensAt, closesAt }) => {
      const [from, to] = [fromField(opensAt), fromField(closesAt)];
      if (Number.isNaN(from) || Number.isNaN(to)) return t('window.timesMissing');
      if (from >= to) return t('window.timesWrong');
      return to > app.clock.now() ? null : t('mock.over');
    },
    fields: (/** @type {MockTerm} */ one) => [
      [t('window.term'), termName(one.name)],
      [t('window.opensAt'), at(one.opensAt)],
      [t('window.closesAt'), at(one.closesAt)],
    ],
    preview: (_, { opensAt, closesAt }) => ({ name: `${next.term} MOCK`, opensAt: iso(opensAt), closesAt: iso(closesAt) }),
    request: (_, { opensAt, closesAt }, reason) => ({ method: 'POST', path: '/api/desk/mock-term', body: { opensAt: iso(opensAt), closesAt: iso(closesAt), reason } }),
    outcome: (after) => ({ before: null, after }),
  });
}

/** Ends it. A repeated request changes nothing. */
const end = (/** @type {import('./app.js').App} */ app, /** @type {MockTerm} */ one) =>
  change(app, {
    title: t('mock.endTitle'),
    confirm: t('mock.end'),
    danger: true,
    warning: t('mock.endWarning', { ...sizes(one, termName(one.name)), enrollments: number(one.enrollments) }),
    subject: one,
    fields: (/** @type {MockTerm} */ of) => [
      [t('course.status'), t(`mock.state.${of.state}`)],
      [t('mock.enrollments'), number(of.enrollments)],
    ],
    preview: (of) => ({ ...of, state: 'ENDED', enrollments: 0 }),
    request: (of, _, reason) => ({ method: 'POST', path: '/api/desk/mock-term/end', body: { termId: of.termId, reason } }),
    outcome: (after) => ({ before: one, after }),
    note: () => html`<p class="soft">${t('mock.endSoon')}</p>`,
  });
