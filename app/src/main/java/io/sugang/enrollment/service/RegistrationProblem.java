package io.sugang.enrollment.service;

import io.sugang.platform.problem.ProblemType;
import io.sugang.rules.window.RegistrationAction;
import io.sugang.rules.window.RegistrationRejection;
import io.sugang.rules.window.RegistrationRejection.Closed;
import io.sugang.rules.window.RegistrationRejection.CourseCancelled;
import io.sugang.rules.window.RegistrationRejection.CourseClosed;
import io.sugang.rules.window.RegistrationRejection.NoWindow;
import io.sugang.rules.window.RegistrationRejection.NotOpen;
import io.sugang.rules.window.RegistrationRejection.OtherAudience;
import io.sugang.rules.window.RegistrationRejection.OtherPools;
import io.sugang.rules.window.RegistrationRejection.OtherStanding;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/**
 * A rejection by a window or an audience in HTTP.
 *
 * @param members what a client needs to show the reason, as members of the problem detail
 */
public record RegistrationProblem(ProblemType type, String detail, Map<String, Object> members) {
  private static final long NANOS_OF_MILLI = 1_000_000;

  /**
   * Says why.
   *
   * @param now the shared clock, when the answer is written
   */
  public static RegistrationProblem of(
      RegistrationAction action, RegistrationRejection rejection, Instant now) {
    String what =
        switch (action) {
          case ENROLL -> "Enrolling";
          case DROP -> "Cancelling";
          case SWAP -> "Swapping";
          case WAITLIST -> "Waiting for a seat";
          case BASKET -> "Changing the basket";
        };
    return switch (rejection) {
      case NotOpen(Instant opensAt) when opensAt != null -> {
        long wait = wait(now, opensAt);
        yield new RegistrationProblem(
            rejection.type(),
            "%s opens for this student at %s, in %d ms.".formatted(what, opensAt, wait),
            Map.of("opensAt", opensAt.toString(), "waitMs", wait));
      }
      case NotOpen _ ->
          new RegistrationProblem(
              rejection.type(),
              what + " has no window yet in this term. The registrar's desk announces it.",
              Map.of());
      case Closed(Instant closedAt) ->
          new RegistrationProblem(
              rejection.type(),
              "%s closed for this student at %s.".formatted(what, closedAt),
              Map.of("closedAt", closedAt.toString()));
      case CourseClosed _ ->
          new RegistrationProblem(
              rejection.type(),
              "The registrar's desk takes no more enrollments in this course.",
              Map.of());
      case CourseCancelled _ ->
          new RegistrationProblem(rejection.type(), "This course does not take place.", Map.of());
      case OtherAudience(String audience) ->
          new RegistrationProblem(
              rejection.type(),
              "This course is for other students: %s.".formatted(audience),
              Map.of("audience", audience));
      case OtherPools(List<String> audiences, Instant mergesAt) -> {
        String of = String.join(", ", audiences);
        yield mergesAt == null
            ? new RegistrationProblem(
                rejection.type(),
                "The seats of this course are for other students: %s.".formatted(of),
                Map.of("audience", of))
            : new RegistrationProblem(
                rejection.type(),
                "The seats of this course are for other students until %s: %s."
                    .formatted(mergesAt, of),
                Map.of("audience", of, "mergesAt", mergesAt.toString()));
      }
      case NoWindow _ ->
          new RegistrationProblem(
              rejection.type(),
              what + " has windows in this term, and none of them is for this student.",
              Map.of());
      case OtherStanding(String standing) ->
          new RegistrationProblem(
              rejection.type(),
              "The standing of this student is %s, and only ENROLLED students register."
                  .formatted(standing),
              Map.of("standing", standing));
    };
  }

  /** Returns the answer. */
  public ResponseEntity<ProblemDetail> toResponse() {
    ResponseEntity<ProblemDetail> response = type.toResponse(detail);
    ProblemDetail problem = response.getBody();
    if (problem != null) {
      members.forEach(problem::setProperty);
    }
    return response;
  }

  // Rounded up, so that a client that waits this long is never early. A window that the
  // command line postponed by 4,800 years is farther away than a long of nanoseconds.
  private static long wait(Instant now, Instant opensAt) {
    return Math.max(0, Duration.between(now, opensAt).plusNanos(NANOS_OF_MILLI - 1).toMillis());
  }
}
