package io.sugang.registration;

/** A student and a course about which a read is asked. */
record Question(long studentId, long courseId) {}
