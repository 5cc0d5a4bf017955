package io.sugang.registrar.mockterm;

import io.sugang.audit.Actor;
import io.sugang.audit.DeskEvent;
import io.sugang.audit.DeskEvents;
import io.sugang.registrar.mockterm.MockTerm.EndRequest;
import io.sugang.seats.ledger.DeskTransactions;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** What the audit keeps of mock terms, written in the transactions of the changes. */
@Component
class MockTermEvents {
  private final DeskEvents events;
  private final JsonMapper json;

  MockTermEvents(DeskTransactions transactions, JsonMapper json) {
    this.events = new DeskEvents(transactions.jdbc());
    this.json = json;
  }

  void begun(MockTermView made, Actor actor, Instant now) {
    append("MOCK_TERM_BEGIN", made.termId(), null, made, made.reason(), actor, now);
  }

  void endRequested(MockTermView before, MockTermView after, EndRequest end) {
    append(
        "MOCK_TERM_END",
        before.termId(),
        before,
        after,
        end.reason(),
        end.actor(),
        end.requestedAt());
  }

  /** Nothing is left. */
  void wiped(MockTerm term, EndRequest end, Instant now) {
    append(
        "MOCK_TERM_WIPED",
        term.termId(),
        MockTermView.of(term, 0),
        null,
        end.reason(),
        end.actor(),
        now);
  }

  private void append(
      String action,
      long termId,
      @Nullable MockTermView before,
      @Nullable MockTermView after,
      String reason,
      Actor actor,
      Instant now) {
    events.append(
        new DeskEvent(
            now,
            actor,
            action,
            "term:" + termId,
            null,
            null,
            DeskEvent.detail(json, before, after),
            reason));
  }
}
