package io.sugang.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a student's history for a course that it does not forbid: the conditions that
 * remain for the plan.
 *
 * @param retake null for a course that is no retake
 * @param corequisites subjects that were not passed, so that the plan has to hold them
 */
public record CoursePermit(@Nullable Retake retake, List<SubjectName> corequisites) {
  /** The permit without a condition. */
  public static final CoursePermit NONE = new CoursePermit(null, List.of());

  public CoursePermit {
    corequisites = List.copyOf(corequisites);
  }

  /** Returns the subject of the transcript that the course replaces; null for no retake. */
  public @Nullable Long retakeOf() {
    return retake == null ? null : retake.subjectId();
  }
}
