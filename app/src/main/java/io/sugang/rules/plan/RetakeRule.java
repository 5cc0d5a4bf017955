package io.sugang.rules.plan;

import org.jspecify.annotations.Nullable;

/**
 * A rule of retakes: subjects that were passed with a grade up to one, between two terms, may be
 * taken again. Null is without a limit.
 *
 * @param audienceId null for all students
 * @param earnedFrom the first term of the grade
 * @param earnedTo the last term of the grade
 * @param gradeAtMost the best grade that may be improved, as transcripts write it
 * @param mostCourses retakes in one term
 * @param mostCredits credits of the retakes in one term
 * @param mostInAll retakes in all terms together
 */
public record RetakeRule(
    @Nullable Long audienceId,
    @Nullable Long earnedFrom,
    @Nullable Long earnedTo,
    String gradeAtMost,
    @Nullable Integer mostCourses,
    @Nullable Integer mostCredits,
    @Nullable Integer mostInAll) {

  boolean isAbout(long earnedIn) {
    return (earnedFrom == null || earnedFrom <= earnedIn)
        && (earnedTo == null || earnedIn <= earnedTo);
  }
}
