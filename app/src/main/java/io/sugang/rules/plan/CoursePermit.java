package io.sugang.rules.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a student's history for a course that it does not forbid: the conditions that
 * remain for the plan.
 *
 * @param retake null for a course that is no retake
 * @param corequisites subjects that were not passed, so that the plan has to hold them
 * @param newSeatRejection why the history forbids a new seat to a student who held one when the
 *     rules were read. The ledger repeats its answer, and rejects when the seat was cancelled
 *     since. Null for a course that the history permits
 */
public record CoursePermit(
    @Nullable Retake retake,
    List<SubjectName> corequisites,
    @Nullable PlanRejection newSeatRejection) {
  /** The permit without a condition. */
  public static final CoursePermit NONE = new CoursePermit(null, List.of());

  /** Creates the permit of a history that does not forbid the course. */
  public CoursePermit(@Nullable Retake retake, List<SubjectName> corequisites) {
    this(retake, corequisites, null);
  }

  /** Returns the permit to repeat the answer for a seat that a student holds. */
  public static CoursePermit ofHeldSeat(PlanRejection newSeatRejection) {
    return new CoursePermit(null, List.of(), newSeatRejection);
  }

  public CoursePermit {
    corequisites = List.copyOf(corequisites);
  }

  /** Returns the subject of the transcript that the course replaces; null for no retake. */
  public @Nullable Long retakeOf() {
    return retake == null ? null : retake.subjectId();
  }
}
