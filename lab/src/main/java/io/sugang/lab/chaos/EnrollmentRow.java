package io.sugang.lab.chaos;

/**
 * An enrollment in MySQL.
 *
 * @param courseId the course that the student sees, also where the row names a pool of it
 * @param beyond has a seat of its own beyond the capacity, which an override made
 */
record EnrollmentRow(long enrollmentId, long studentId, long courseId, boolean beyond) {}
