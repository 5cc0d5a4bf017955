package io.sugang.reconciler;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Courses with a fault that must never be, until the fault is over. What a look suspects may come
 * from two reads at two instants, so one statement confirms it. Of one thread.
 */
final class Alarm {
  private static final Logger log = LoggerFactory.getLogger(SeatGauges.class);

  private final String raised;
  private final String over;
  private Set<Long> courses = Set.of();

  /**
   * @param raised with {} for the courses
   */
  Alarm(String raised, String over) {
    this.raised = raised;
    this.over = over;
  }

  /**
   * The courses with the fault; a change is logged.
   *
   * @param suspects of this look. Courses of the last alarm are asked for too, because their rows
   *     may not have been read by this look
   * @param existing all courses
   * @param confirm tells which of some courses have the fault, by one statement
   */
  Set<Long> confirm(
      Set<Long> suspects, Set<Long> existing, Function<Collection<Long>, Set<Long>> confirm) {
    Set<Long> asked = new HashSet<>(courses);
    asked.addAll(suspects);
    asked.retainAll(existing);
    Set<Long> found = asked.isEmpty() ? Set.of() : confirm.apply(asked);
    if (!found.equals(courses)) {
      courses = found;
      if (found.isEmpty()) {
        log.warn(over);
      } else {
        log.error(raised, found);
      }
    }
    return found;
  }
}
