package io.sugang.enrollment.service;

import java.time.Instant;

/** A seat that a student holds. */
record HeldSeat(
    long enrollmentId,
    long courseId,
    String title,
    String professor,
    int credits,
    Instant enrolledAt) {}
