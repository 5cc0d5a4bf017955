package io.sugang.seats.reconciler;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.platform.ids.SeatsId;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The courses that this instance could not read when it last tried; each is logged once. */
final class UnreadableCourses {
  private static final Logger log = LoggerFactory.getLogger(UnreadableCourses.class);

  private final Set<SeatsId> courses = ConcurrentHashMap.newKeySet();

  UnreadableCourses(MeterRegistry registry) {
    Gauge.builder("sugang.gate.unreadable.courses", courses, Set::size)
        .description("Courses that could not be read at the gate or in the ledger")
        .register(registry);
  }

  void found(SeatsId seatsId, Throwable why) {
    if (courses.add(seatsId)) {
      log.error(
          "Course {} cannot be read; its keys are deleted, and its roster is loaded again: {}",
          seatsId,
          why.toString());
    }
  }

  void read(Collection<SeatsId> seatsIds) {
    if (!courses.isEmpty()) {
      courses.removeAll(seatsIds);
    }
  }
}
