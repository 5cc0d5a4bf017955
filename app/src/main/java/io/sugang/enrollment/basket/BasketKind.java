package io.sugang.enrollment.basket;

/** The kind of an item in a basket. */
enum BasketKind {
  /** The student means to enroll in the course, so the rules have to allow it. */
  WANTED,
  /** Any course of the term, whatever the rules say. */
  RESERVE
}
