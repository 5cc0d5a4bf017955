package io.sugang.lab.chaos;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A time window without enrollments, because the fault took a part that every enrollment needs. It
 * is how such a fault shows that it was felt: seats that are won meanwhile are no violation, but
 * the scenario has tried nothing then.
 *
 * @param cause in the words of the report
 */
record ExpectedOutage(String cause, TimeWindow span) {

  /** Why it cannot be said that the fault was felt; null when it was. */
  @Nullable String doubt(List<Attempt> attempts) {
    Map<String, Attempt> first = new HashMap<>();
    attempts.stream()
        .filter(Attempt::enroll)
        .sorted(Comparator.comparingLong(Attempt::start))
        .forEach(attempt -> first.putIfAbsent(attempt.request(), attempt));
    // A repetition may be answered by the row of an earlier request with the same key.
    long won = first.values().stream().filter(Attempt::won).filter(span::contains).count();
    if (attempts.stream().filter(Attempt::enroll).noneMatch(span::overlaps)) {
      return "no request was sent while " + cause;
    }
    return won == 0 ? null : "%d were enrolled while %s".formatted(won, cause);
  }
}
