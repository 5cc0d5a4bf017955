package io.sugang.rules.window;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.sugang.platform.metrics.LatencyTimers;
import io.sugang.rules.window.RegistrationRejection.Closed;
import io.sugang.rules.window.RegistrationRejection.CourseCancelled;
import io.sugang.rules.window.RegistrationRejection.CourseClosed;
import io.sugang.rules.window.RegistrationRejection.NoWindow;
import io.sugang.rules.window.RegistrationRejection.NotOpen;
import io.sugang.rules.window.RegistrationRejection.OtherAudience;
import io.sugang.rules.window.RegistrationRejection.OtherPools;
import io.sugang.rules.window.RegistrationRejection.OtherStanding;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** How many requests were rejected, why, and how many reads that took. */
final class RegistrationMeters {
  private enum RejectionReason {
    NOT_OPEN,
    CLOSED,
    COURSE_CLOSED,
    COURSE_CANCELLED,
    OTHER_AUDIENCE,
    NO_WINDOW,
    OTHER_STANDING
  }

  private record RejectionKind(RegistrationAction action, RejectionReason reason) {}

  private final Map<RejectionKind, Counter> rejections = new HashMap<>();
  private final Timer reads;

  RegistrationMeters(MeterRegistry registry) {
    for (RegistrationAction action : RegistrationAction.values()) {
      for (RejectionReason reason : RejectionReason.values()) {
        rejections.put(new RejectionKind(action, reason), counter(registry, action, reason));
      }
    }
    reads =
        LatencyTimers.register(
            registry,
            "sugang.registration.read",
            "Reads of windows, audiences and students that rejections wait for");
  }

  private static Counter counter(
      MeterRegistry registry, RegistrationAction action, RejectionReason reason) {
    return Counter.builder("sugang.registration.refusals")
        .description("Requests that a window or an audience rejected")
        .tag("action", action.name().toLowerCase(Locale.ROOT))
        .tag("reason", reason.name().toLowerCase(Locale.ROOT))
        .register(registry);
  }

  void rejected(RegistrationAction action, RegistrationRejection rejection) {
    RejectionReason reason =
        switch (rejection) {
          case NotOpen _ -> RejectionReason.NOT_OPEN;
          case Closed _ -> RejectionReason.CLOSED;
          case CourseClosed _ -> RejectionReason.COURSE_CLOSED;
          case CourseCancelled _ -> RejectionReason.COURSE_CANCELLED;
          case OtherAudience _, OtherPools _ -> RejectionReason.OTHER_AUDIENCE;
          case NoWindow _ -> RejectionReason.NO_WINDOW;
          case OtherStanding _ -> RejectionReason.OTHER_STANDING;
        };
    Counter counter = rejections.get(new RejectionKind(action, reason));
    if (counter != null) {
      counter.increment();
    }
  }

  void read(long nanos) {
    reads.record(nanos, TimeUnit.NANOSECONDS);
  }
}
