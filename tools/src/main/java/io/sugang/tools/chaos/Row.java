package io.sugang.tools.chaos;

/** An enrollment in MySQL. */
record Row(long enrollmentId, long studentId, long courseId) {}
