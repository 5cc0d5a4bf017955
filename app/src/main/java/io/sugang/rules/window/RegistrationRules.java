package io.sugang.rules.window;

import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.PlanDecision;
import io.sugang.rules.plan.WaivedRule;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
   * @param seatsId the course itself for ENROLL; what has the seat, a course or a pool, for DROP
   * @param arrivedAt when the request reached the instance, by the shared clock
   * @param waived rules that are not asked for this student and course
   * @return fails with {@link io.sugang.platform.problem.TemporarilyUnavailableException} when
   *     MySQL has to be asked and does not answer within 4 s; what follows on it must not wait
   */
  CompletableFuture<WindowDecision> windowDecision(
      RegistrationAction action,
      StudentId studentId,
      SeatsId seatsId,
      Instant arrivedAt,
      Set<WaivedRule> waived);

  /**
   * Returns what history and plan say about a course, for a student whom {@link #windowDecision}
   * admits. Nearly every permit is there at once. A rejection costs a read that requests share, and
   * so does each decision with waived rules.
   *
   * @param waived rules that are not asked for this student and course
   * @return fails as {@link #windowDecision} does; what follows on it must not wait
   */
  CompletableFuture<PlanDecision> planDecision(
      StudentId studentId, SeatsId seatsId, Set<WaivedRule> waived);

  /**
   * Returns what has to be known to judge courses by all rules, by reads that begin after the call
   * and that requests share. A click is decided by {@link #windowDecision} and {@link
   * #planDecision} alone.
   *
   * @return fails as {@link #windowDecision} does; what follows on it must not wait
   */
  CompletableFuture<RegistrationFacts> facts(StudentId studentId, Collection<CourseId> courseIds);

  /**
   * Returns the windows of a student in the terms of which one is open, is to come, or closed in
   * the 90 days before; empty without rules. Nearly every answer is there at once, by windows that
   * are a second old at most.
   *
   * @return fails as {@link #windowDecision} does; what follows on it must not wait
   */
  CompletableFuture<Optional<List<TermWindows>>> windows(StudentId studentId, Instant at);

  /**
   * Returns whether a request that is rejected now may repeat one that came while a window was
   * open: a window of the course's term closed in the ten minutes before.
   */
  boolean mayRepeat(RegistrationAction action, CourseId courseId, Instant arrivedAt);

  /**
   * Returns how long before its time a change of a window has to be committed, so that every
   * instance that reaches MySQL knows it by then.
   */
  Duration notice();
}
