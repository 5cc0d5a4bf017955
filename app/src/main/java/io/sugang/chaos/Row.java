package io.sugang.chaos;

/** An enrollment in MySQL. */
record Row(long enrollmentId, long studentId, long courseId) {}
