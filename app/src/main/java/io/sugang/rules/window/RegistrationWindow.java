package io.sugang.rules.window;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * From when to when an audience may do what.
 *
 * @param phase as the table has it
 * @param audienceId null for all students
 * @param opensAt the first instant of the window
 * @param closesAt the first instant after it
 */
record RegistrationWindow(
    long windowId,
    long termId,
    String phase,
    @Nullable Long audienceId,
    Instant opensAt,
    Instant closesAt,
    Set<RegistrationAction> actions) {

  boolean isOpenAt(Instant time) {
    return !time.isBefore(opensAt) && time.isBefore(closesAt);
  }
}
