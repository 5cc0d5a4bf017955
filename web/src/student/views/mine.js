import { ended } from '../../shared/attempts.js';
import { dayClock } from '../../shared/format.js';
import { t } from '../../shared/text.js';
import { html, nothing, repeat } from '../../shared/view.js';
import { downloadCalendar } from '../calendar.js';
import { courseKind, courseWhere } from './course.js';
import { refusals } from './refusals.js';

/** @typedef {import('../app.js').App} App */

/** What the student holds, with credits used and allowed. */
export function mine(/** @type {App} */ app) {
  const { plan, planFailed } = app.state;
  const under = app.enrolling.all().filter((one) => one.kind === 'enroll' && !ended(one));
  return html`${planFailed ? html`<p class="note warn">${t('plan.failed')}</p>` : nothing}
    ${!plan ? html`<p class="empty">${t('page.loading')}</p>` : nothing}
    ${plan && !plan.term ? html`<p class="note info">${t('plan.notInTerm')}</p>` : nothing}
    ${under.length ? html`<p class="note info">${t('plan.pending')}: ${under.map((one) => app.name(one.courseId)).join(', ')}</p>` : nothing}
    ${plan && !plan.courses.length ? html`<p class="empty">${t('plan.empty')}</p>` : nothing}
    ${plan?.courses.length
      ? html`<ul class="courses" role="list">${repeat(plan.courses, (one) => one.enrollmentId, (one) => held(app, one))}</ul>
          <div class="list-foot"><button @click=${() => downloadCalendar(app)}>${t('plan.calendar')}</button></div>`
      : nothing}
    <div class="narrow-only"><div class="panel-head"><h2>${t('refusals.title')}</h2></div>${refusals(app)}</div>`;
}

function held(/** @type {App} */ app, /** @type {import('../app.js').HeldCourse} */ course) {
  const attempt = app.enrolling.attempt('cancel', course.courseId);
  const under = attempt && !ended(attempt);
  const name = app.name(course);
  const label = t(!under ? 'cancel.press' : attempt.phase === 'sending' ? 'cancel.sending' : 'enroll.checking');
  return html`<li class="course held">
    <div class="course-what">
      <h3>${name} ${courseKind({ ...app.course(course.courseId), ...course })}</h3>
      <p class="soft">${courseWhere(course)}${course.countsTowardLimit ? nothing : html` · ${t('plan.notCounted')}`}
        <span class="num"> · ${t('plan.enrolledAt', { at: dayClock(Date.parse(course.enrolledAt), app.clock.now()) })}</span></p>
    </div>
    <div class="course-do">
      <button class="cancel" aria-disabled=${under ? 'true' : nothing} aria-label="${name}: ${label}" @click=${() => under || app.enrolling.cancel(course)}>${label}</button>
    </div>
    ${note(app, course, attempt)}
  </li>`;
}

function note(/** @type {App} */ app, /** @type {import('../app.js').HeldCourse} */ course, /** @type {import('../../shared/attempts.js').Attempt | undefined} */ attempt) {
  if (!attempt || attempt.enrollmentId !== course.enrollmentId) return nothing;
  if (attempt.phase === 'checking' || attempt.phase === 'waiting') return html`<p class="note info">${t('cancel.checkingWhy')}</p>`;
  if (attempt.phase !== 'refused' && attempt.phase !== 'notDone') return nothing;
  return html`<div class="note bad"><div>${app.enrolling.words(attempt)}</div>
    <div class="note-do"><button class="quiet" aria-label=${t('note.closeFor', { course: app.name(course) })} @click=${() => app.enrolling.close('cancel', course.courseId)}>${t('note.close')}</button></div></div>`;
}
