package io.sugang.tools.rush;

/** One wish: this student wants this course. */
record Pair(long studentId, long courseId) {}
