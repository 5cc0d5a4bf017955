package io.sugang.registration;

import io.sugang.plan.PlanDecision;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * The rules that say whether a student may do something with a course: by windows and audiences at
 * the time of arrival, then by history and plan.
 */
public interface RegistrationRules {

  /**
   * Returns whether a student may do something with a course, and for ENROLL of which pools the
   * seat may be. Nearly every answer is there at once.
   *
   * @param arrivedAt when the request reached the instance, by the shared clock
   * @return fails with {@link io.sugang.problem.TemporarilyUnavailableException} when MySQL has to
   *     be asked and does not answer within 4 s; what follows on it must not wait
   */
  CompletableFuture<Admission> admission(
      RegistrationAction action, long studentId, long courseId, Instant arrivedAt);

  /**
   * Returns what history and plan say about a course, for a student whom {@link #admission} lets
   * on. Nearly every permit is there at once, and a refusal costs a read that requests share.
   *
   * @return fails as {@link #admission} does; what follows on it must not wait
   */
  default CompletableFuture<PlanDecision> decision(long studentId, long courseId) {
    return CompletableFuture.completedFuture(PlanDecision.PERMITTED);
  }

  /**
   * Returns whether a request that is refused now may repeat one that came while a window was open:
   * a window of the course's term closed in the ten minutes before.
   */
  boolean mayRepeat(RegistrationAction action, long courseId, Instant arrivedAt);

  /**
   * Returns how long before its time a change of a window has to be committed, so that every
   * instance that reaches MySQL knows it by then.
   */
  default Duration notice() {
    return Duration.ofSeconds(1);
  }
}
