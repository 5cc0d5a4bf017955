package io.sugang.desk;

import io.sugang.audit.EventCursor;
import io.sugang.audit.EventFilter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * A search as a request asks for it, or what is wrong with it.
 *
 * @param fault empty where nothing is
 */
record AuditQuery(@Nullable EventFilter filter, @Nullable EventCursor after, String fault) {
  private static final Duration DEFAULT = Duration.ofDays(1);

  /**
   * The parameters of a request.
   *
   * @param from empty: a day before the end
   * @param to empty: now
   * @param cursor empty: from the newest on
   */
  record Parameters(
      @Nullable Long student,
      @Nullable Long course,
      @Nullable String actor,
      @Nullable String action,
      @Nullable String target,
      String from,
      String to,
      String cursor) {}

  static AuditQuery of(Parameters asked, Instant now) {
    // The newest event may be of this millisecond.
    Instant end =
        asked.to.isEmpty() ? now.truncatedTo(ChronoUnit.MILLIS).plusMillis(1) : time(asked.to);
    Instant begin = asked.from.isEmpty() && end != null ? end.minus(DEFAULT) : time(asked.from);
    if (begin == null || end == null) {
      return fault(
          "The parameter '%s' must be a time like 2027-03-02T10:00:00+09:00, from 1970 to 2999; a '+' is sent as %%2B."
              .formatted(end == null ? "to" : "from"));
    }
    if (!begin.isBefore(end)) {
      return fault("The parameter 'from' must be before 'to'.");
    }
    EventCursor after = asked.cursor.isEmpty() ? null : EventCursor.of(asked.cursor);
    if (!asked.cursor.isEmpty() && after == null) {
      return fault("The parameter 'cursor' must be one that an answer gave.");
    }
    return new AuditQuery(
        new EventFilter(
            asked.student, asked.course, asked.actor, asked.action, asked.target, begin, end),
        after,
        "");
  }

  private static AuditQuery fault(String fault) {
    return new AuditQuery(null, null, fault);
  }

  private static @Nullable Instant time(String text) {
    return DeskTime.parse(text, Instant.EPOCH);
  }
}
