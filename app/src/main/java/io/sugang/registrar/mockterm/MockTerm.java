package io.sugang.registrar.mockterm;

import io.sugang.audit.Actor;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code mock_term}.
 *
 * @param number that its ids follow from
 * @param ofTerm the regular term that it copies
 * @param ofName its name, like "2026 SPRING"
 * @param total what was to be copied
 * @param there what there is by now
 * @param end null: it was not ended
 * @param endedAt null: something of it is left
 */
record MockTerm(
    int number,
    long termId,
    long ofTerm,
    String ofName,
    MockTermState state,
    Instant opensAt,
    Instant closesAt,
    String reason,
    Instant begunAt,
    Size total,
    Size there,
    @Nullable EndRequest end,
    @Nullable Instant endedAt) {

  /**
   * How much a term has.
   *
   * @param courses with pools
   */
  record Size(int students, int courses) {}

  /**
   * Who ended it.
   *
   * @param closedAt from when on no window of it is open
   */
  record EndRequest(Instant requestedAt, Actor actor, String reason, Instant closedAt) {}

  String name() {
    return ofName + " MOCK";
  }
}
