package io.sugang.rules.window;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.sugang.platform.metrics.LatencyTimers;
import io.sugang.rules.window.RegistrationRefusal.Closed;
import io.sugang.rules.window.RegistrationRefusal.CourseCancelled;
import io.sugang.rules.window.RegistrationRefusal.CourseClosed;
import io.sugang.rules.window.RegistrationRefusal.NoWindow;
import io.sugang.rules.window.RegistrationRefusal.NotOpen;
import io.sugang.rules.window.RegistrationRefusal.OtherAudience;
import io.sugang.rules.window.RegistrationRefusal.OtherPools;
import io.sugang.rules.window.RegistrationRefusal.OtherStanding;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** How many requests were refused, why, and how many reads that took. */
final class RegistrationMeters {
  private enum RefusalReason {
    NOT_OPEN,
    CLOSED,
    COURSE_CLOSED,
    COURSE_CANCELLED,
    OTHER_AUDIENCE,
    NO_WINDOW,
    OTHER_STANDING
  }

  private record RefusalKind(RegistrationAction action, RefusalReason reason) {}

  private final Map<RefusalKind, Counter> refusals = new HashMap<>();
  private final Timer reads;

  RegistrationMeters(MeterRegistry registry) {
    for (RegistrationAction action : RegistrationAction.values()) {
      for (RefusalReason reason : RefusalReason.values()) {
        refusals.put(new RefusalKind(action, reason), counter(registry, action, reason));
      }
    }
    reads =
        LatencyTimers.register(
            registry,
            "sugang.registration.read",
            "Reads of windows, audiences and students that refusals wait for");
  }

  private static Counter counter(
      MeterRegistry registry, RegistrationAction action, RefusalReason reason) {
    return Counter.builder("sugang.registration.refusals")
        .description("Requests that a window or an audience refused")
        .tag("action", action.name().toLowerCase(Locale.ROOT))
        .tag("reason", reason.name().toLowerCase(Locale.ROOT))
        .register(registry);
  }

  void refused(RegistrationAction action, RegistrationRefusal refusal) {
    RefusalReason reason =
        switch (refusal) {
          case NotOpen _ -> RefusalReason.NOT_OPEN;
          case Closed _ -> RefusalReason.CLOSED;
          case CourseClosed _ -> RefusalReason.COURSE_CLOSED;
          case CourseCancelled _ -> RefusalReason.COURSE_CANCELLED;
          case OtherAudience _, OtherPools _ -> RefusalReason.OTHER_AUDIENCE;
          case NoWindow _ -> RefusalReason.NO_WINDOW;
          case OtherStanding _ -> RefusalReason.OTHER_STANDING;
        };
    Counter counter = refusals.get(new RefusalKind(action, reason));
    if (counter != null) {
      counter.increment();
    }
  }

  void read(long nanos) {
    reads.record(nanos, TimeUnit.NANOSECONDS);
  }
}
