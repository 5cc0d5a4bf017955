/**
 * Courses: search, and one course with what the desk may change.
 * @module
 */
import { number } from '../shared/format.js';
import { t } from '../shared/text.js';
import { html, nothing } from '../shared/view.js';
import { createCourse } from './course.js';
import { input } from './fields.js';
import { courseName } from './fill-tables.js';
import { createReading } from './loading.js';

const PAUSE_MS = 250;
const SIZE = 20;

/** @param {import('./app.js').App} app */
export function createCourses(app) {
  const found = createReading(app);
  const course = createCourse(app);
  let text = '';
  let page = 0;
  let timer = 0;

  const address = () => `/api/courses?${new URLSearchParams({ q: text, page: String(page), size: String(SIZE) })}`;

  /** Begins the search anew, or reads the next page of it. */
  function search(more = false) {
    clearTimeout(timer);
    page = more ? page + 1 : 0;
    return found.read(address(), (body, before) => (more && before ? { ...body, content: [...before.content, ...body.content] } : body));
  }

  function typed(/** @type {string} */ to) {
    text = to.trim();
    clearTimeout(timer);
    timer = setTimeout(search, PAUSE_MS);
  }

  return {
    open(/** @type {string} */ rest) {
      if (/^\d{1,16}$/.test(rest)) course.open(Number(rest));
      else course.close();
      if (!found.body) search();
    },
    close: () => course.pause(),
    view: () => html`<h1 tabindex="-1" class="visually-hidden">${t('courses.title')}</h1>
      <div class="two list-first ${course.id() === null ? '' : 'chosen'}">
        <section class="panel" aria-labelledby="courses-title">
          <div class="panel-head"><h2 id="courses-title">${t('courses.title')}</h2></div>
          <div class="panel-body">
            <form role="search" @submit=${(/** @type {Event} */ event) => (event.preventDefault(), search())}>
              ${input('course-search', t('courses.search'), text, typed, { type: 'search', hint: t('courses.hint') })}
            </form>
            ${found.problem || !found.body ? found.state(search) : nothing} ${found.body ? list() : nothing}
          </div>
        </section>
        ${course.view()}
      </div>`,
  };

  function list() {
    const { content, totalElements } = found.body;
    return html`<p role="status" class="soft">${t('courses.found', { n: number(totalElements) })}</p>
      <ul class="hits">
        ${content.map((/** @type {any} */ one) => html`<li>
          <a href="#/courses/${one.courseId}" aria-current=${course.id() === one.courseId ? 'true' : nothing}>
            <strong>${courseName(one)}</strong>
            ${one.status && one.status !== 'OPEN' ? html`<span class="chip warn">${t(`course.status.${one.status}`)}</span>` : nothing}
            <span class="soft">${[one.code, one.department, one.professor].filter(Boolean).join(' · ')}</span>
            <span class="num">${t('courses.seats', { taken: number(one.capacity - one.remaining), capacity: number(one.capacity) })}</span>
          </a>
        </li>`)}
      </ul>
      ${content.length < totalElements
        ? html`<button type="button" ?disabled=${found.loading} @click=${() => search(true)}>${t('read.more', { n: number(totalElements - content.length) })}</button>`
        : nothing}`;
  }
}
