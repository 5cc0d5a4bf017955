package io.sugang.tools.chaos;

/** An enrollment in MySQL. */
record EnrollmentRow(long enrollmentId, long studentId, long courseId) {}
