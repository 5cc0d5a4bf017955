/**
 * One search for students and courses, and one student with what the desk is asked about.
 * @module
 */
import { announce } from '../shared/announce.js';
import { number } from '../shared/format.js';
import { t, tOr } from '../shared/text.js';
import { html, nothing } from '../shared/view.js';
import { input } from './fields.js';
import { codeOf, courseName } from './fill-tables.js';
import { createReading } from './loading.js';
import { createStudent } from './student.js';

const PAUSE_MS = 250;
const COURSES = 10;

/** @typedef {{studentId: number, studentNumber: string, name: string, department: string, grade: number, type: string, standing: string}} Student */

/** @param {import('./app.js').App} app */
export function createStudents(app) {
  const students = createReading(app);
  const courses = createReading(app);
  const student = createStudent(app);
  let text = '';
  let timer = 0;

  /** Reads both lists; returns whether the answers are those to the text that is there now. */
  async function search() {
    clearTimeout(timer);
    const asked = text;
    if (!asked) {
      students.forget();
      courses.forget();
      app.render();
      return false;
    }
    await Promise.all([
      students.read(`/api/desk/students?${new URLSearchParams({ q: asked })}`),
      courses.read(`/api/courses?${new URLSearchParams({ q: asked, page: '0', size: String(COURSES) })}`),
    ]);
    return asked === text;
  }

  function typed(/** @type {string} */ to) {
    text = to.trim();
    clearTimeout(timer);
    timer = setTimeout(search, PAUSE_MS);
  }

  /** Enter opens the student with this number, or what alone was found. */
  async function submit(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    if (!(await search()) || !students.body || !courses.body) return;
    announce(counts());
    /** @type {Student[]} */
    const found = students.body.students;
    const exact = found.find((one) => one.studentNumber === text);
    const links = [...found.map((one) => `#/students/${one.studentId}`), ...courses.body.content.map((/** @type {any} */ one) => `#/courses/${one.courseId}`)];
    if (exact) location.hash = `#/students/${exact.studentId}`;
    else if (links.length === 1) location.hash = links[0];
  }

  const counts = () => t('students.found', { students: number(students.body.students.length), courses: number(courses.body.totalElements) });

  return {
    open(/** @type {string} */ rest) {
      if (/^\d{1,16}$/.test(rest)) student.open(Number(rest));
      else student.close();
    },
    view: () => html`<h1 tabindex="-1" class="visually-hidden">${t('students.title')}</h1>
      <div class="two list-first ${student.id() === null ? '' : 'chosen'}">
        <section class="panel" aria-labelledby="students-title">
          <div class="panel-head"><h2 id="students-title">${t('students.title')}</h2></div>
          <div class="panel-body">
            <form role="search" @submit=${submit}>
              ${input('desk-search', t('students.search'), text, typed, { type: 'search', hint: t('students.hint') })}
            </form>
            ${failed()} ${students.body && courses.body ? lists() : nothing}
          </div>
        </section>
        ${student.view()}
      </div>`,
  };

  function failed() {
    const reading = [students, courses].find((one) => one.problem);
    return reading ? reading.state(search) : nothing;
  }

  function lists() {
    const { content, totalElements } = courses.body;
    return html`<p role="status" class="soft">${counts()}</p>
      ${students.body.students.length
        ? html`<h3 id="students-found">${t('students.students')}</h3>
            <ul class="hits" aria-labelledby="students-found">${students.body.students.map(studentHit)}</ul>`
        : nothing}
      ${content.length
        ? html`<h3 id="courses-found">${t('students.courses')}</h3>
            <ul class="hits" aria-labelledby="courses-found">${content.map(courseHit)}</ul>
            ${content.length < totalElements ? html`<p class="soft">${t('students.moreCourses', { n: number(totalElements - content.length) })}</p>` : nothing}`
        : nothing}`;
  }

  function studentHit(/** @type {Student} */ one) {
    return html`<li>
      <a href="#/students/${one.studentId}" aria-current=${student.id() === one.studentId ? 'true' : nothing}>
        <strong>${one.name} <span class="num">${one.studentNumber}</span></strong>
        ${one.standing === 'ENROLLED' ? nothing : html`<span class="chip warn">${tOr(`standing.${one.standing}`, 'standing.OTHER')}</span>`}
        <span class="soft">${t('sign.grade', { department: one.department, grade: one.grade })}</span>
      </a>
    </li>`;
  }

  function courseHit(/** @type {any} */ one) {
    return html`<li>
      <a href="#/courses/${one.courseId}">
        <strong>${courseName(one)}</strong>
        ${one.status && one.status !== 'OPEN' ? html`<span class="chip warn">${t(`course.status.${one.status}`)}</span>` : nothing}
        <span class="soft">${[codeOf(one), one.department, one.professor].filter(Boolean).join(' · ')}</span>
        <span class="num">${t('courses.seats', { taken: number(one.capacity - one.remaining), capacity: number(one.capacity) })}</span>
      </a>
    </li>`;
  }
}
