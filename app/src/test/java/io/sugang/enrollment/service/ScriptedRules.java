package io.sugang.enrollment.service;

import static java.util.concurrent.CompletableFuture.completedFuture;

import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.PlanDecision;
import io.sugang.rules.plan.WaivedRule;
import io.sugang.rules.window.RegistrationAction;
import io.sugang.rules.window.RegistrationFacts;
import io.sugang.rules.window.RegistrationRejection;
import io.sugang.rules.window.RegistrationRules;
import io.sugang.rules.window.TermWindows;
import io.sugang.rules.window.WindowDecision;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Windows that a test opens and closes, and what was asked of them. */
final class ScriptedRules implements RegistrationRules {
  private final List<String> events;
  @Nullable RegistrationRejection rejection;
  boolean closedLately;
  List<SeatsId> pools = List.of();
  @Nullable Instant commonFrom;

  /** What history and plan say. */
  CompletableFuture<PlanDecision> decision = completedFuture(PlanDecision.PERMITTED);

  /** Whether asking history and plan is an event. */
  boolean recordsDecisions;

  ScriptedRules(List<String> events) {
    this.events = events;
  }

  @Override
  public CompletableFuture<WindowDecision> windowDecision(
      RegistrationAction action,
      StudentId studentId,
      SeatsId seatsId,
      Instant arrivedAt,
      Set<WaivedRule> waived) {
    if (rejection != null) {
      events.add("refuse " + action);
    }
    return completedFuture(new WindowDecision(rejection, pools, commonFrom));
  }

  @Override
  public CompletableFuture<PlanDecision> planDecision(
      StudentId studentId, SeatsId seatsId, Set<WaivedRule> waived) {
    if (recordsDecisions) {
      events.add("decide");
    }
    return decision;
  }

  @Override
  public boolean mayRepeat(RegistrationAction action, CourseId courseId, Instant arrivedAt) {
    return closedLately;
  }

  @Override
  public CompletableFuture<RegistrationFacts> facts(
      StudentId studentId, Collection<CourseId> courseIds) {
    throw new UnsupportedOperationException("no test asks for facts");
  }

  @Override
  public CompletableFuture<Optional<List<TermWindows>>> windows(StudentId studentId, Instant at) {
    throw new UnsupportedOperationException("no test asks for windows");
  }

  @Override
  public Duration notice() {
    throw new UnsupportedOperationException("no test changes a window");
  }
}
