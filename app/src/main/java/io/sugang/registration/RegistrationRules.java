package io.sugang.registration;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Says whether a student may do something with a course at the time of arrival, by windows and
 * audiences.
 */
public interface RegistrationRules {

  /**
   * Why a student may not do something with a course; empty where nothing is against it. Nearly
   * every answer is there at once.
   *
   * @param arrivedAt when the request reached the instance, by the shared clock
   * @return fails with {@link io.sugang.problem.TemporarilyUnavailableException} when MySQL has to
   *     be asked and does not answer within 4 s; what follows on it must not wait
   */
  CompletableFuture<Optional<RegistrationRefusal>> refusal(
      RegistrationAction action, long studentId, long courseId, Instant arrivedAt);

  /**
   * Whether a request that is refused now may repeat one that came while a window was open: a
   * window of the course's term closed in the ten minutes before.
   */
  boolean mayRepeat(RegistrationAction action, long courseId, Instant arrivedAt);
}
