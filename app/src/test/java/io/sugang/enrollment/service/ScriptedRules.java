package io.sugang.enrollment.service;

import static java.util.concurrent.CompletableFuture.completedFuture;

import io.sugang.rules.plan.PlanDecision;
import io.sugang.rules.window.Admission;
import io.sugang.rules.window.RegistrationAction;
import io.sugang.rules.window.RegistrationRefusal;
import io.sugang.rules.window.RegistrationRules;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Windows that a test opens and closes, and what was asked of them. */
final class ScriptedRules implements RegistrationRules {
  private final List<String> events;
  @Nullable RegistrationRefusal refusal;
  boolean closedLately;
  List<Long> pools = List.of();
  @Nullable Instant commonFrom;

  /** What history and plan say. */
  CompletableFuture<PlanDecision> decision = completedFuture(PlanDecision.PERMITTED);

  /** Whether asking history and plan is an event. */
  boolean recordsDecisions;

  ScriptedRules(List<String> events) {
    this.events = events;
  }

  @Override
  public CompletableFuture<Admission> admission(
      RegistrationAction action, long studentId, long courseId, Instant arrivedAt) {
    if (refusal != null) {
      events.add("refuse " + action);
    }
    return completedFuture(new Admission(refusal, pools, commonFrom));
  }

  @Override
  public CompletableFuture<PlanDecision> decision(long studentId, long courseId) {
    if (recordsDecisions) {
      events.add("decide");
    }
    return decision;
  }

  @Override
  public boolean mayRepeat(RegistrationAction action, long courseId, Instant arrivedAt) {
    return closedLately;
  }
}
