package io.sugang.lab.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** When the desk had closed which courses. Any thread may add. */
final class ClosedTimes {
  // An instance learns of it within sugang.registration.course-refresh, with time for a busy core.
  private static final Duration LEARNED = Duration.ofSeconds(8);

  /** A course is closed. Times are those of {@link System#nanoTime}. */
  static final class ClosedTime {
    private final long asked;
    private volatile long closed = Long.MAX_VALUE;
    private volatile long opening = Long.MAX_VALUE;
    private volatile long opened = Long.MAX_VALUE;

    private ClosedTime(long asked) {
      this.asked = asked;
    }

    void closed(long at) {
      closed = at;
    }

    void opening(long at) {
      opening = at;
    }

    void opened(long at) {
      opened = at;
    }
  }

  private final Map<Long, List<ClosedTime>> byCourse = new HashMap<>();

  /** The desk asks at this instant that a course be closed. */
  synchronized ClosedTime asked(long courseId, long at) {
    ClosedTime time = new ClosedTime(at);
    byCourse.computeIfAbsent(courseId, _ -> new ArrayList<>()).add(time);
    return time;
  }

  /** Whether an answer that the course is closed may have been true. */
  synchronized boolean mayBeClosed(Attempt refused, FaultWindow window) {
    return times(refused).stream()
        .anyMatch(time ->
            time.asked <= refused.end()
                && (time.opened == Long.MAX_VALUE
                    || refused.start() <= time.opened + LEARNED.toNanos()
                    // an instance that was held, or had no MySQL, learns of it afterwards
                    || window.covers(time.opened) && refused.start() <= window.end()));
  }

  /** Whether the course was closed from before the begin of a request until after its end. */
  synchronized boolean closedThroughout(Attempt attempt, long begin) {
    return times(attempt).stream()
        .anyMatch(time -> time.closed < begin && attempt.end() < time.opening);
  }

  private List<ClosedTime> times(Attempt attempt) {
    return byCourse.getOrDefault(attempt.courseId(), List.of());
  }
}
