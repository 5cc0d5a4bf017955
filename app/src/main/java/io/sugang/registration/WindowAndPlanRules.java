package io.sugang.registration;

import io.sugang.plan.PlanDecision;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** All rules of registration: windows and audiences, then history and plan. */
record WindowAndPlanRules(WindowRules windows, PlanRules plans)
    implements RegistrationRules, AutoCloseable {

  @Override
  public boolean mayRepeat(RegistrationAction action, long courseId, Instant arrivedAt) {
    return windows.mayRepeat(action, courseId, arrivedAt);
  }

  @Override
  public CompletableFuture<Admission> admission(
      RegistrationAction action, long studentId, long courseId, Instant arrivedAt) {
    return windows.admission(action, studentId, courseId, arrivedAt);
  }

  @Override
  public CompletableFuture<PlanDecision> decision(long studentId, long courseId) {
    return plans.decision(studentId, courseId);
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
