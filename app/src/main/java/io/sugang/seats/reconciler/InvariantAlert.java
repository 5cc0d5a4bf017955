package io.sugang.seats.reconciler;

import io.sugang.platform.ids.SeatsId;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Alert about courses with a fault that must never occur. A suspicion of a reconcile pass may come
 * from two reads at two instants, so one statement confirms it. Used by one thread.
 */
final class InvariantAlert {
  private static final Logger log = LoggerFactory.getLogger(SeatGauges.class);

  private final String raised;
  private final String over;
  private Set<SeatsId> courses = Set.of();

  /**
   * @param raised log message with {} for the courses
   */
  InvariantAlert(String raised, String over) {
    this.raised = raised;
    this.over = over;
  }

  /**
   * Returns the courses with the fault, and logs a change.
   *
   * @param suspects of this pass. Courses of the last alert are checked too, because this pass may
   *     not have read their rows
   * @param existing all courses
   * @param confirm returns those of some courses that have the fault, by one statement
   */
  Set<SeatsId> confirm(
      Set<SeatsId> suspects,
      Set<SeatsId> existing,
      Function<Collection<SeatsId>, Set<SeatsId>> confirm) {
    Set<SeatsId> asked = new HashSet<>(courses);
    asked.addAll(suspects);
    asked.retainAll(existing);
    Set<SeatsId> found = asked.isEmpty() ? Set.of() : confirm.apply(asked);
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
