package io.sugang.registrar.mockterm;

/**
 * A regular term that a mock term can copy.
 *
 * @param courses with pools
 * @param lastCourse the highest id of them
 */
record CopiedTerm(long termId, String name, int students, int courses, long lastCourse) {}
