/**
 * Who a window is for: everyone, an audience that is there, or students of some grades, numbers, departments and types.
 * @module
 */
import { number } from '../shared/format.js';
import { t } from '../shared/text.js';
import { html, nothing } from '../shared/view.js';
import { select } from './fields.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {{grades: number[], parity: string, departments: number[], types: string[]}} Choice an empty list fits all */
/** @typedef {{audienceId: string, choice: Choice}} Values audienceId: empty for everyone, or {@link CHOSEN} */
/** @typedef {{students: number, name?: string, shared: {audienceId: number, students: number}[]}} Count */

/** The value of the list that stands for a choice. */
export const CHOSEN = 'chosen';

const GRADES = [1, 2, 3, 4, 5, 6];
const TYPES = ['REGULAR', 'FRESHMAN', 'TRANSFER', 'EXCHANGE', 'GRADUATE'];
const PAUSE_MS = 400;
const MOST_OTHERS = 10;

/** @returns {Choice} */
export const noChoice = () => ({ grades: [], parity: '', departments: [], types: [] });

/** Whether a choice names nothing, so that it would be everyone. */
export const isEmpty = (/** @type {Choice} */ { grades, parity, departments, types }) => !grades.length && !parity && !departments.length && !types.length;

/** Returns a choice as a request has it. */
export const choiceBody = (/** @type {Choice} */ { grades, parity, departments, types }) => ({
  ...(grades.length ? { grades } : {}),
  ...(parity ? { parity } : {}),
  ...(departments.length ? { departments } : {}),
  ...(types.length ? { types } : {}),
});

/**
 * The fields of one dialog.
 * @param {App} app
 * @param {{audienceId: number, name: string}[]} audiences
 */
export function createAudience(app, audiences) {
  /** @type {{departmentId: number, name: string}[]} */
  let departments = [];
  let loading = false;
  let asked = '';
  let timer = 0;
  /** @type {Count | 'failed' | null} */
  let found = null;

  // Each drawing asks again until there is an answer: the page draws once a second.
  async function loadDepartments() {
    if (loading || departments.length) return;
    loading = true;
    try {
      const answer = await app.api.get('/api/departments');
      if (answer.status === 200) {
        departments = answer.body.departments;
        app.render();
      }
    } catch {
      // The next drawing asks again.
    }
    loading = false;
  }

  function queryOf(/** @type {Values} */ { audienceId, choice }, /** @type {number[]} */ others) {
    const query = new URLSearchParams();
    const of = audienceId === CHOSEN ? choiceBody(choice) : audienceId ? { audienceId } : {};
    for (const [name, value] of Object.entries(of)) query.set(name, String(value));
    if (others.length) query.set('others', others.slice(0, MOST_OTHERS).join(','));
    return `?${query}`;
  }

  /**
   * Returns how many students there are, and asks for it when the choice has not changed for a moment.
   * @param {Values} values
   * @param {number[]} others audiences, of which the shared students are counted
   */
  function count(values, others) {
    const query = queryOf(values, others);
    if (query !== asked) {
      asked = query;
      found = null;
      clearTimeout(timer);
      timer = setTimeout(() => read(query), PAUSE_MS);
    }
    return found;
  }

  async function read(/** @type {string} */ query) {
    /** @type {import('../shared/api.js').Answer | null} */
    let answer = null;
    try {
      answer = await app.api.get(`/api/desk/audiences/count${query}`);
    } catch {
      // The words below say it.
    }
    if (query !== asked) return;
    found = answer?.status === 200 ? answer.body : 'failed';
    app.render();
  }

  /** Returns the name that the audience of a choice has or will have; without an answer yet, the words of the choice. */
  function nameOf(/** @type {Choice} */ choice) {
    if (found && found !== 'failed' && found.name) return found.name;
    const of = choice.departments.map((id) => departments.find(({ departmentId }) => departmentId === id)?.name ?? id).join('·');
    const grades = choice.grades.length ? t('window.grades', { grades: choice.grades.join('·') }) : '';
    const types = choice.types.map((type) => t(`window.type.${type}`)).join('·');
    return [[of, grades].filter(Boolean).join(' '), types, choice.parity && t(`window.parity.${choice.parity}`)].filter(Boolean).join(' · ');
  }

  /**
   * Returns the fields and the number of students.
   * @param {Values} values
   * @param {(to: Partial<Values>) => void} set
   * @param {number[]} others
   */
  function form(values, set, others) {
    const options = audiences.map(({ audienceId, name }) => /** @type {[string, string]} */ ([String(audienceId), name]));
    return html`
      ${select('window-audience', t('window.audience'), values.audienceId, [['', t('window.everyone')], [CHOSEN, t('window.choose')], ...options], (audienceId) => set({ audienceId }))}
      ${values.audienceId === CHOSEN ? chosen(values.choice, (to) => set({ choice: { ...values.choice, ...to } })) : nothing}
      <p role="status" class="students">${students(values, others)}</p>`;
  }

  function students(/** @type {Values} */ values, /** @type {number[]} */ others) {
    if (values.audienceId === CHOSEN && isEmpty(values.choice)) return t('window.audienceEmpty');
    const of = count(values, others);
    return of === null ? t('window.counting') : of === 'failed' ? t('window.notCounted') : t('window.students', { n: number(of.students) });
  }

  function chosen(/** @type {Choice} */ choice, /** @type {(to: Partial<Choice>) => void} */ set) {
    loadDepartments();
    const parities = ['', 'ODD', 'EVEN'].map((of) => /** @type {[string, string]} */ ([of, t(of ? `window.parity.${of}` : 'window.parity.any')]));
    return html`
      <fieldset class="row">
        <legend>${t('window.grade')}</legend>
        ${boxes(GRADES, choice.grades, (grade) => t('window.grades', { grades: grade }), (grades) => set({ grades }))}
      </fieldset>
      ${select('window-parity', t('window.parity'), choice.parity, parities, (parity) => set({ parity }))}
      <details class="departments">
        <summary>${t(choice.departments.length ? 'window.departmentsChosen' : 'window.departments', { n: choice.departments.length })}</summary>
        <fieldset class="boxes">
          <legend class="visually-hidden">${t('window.department')}</legend>
          ${boxes(departments.map(({ departmentId }) => departmentId), choice.departments, (id) => departments.find(({ departmentId }) => departmentId === id)?.name ?? '', (of) => set({ departments: of }))}
        </fieldset>
      </details>
      <fieldset class="row">
        <legend>${t('window.type')}</legend>
        ${boxes(TYPES, choice.types, (type) => t(`window.type.${type}`), (types) => set({ types }))}
      </fieldset>`;
  }

  return { form, nameOf, count };
}

/**
 * A box for each value; the chosen ones keep the order of all.
 * @template T
 * @param {T[]} all
 * @param {T[]} chosen
 * @param {(value: T) => string} words
 * @param {(chosen: T[]) => void} take
 */
const boxes = (all, chosen, words, take) =>
  all.map((value) => {
    const toggle = (/** @type {any} */ event) => take(all.filter((other) => (other === value ? event.target.checked : chosen.includes(other))));
    return html`<label class="check"><input type="checkbox" .checked=${chosen.includes(value)} @change=${toggle} /> ${words(value)}</label>`;
  });
