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

/** All rules of registration: windows and audiences, then history and plan. */
record WindowAndPlanRules(WindowRules windows, HistoryAndPlanRules plans)
    implements RegistrationRules, AutoCloseable {

  @Override
  public boolean mayRepeat(RegistrationAction action, CourseId courseId, Instant arrivedAt) {
    return windows.mayRepeat(action, courseId, arrivedAt);
  }

  @Override
  public CompletableFuture<WindowDecision> windowDecision(
      RegistrationAction action,
      StudentId studentId,
      SeatsId seatsId,
      Instant arrivedAt,
      Set<WaivedRule> waived) {
    return windows.windowDecision(action, studentId, seatsId, arrivedAt, waived);
  }

  @Override
  public CompletableFuture<PlanDecision> planDecision(
      StudentId studentId, SeatsId seatsId, Set<WaivedRule> waived) {
    return plans.planDecision(studentId, seatsId, waived);
  }

  @Override
  public CompletableFuture<RegistrationFacts> facts(
      StudentId studentId, Collection<CourseId> courseIds) {
    FactsRequest request =
        new FactsRequest(studentId, courseIds.stream().map(CourseId::ownSeats).toList());
    return windows
        .fresh(request)
        .thenCombine(
            plans.fresh(request), (fresh, known) -> new FreshFacts(studentId, fresh, known));
  }

  @Override
  public CompletableFuture<Optional<List<TermWindows>>> windows(StudentId studentId, Instant at) {
    return windows.windows(studentId, at);
  }

  @Override
  public Duration notice() {
    return windows.notice();
  }

  @Override
  public void close() {
    plans.close();
    windows.close();
  }
}
