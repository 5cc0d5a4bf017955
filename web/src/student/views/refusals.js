import { clockSecond } from '../../shared/format.js';
import { problemName } from '../../shared/problem.js';
import { t } from '../../shared/text.js';
import { html, nothing } from '../../shared/view.js';
import { enrollButton, enrollNote, seatsOf } from './course.js';

/** What was refused in the last five minutes, newest first, each course once. @param {import('../app.js').App} app */
export function refusals(app) {
  const all = app.state.refusals;
  const seen = new Set();
  const shown = (all ?? []).filter((one) => !app.enrolling.has(one.courseId) && !seen.has(one.courseId) && seen.add(one.courseId));
  return html`<p class="hint soft">${t('refusals.hint')}</p>
    ${all && !shown.length ? html`<p class="empty">${t('refusals.empty')}</p>` : nothing}
    ${shown.length
      ? html`<ul class="courses" role="list">
          ${shown.map((one) => {
            const course = app.course(one.courseId);
            return html`<li class="course" data-department=${course?.department ?? nothing}>
              <div class="course-what">
                <h3>${app.name(one.courseId)} <span class="chip bad">${problemName(one.code)}</span></h3>
                <p class="soft num">${clockSecond(Date.parse(one.at))}</p>
              </div>
              ${course ? html`<div class="course-do">${seatsOf(app, course)} ${enrollButton(app, course)}</div> ${enrollNote(app, course)}` : nothing}
            </li>`;
          })}
        </ul>`
      : nothing}`;
}
