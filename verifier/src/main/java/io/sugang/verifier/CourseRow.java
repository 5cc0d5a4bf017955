package io.sugang.verifier;

/**
 * A course as MySQL has it.
 *
 * @param enrolled the counter that the service keeps
 * @param rows the enrollments that are there
 */
record CourseRow(long courseId, long capacity, long enrolled, long rows) {}
