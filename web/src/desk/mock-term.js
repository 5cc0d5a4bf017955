/**
 * The mock term: a rehearsal with a copy of courses and students, which ends without a trace in the real term.
 * @module
 */
import { dayClock, number } from '../shared/format.js';
import { t } from '../shared/text.js';
import { html, nothing } from '../shared/view.js';
import { change } from './change.js';
import { fromField, input, toField } from './fields.js';
import { createReading } from './loading.js';

const PATH = '/api/desk/mock-term';

/** @typedef {{termId: number, name?: string, courses?: number, students?: number, opensAt: string, closesAt: string}} MockTerm */

/** @param {import('./app.js').App} app */
export function createMockTerm(app) {
  const reading = createReading(app);
  const read = () => reading.read(PATH);
  // NOT_FOUND is of a server that knows no mock terms.
  const none = () => reading.problem?.status === 404 && reading.problem.code !== 'NOT_FOUND';

  async function make(/** @type {Promise<unknown>} */ changed) {
    await changed;
    reading.forget();
    read();
  }

  const at = (/** @type {string} */ iso) => (Number.isNaN(Date.parse(iso)) ? t('change.none') : dayClock(Date.parse(iso), app.clock.now()));

  const fields = (/** @type {MockTerm} */ of) => {
    /** @type {import('./compare.js').Fields} */
    const all = [[t('mock.opensAt'), at(of.opensAt)], [t('mock.closesAt'), at(of.closesAt)]];
    if (of.termId) all.unshift([t('mock.term'), nameOf(of)]);
    if (of.courses !== undefined) all.push([t('mock.courses'), number(of.courses)]);
    if (of.students !== undefined) all.push([t('mock.students'), number(of.students)]);
    return all;
  };

  function begin() {
    const opens = Math.ceil((app.clock.now() + 300_000) / 600_000) * 600_000;
    return change(app, {
      title: t('mock.beginTitle'),
      confirm: t('mock.begin'),
      warning: t('mock.beginWarning'),
      subject: null,
      fields,
      values: { opensAt: toField(opens), closesAt: toField(opens + 3_600_000) },
      form: ({ opensAt, closesAt }, set) => html`<div class="fields">
          ${input('mock-opens', t('mock.opensAt'), opensAt, (to) => set({ opensAt: to }), { type: 'datetime-local', step: '1' })}
          ${input('mock-closes', t('mock.closesAt'), closesAt, (to) => set({ closesAt: to }), { type: 'datetime-local', step: '1' })}
        </div>
        <p class="soft">${t('window.korea')}</p>`,
      check: ({ opensAt, closesAt }) => {
        const [from, to] = [fromField(opensAt), fromField(closesAt)];
        if (Number.isNaN(from) || Number.isNaN(to)) return t('window.timesMissing');
        return from < to ? null : t('window.timesWrong');
      },
      preview: (_, values) => times(values),
      request: (_, values, reason) => ({ method: 'POST', path: PATH, body: { ...times(values), reason } }),
      outcome: (after) => ({ before: null, after }),
    });
  }

  const times = (/** @type {any} */ { opensAt, closesAt }) => ({ opensAt: isoOf(opensAt), closesAt: isoOf(closesAt) });

  function end(/** @type {MockTerm} */ subject) {
    return change(app, {
      title: t('mock.endTitle'),
      confirm: t('mock.end'),
      danger: true,
      warning: t('mock.endWarning'),
      typed: { expected: nameOf(subject), label: t('mock.typed', { expected: nameOf(subject) }) },
      subject,
      fields,
      preview: (of) => ({ ...of, courses: 0, students: 0 }),
      request: (_, __, reason) => ({ method: 'DELETE', path: PATH, body: { reason } }),
      outcome: () => ({ before: subject, after: { ...subject, courses: 0, students: 0 } }),
    });
  }

  return {
    open: read,
    view: () => html`<h1 tabindex="-1" class="visually-hidden">${t('mock.title')}</h1>
      <section class="panel" aria-labelledby="mock-title">
        <div class="panel-head"><h2 id="mock-title">${t('mock.title')}</h2></div>
        <div class="panel-body stack">
          <p>${t('mock.about')}</p>
          ${none()
            ? html`<p class="empty">${t('mock.none')}</p>
                <div class="row"><button type="button" class="primary" @click=${() => make(begin())}>${t('mock.begin')}</button></div>`
            : reading.problem || !reading.body
              ? reading.state(read)
              : nothing}
          ${reading.body && !reading.problem ? shown(reading.body) : nothing}
        </div>
      </section>`,
  };

  function shown(/** @type {MockTerm} */ of) {
    return html`<dl class="pairs">${fields(of).map(([name, value]) => html`<dt>${name}</dt><dd class="num">${value}</dd>`)}</dl>
      <div class="row"><button type="button" class="danger" @click=${() => make(end(of))}>${t('mock.end')}</button></div>`;
  }
}

const nameOf = (/** @type {MockTerm} */ of) => of.name ?? String(of.termId);
const isoOf = (/** @type {string} */ field) => (Number.isNaN(fromField(field)) ? '' : new Date(fromField(field)).toISOString());
