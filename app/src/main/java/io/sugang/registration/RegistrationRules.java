package io.sugang.registration;

import io.sugang.plan.PlanDecision;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The rules that say whether a student may do something with a course: by windows and audiences at
 * the time of arrival, then by history and plan.
 */
public interface RegistrationRules {

  /**
   * Returns why a student may not do something with a course; empty where nothing is against it.
   * Nearly every answer is there at once.
   *
   * @param arrivedAt when the request reached the instance, by the shared clock
   * @return fails with {@link io.sugang.problem.TemporarilyUnavailableException} when MySQL has to
   *     be asked and does not answer within 4 s; what follows on it must not wait
   */
  CompletableFuture<Optional<RegistrationRefusal>> refusal(
      RegistrationAction action, long studentId, long courseId, Instant arrivedAt);

  /**
   * Returns what history and plan say about a course, for a student whom {@link #refusal} lets on.
   * Nearly every permit is there at once, and a refusal costs a read that requests share.
   *
   * @return fails as {@link #refusal} does; what follows on it must not wait
   */
  default CompletableFuture<PlanDecision> decision(long studentId, long courseId) {
    return CompletableFuture.completedFuture(PlanDecision.PERMITTED);
  }

  /**
   * Returns the pools whose seats a student may have whom {@link #refusal} lets on, in the order in
   * which they are tried; empty for a course that has its seats itself.
   */
  default List<Long> pools(long studentId, long courseId, Instant arrivedAt) {
    return List.of();
  }

  /**
   * Returns whether a request that is refused now may repeat one that came while a window was open:
   * a window of the course's term closed in the ten minutes before.
   */
  boolean mayRepeat(RegistrationAction action, long courseId, Instant arrivedAt);
}
