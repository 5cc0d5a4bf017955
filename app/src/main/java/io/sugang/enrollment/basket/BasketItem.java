package io.sugang.enrollment.basket;

import io.sugang.platform.ids.CourseId;

/**
 * A course in a basket.
 *
 * @param position in the order of the student, from 1 on, with gaps
 */
record BasketItem(CourseId courseId, BasketKind kind, int position) {}
