package io.sugang.rules.plan;

/**
 * A subject as a rejection names it.
 *
 * @param code of the catalogue
 */
public record SubjectName(long subjectId, String code, String title) {}
