package io.sugang.seats.reconciler;

/**
 * All seats at the end of a pass.
 *
 * @param nanoTime when the pass ended
 * @param freshNanos how long it is up to date
 * @param courses how many there are
 * @param fullCourses without a free seat
 * @param oversoldCourses with more rows than seats; never any
 * @param driftedCourses with a counter that differs from their rows; never any
 * @param seats of all courses
 * @param enrolled rows
 * @param pending pending entries at the gate; NaN without Redis
 * @param leaked those of them that should have been settled long ago; NaN without Redis
 * @param oldestPendingSeconds age of the oldest of them; 0 without any, NaN without Redis
 */
record SeatSnapshot(
    long nanoTime,
    long freshNanos,
    int courses,
    int fullCourses,
    int oversoldCourses,
    int driftedCourses,
    long seats,
    long enrolled,
    double pending,
    double leaked,
    double oldestPendingSeconds) {}
