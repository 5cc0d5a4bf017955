package io.sugang.lab.control;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** Names of the keys at the gate, as {@code SeatKeys} of the service has them. */
public final class RosterKeys {
  private static final List<String> PARTS = List.of("students", "pending", "capacity", "ticket");

  private RosterKeys() {}

  /**
   * Returns the command of Redis after which instances load the rosters of courses and pools again.
   *
   * @param ids at least one
   */
  public static List<String> unlink(Collection<Long> ids) {
    return Stream.concat(
            Stream.of("UNLINK"),
            ids.stream()
                .flatMap(id -> PARTS.stream().map(part -> "course:{%d}:%s".formatted(id, part))))
        .toList();
  }
}
