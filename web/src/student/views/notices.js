import { dayClock } from '../../shared/format.js';
import { t, tOr } from '../../shared/text.js';
import { html, nothing } from '../../shared/view.js';

/** What the desk has to tell. @param {import('../app.js').App} app */
export function notices(app) {
  const all = app.state.notices?.notices ?? [];
  return html`${all.length
      ? html`<ul class="courses" role="list">${all.map((one) => html`<li class="course ${one.readAt ? '' : 'unread'}">
          <div class="course-what">
            <h3>${one.readAt ? nothing : html`<span class="chip info">${t('notices.new')}</span> `}${words(one)}</h3>
            <p class="soft">${one.text ? html`${t('notice.reason', { text: one.text })} · ` : nothing}<span class="num">${dayClock(Date.parse(one.at), app.clock.now())}</span></p>
          </div>
          ${one.readAt ? nothing : html`<div class="course-do"><button @click=${() => app.readNotice(one.noticeId)}>${t('notices.read')}</button></div>`}
        </li>`)}</ul>`
      : html`<p class="empty">${t('notices.empty')}</p>`}`;
}

const words = (/** @type {any} */ one) =>
  one.course ? tOr(`notice.${one.kind}`, 'notice.OTHER', { course: one.course }) : t('notice.OTHER.none');
