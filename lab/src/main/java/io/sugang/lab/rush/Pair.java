package io.sugang.lab.rush;

/** One request: a student and a course. */
record Pair(long studentId, long courseId) {}
