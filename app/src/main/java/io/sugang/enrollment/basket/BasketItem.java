package io.sugang.enrollment.basket;

/**
 * A course in a basket.
 *
 * @param position in the order of the student, from 1 on, with gaps
 */
record BasketItem(long courseId, BasketKind kind, int position) {}
