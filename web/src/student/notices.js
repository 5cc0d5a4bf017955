/**
 * What the desk tells a student.
 * @module
 */
import { t, tOr } from '../shared/text.js';

/** @typedef {{noticeId: number, kind: string, at: string, courseId?: number, course?: string, text?: string, readAt?: string}} Notice */

/** Returns the title without its section, as the other sections have it. */
export const subjectOf = (/** @type {string} */ title) => title.replace(/ \(\d+분반\)$/, '');

/** Returns what a notice says, with the name that the course has on the page. */
export function noticeWords(/** @type {import('./app.js').App} */ app, /** @type {Notice} */ one) {
  if (!one.course) return t('notice.OTHER.none');
  const course = app.name(app.course(one.courseId ?? 0) ?? /** @type {any} */ ({ title: one.course }));
  return tOr(`notice.${one.kind}`, 'notice.OTHER', { course });
}
