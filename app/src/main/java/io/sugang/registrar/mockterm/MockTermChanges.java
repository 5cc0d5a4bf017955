package io.sugang.registrar.mockterm;

import io.sugang.audit.Actor;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.MockIds;
import io.sugang.platform.problem.ProblemType;
import io.sugang.registrar.mockterm.MockTerm.EndRequest;
import io.sugang.registrar.mockterm.MockTermResult.NotPossible;
import io.sugang.registrar.mockterm.MockTermResult.UnderWay;
import io.sugang.rules.window.RegistrationRules;
import io.sugang.seats.ledger.DeskTransactions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;

/** Begins and ends mock terms, each in one transaction with its event. The thread does the rest. */
@Component
class MockTermChanges {
  private final MockTermRows rows;
  private final MockTermRemoval removal;
  private final MockTermEvents events;
  private final DeskTransactions transactions;
  private final SharedClock clock;
  private final Duration notice;

  MockTermChanges(
      MockTermRows rows,
      MockTermRemoval removal,
      MockTermEvents events,
      DeskTransactions transactions,
      SharedClock clock,
      RegistrationRules rules) {
    this.rows = rows;
    this.removal = removal;
    this.events = events;
    this.transactions = transactions;
    this.clock = clock;
    this.notice = rules.notice();
  }

  /** Begins a mock term of the newest regular term with courses, unless there is one. */
  MockTermResult begin(Instant opensAt, Instant closesAt, String reason, Actor actor) {
    MockTerm current = rows.current();
    if (current != null) {
      return refused(current);
    }
    CopiedTerm of = rows.copied();
    if (of == null) {
      return refused("There is no regular term with courses to copy.");
    }
    if (of.lastCourse() >= MockIds.COPIED_BELOW) {
      return refused("Only courses with ids below %d are copied.".formatted(MockIds.COPIED_BELOW));
    }
    try {
      return transactions.execute(() -> {
        int number = rows.nextNumber();
        if (number > MockIds.MOST) {
          return refused("All ids of mock terms are used.");
        }
        // As MySQL keeps it.
        Instant now = clock.now().truncatedTo(ChronoUnit.MILLIS);
        rows.insert(number, of, opensAt, closesAt, reason, now);
        MockTerm made = Objects.requireNonNull(rows.lock(MockIds.term(number, of.termId())));
        MockTermView view = MockTermView.of(made, 0);
        events.begun(view, actor, now);
        return new UnderWay(view);
      });
    } catch (DuplicateKeyException another) {
      MockTerm begun = rows.current();
      return begun == null
          ? refused("There is a mock term of %s that the desk did not begin.".formatted(of.name()))
          : refused(begun);
    }
  }

  private NotPossible refused(MockTerm current) {
    return new NotPossible(
        ProblemType.MOCK_TERM,
        "There is the mock term %d, which is %s. Nothing was changed."
            .formatted(current.termId(), current.state()),
        view(current));
  }

  private static NotPossible refused(String detail) {
    return new NotPossible(ProblemType.MOCK_TERM, detail + " Nothing was changed.", null);
  }

  /** Ends a mock term; one that was ended stays as it is. */
  MockTermResult end(long termId, String reason, Actor actor) {
    return transactions.execute(() -> {
      MockTerm before = rows.lock(termId);
      if (before == null) {
        return new NotPossible(
            ProblemType.MOCK_TERM_NOT_FOUND, "There is no mock term " + termId + ".", null);
      }
      if (before.end() != null) {
        return new UnderWay(view(before));
      }
      // Behind the lock, which may have been waited for.
      Instant now = clock.now().truncatedTo(ChronoUnit.MILLIS);
      // Every instance knows by then that the windows close, because it is read before.
      Instant closedAt = now.plus(notice).truncatedTo(ChronoUnit.MILLIS).plusMillis(1);
      EndRequest end = new EndRequest(now, actor, reason, closedAt);
      removal.closeWindows(before, closedAt);
      rows.end(before, end);
      MockTermView after = view(Objects.requireNonNull(rows.lock(termId)));
      events.endRequested(view(before), after, end);
      return new UnderWay(after);
    });
  }

  MockTermView view(MockTerm term) {
    return MockTermView.of(term, rows.enrollments(term.termId()));
  }

  @Nullable MockTermView viewOrNull(@Nullable MockTerm term) {
    return term == null ? null : view(term);
  }
}
