package io.sugang.registrar.desk;

import io.sugang.rules.window.RegistrationAction;
import java.time.Instant;
import java.util.SortedSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the desk may change of a window.
 *
 * @param phase as the table has it
 * @param audienceId null is all students
 * @param opensAt the first instant of the window, in whole milliseconds
 * @param closesAt the first instant after it, in whole milliseconds
 */
record WindowValues(
    String phase,
    @Nullable Long audienceId,
    Instant opensAt,
    Instant closesAt,
    SortedSet<RegistrationAction> actions) {

  WindowValues of(long audience) {
    return new WindowValues(phase, audience, opensAt, closesAt, actions);
  }

  WindowValues opening(Instant at) {
    return new WindowValues(phase, audienceId, at, closesAt, actions);
  }

  WindowValues closing(Instant at) {
    return new WindowValues(phase, audienceId, opensAt, at, actions);
  }

  /** Returns the actions as the table has them. */
  String actionText() {
    return actions.stream().map(Enum::name).collect(Collectors.joining(","));
  }

  /** Returns the version: equal for equal values, and for no others. */
  String version() {
    return "%s.%s.%d.%d.%s"
        .formatted(
            phase,
            audienceId == null ? "all" : audienceId,
            opensAt.toEpochMilli(),
            closesAt.toEpochMilli(),
            actions.stream().map(Enum::name).collect(Collectors.joining("-")));
  }
}
