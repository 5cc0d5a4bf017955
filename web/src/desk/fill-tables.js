/**
 * The fullest and the slowest courses.
 * @module
 */
import { number } from '../shared/format.js';
import { t } from '../shared/text.js';
import { html, nothing, repeat } from '../shared/view.js';

/** Returns a table of courses. */
export const fillTable = (/** @type {'fullest'|'slowest'} */ name, /** @type {any[]} */ courses) => html`<section class="panel" aria-labelledby="fill-${name}">
  <div class="panel-head"><h2 id="fill-${name}">${t(`fill.${name}`)}</h2></div>
  ${courses.length
    ? html`<div class="scroll tall" tabindex="0" role="group" aria-labelledby="fill-${name}">
        <table class="grid">
          <thead>
            <tr><th scope="col">${t('fill.course')}</th><th scope="col" class="num">${t('fill.seats')}</th><th scope="col" class="num">${t('fill.percent')}</th></tr>
          </thead>
          <tbody>${repeat(courses, (course) => course.courseId, row)}</tbody>
        </table>
      </div>`
    : html`<p class="empty">${t('fill.none')}</p>`}
</section>`;

function row(/** @type {any} */ course) {
  const percent = course.capacity ? Math.round((100 * course.taken) / course.capacity) : 100;
  return html`<tr>
    <th scope="row">
      <a href="#/courses/${course.courseId}">${courseName(course)}</a>
      ${course.status === 'OPEN' ? nothing : html`<span class="chip warn">${t(`course.status.${course.status}`)}</span>`}
      <span class="soft">${course.department}</span>
    </th>
    <td class="num">${number(course.taken)} / ${number(course.capacity)}</td>
    <td class="num"><span class="meter" aria-hidden="true"><span .style=${`inline-size: ${Math.min(percent, 100)}%`}></span></span> ${percent}%</td>
  </tr>`;
}

/** Returns the title with the section. */
export const courseName = (/** @type {{title: string, section?: string | null}} */ course) => (course.section ? `${course.title} (${course.section})` : course.title);

/** Returns the code with the section, like 4190.101-001; empty where a course has none. */
export const codeOf = (/** @type {{code?: string | null, section?: string | null}} */ course) => (course.code ? [course.code, course.section].filter(Boolean).join('-') : '');
