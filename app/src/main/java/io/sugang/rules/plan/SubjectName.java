package io.sugang.rules.plan;

/**
 * A subject as a refusal names it.
 *
 * @param code of the catalogue
 */
public record SubjectName(long subjectId, String code, String title) {}
