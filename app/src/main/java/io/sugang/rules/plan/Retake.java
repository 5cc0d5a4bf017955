package io.sugang.rules.plan;

import org.jspecify.annotations.Nullable;

/**
 * A permitted retake, with the limits that the plan has to keep. Null is without a limit.
 *
 * @param subjectId of the transcript: the subject that the course replaces
 * @param mostCourses retakes in one term
 * @param mostCredits credits of the retakes in one term
 * @param mostInAll retakes in all terms together
 * @param earlier retakes in the terms before
 */
public record Retake(
    long subjectId,
    @Nullable Integer mostCourses,
    @Nullable Integer mostCredits,
    @Nullable Integer mostInAll,
    int earlier) {}
