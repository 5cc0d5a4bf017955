package io.sugang.rules.window;

import static java.util.concurrent.CompletableFuture.completedFuture;

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

/** No rules: every student may enroll and cancel at any time. */
final class NoRules implements RegistrationRules {
  private static final CompletableFuture<WindowDecision> ADMITTED =
      completedFuture(WindowDecision.WITHOUT_POOLS);
  private static final CompletableFuture<PlanDecision> PERMITTED =
      completedFuture(PlanDecision.PERMITTED);

  @Override
  public CompletableFuture<WindowDecision> windowDecision(
      RegistrationAction action,
      StudentId studentId,
      SeatsId seatsId,
      Instant arrivedAt,
      Set<WaivedRule> waived) {
    return ADMITTED;
  }

  @Override
  public CompletableFuture<PlanDecision> planDecision(
      StudentId studentId, SeatsId seatsId, Set<WaivedRule> waived) {
    return PERMITTED;
  }

  @Override
  public CompletableFuture<RegistrationFacts> facts(
      StudentId studentId, Collection<CourseId> courseIds) {
    return completedFuture(RegistrationFacts.NONE);
  }

  @Override
  public CompletableFuture<Optional<List<TermWindows>>> windows(StudentId studentId, Instant at) {
    return completedFuture(Optional.empty());
  }

  @Override
  public boolean mayRepeat(RegistrationAction action, CourseId courseId, Instant arrivedAt) {
    return false;
  }

  @Override
  public Duration notice() {
    return Duration.ofSeconds(1);
  }
}
