package io.sugang.registrar.desk;

import io.sugang.audit.DeskEvent;
import io.sugang.audit.DeskEvents;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.MockIds;
import io.sugang.platform.problem.ProblemType;
import io.sugang.registrar.desk.DeskResult.Changed;
import io.sugang.registrar.desk.DeskResult.NotChanged;
import io.sugang.registrar.desk.WindowRows.WindowRequest;
import io.sugang.rules.window.RegistrationRules;
import io.sugang.seats.ledger.DeskTransactions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Changes of windows, each in one transaction with its event. Every instance reads the windows once
 * a second, so a change sends no message to the instances.
 */
@Component
class WindowChanges {
  // A turn that fails finds what another request committed.
  private static final int MOST_TURNS = 5;

  private final WindowRows rows;
  private final AudienceRows audiences;
  private final DeskTransactions transactions;
  private final DeskEvents events;
  private final SharedClock clock;
  private final JsonMapper json;
  private final Duration notice;

  WindowChanges(
      WindowRows rows,
      AudienceRows audiences,
      DeskTransactions transactions,
      SharedClock clock,
      JsonMapper json,
      RegistrationRules rules) {
    this.rows = rows;
    this.audiences = audiences;
    this.transactions = transactions;
    this.events = new DeskEvents(transactions.jdbc());
    this.clock = clock;
    this.json = json;
    this.notice = rules.notice();
  }

  /**
   * A change of one window.
   *
   * @param version that it has to have
   * @param audience that the desk chose, whose id the values have; null where they name another
   */
  record WindowChange(
      long windowId,
      String version,
      String action,
      String reason,
      @Nullable AudienceChoice audience) {
    WindowChange(long windowId, String version, String action, String reason) {
      this(windowId, version, action, reason, null);
    }
  }

  /**
   * Changes a window.
   *
   * @param values gives the new values, or null where the change is not possible at this time
   */
  DeskResult<DeskWindow> change(
      WindowChange change,
      DeskMember member,
      BiFunction<WindowValues, WindowTiming, @Nullable WindowValues> values) {
    for (int turn = 1; ; turn++) {
      try {
        return transactions.execute(() -> changeOnce(change, member, values));
      } catch (DuplicateKeyException sameAudience) {
        // Another request made it at the same time, and the next turn finds it.
        if (turn == MOST_TURNS) {
          throw sameAudience;
        }
      }
    }
  }

  private DeskResult<DeskWindow> changeOnce(
      WindowChange change,
      DeskMember member,
      BiFunction<WindowValues, WindowTiming, @Nullable WindowValues> values) {
    WindowRow row = rows.lock(change.windowId);
    if (row == null) {
      return new NotChanged<DeskWindow>(
          ProblemType.WINDOW_NOT_FOUND, "There is no window " + change.windowId + ".");
    }
    // Behind the lock, which may have been waited for.
    Instant now = clock.now();
    DeskWindow before = DeskWindow.of(row, now);
    WindowValues old = row.values();
    WindowTiming timing = new WindowTiming(now, notice);
    WindowValues next = stored(values.apply(old, timing), change.audience);
    if (!old.version().equals(change.version)) {
      // NGINX sends a PUT again when an instance ended before its answer.
      return old.equals(next) ? new Changed<>(before, before) : DeskResult.changedMeanwhile(before);
    }
    String refusal =
        next == null ? "The window is " + before.state() + "." : timing.refusal(old, next);
    if (next == null || refusal != null) {
      return new NotChanged<DeskWindow>(
          ProblemType.WINDOW_STATE, refusal + " Nothing was changed.", Map.of("current", before));
    }
    if (!next.opensAt().isBefore(next.closesAt())) {
      return new NotChanged<DeskWindow>(
          ProblemType.INVALID_REQUEST, "The window must open before it closes.");
    }
    NotChanged<DeskWindow> unknown = unknown(row.termId(), next.audienceId(), change.audience);
    if (unknown != null) {
      return unknown;
    }
    if (next.equals(old)) {
      return new Changed<>(before, before);
    }
    make(next, change.audience);
    rows.update(change.windowId, next);
    DeskWindow after = DeskWindow.of(Objects.requireNonNull(rows.lock(change.windowId)), now);
    append(now, member, change.action, before, after, change.reason);
    return new Changed<>(before, after);
  }

  /** Returns values with the id that the audience of a choice has or will have. */
  private @Nullable WindowValues stored(
      @Nullable WindowValues values, @Nullable AudienceChoice choice) {
    return values == null || choice == null ? values : values.of(audiences.idOf(choice));
  }

  private void make(WindowValues values, @Nullable AudienceChoice choice) {
    if (choice != null) {
      audiences.make(Objects.requireNonNull(values.audienceId()), choice);
    }
  }

  /**
   * Makes a window, once for each key of the member.
   *
   * @param choice of the audience, whose id the values have; null where they name another
   */
  DeskResult<DeskWindow> create(
      String key,
      long termId,
      WindowValues values,
      @Nullable AudienceChoice choice,
      String reason,
      DeskMember member) {
    String content = termId + "." + values.version();
    for (int turn = 1; ; turn++) {
      WindowRequest earlier = rows.request(member.staffId(), key);
      if (earlier != null) {
        return repeated(earlier, content);
      }
      try {
        return transactions.execute(
            () -> insert(key, content, termId, values, choice, reason, member));
      } catch (DuplicateKeyException atTheSameTime) {
        // Another request used the key or made the audience, and the next turn finds it.
        if (turn == MOST_TURNS) {
          throw atTheSameTime;
        }
      }
    }
  }

  private DeskResult<DeskWindow> repeated(WindowRequest earlier, String content) {
    if (!earlier.content().equals(content)) {
      return new NotChanged<>(
          ProblemType.IDEMPOTENCY_KEY_REUSED,
          "This Idempotency-Key belongs to a request with other values. Nothing was changed.");
    }
    long windowId = earlier.windowId();
    return transactions.execute(() -> {
      WindowRow row = rows.lock(windowId);
      if (row == null) {
        return new NotChanged<DeskWindow>(
            ProblemType.WINDOW_NOT_FOUND, "The window %d was deleted.".formatted(windowId));
      }
      DeskWindow found = DeskWindow.of(row, clock.now());
      return new Changed<>(found, found);
    });
  }

  private DeskResult<DeskWindow> insert(
      String key,
      String content,
      long termId,
      WindowValues asked,
      @Nullable AudienceChoice choice,
      String reason,
      DeskMember member) {
    WindowValues values = Objects.requireNonNull(stored(asked, choice));
    NotChanged<DeskWindow> unknown = unknown(termId, values.audienceId(), choice);
    if (unknown != null) {
      return unknown;
    }
    if (MockIds.isTerm(termId)) {
      return new NotChanged<>(
          ProblemType.MOCK_TERM,
          "A mock term has the window that it was begun with. Change that one. Nothing was changed.");
    }
    Instant now = clock.now();
    make(values, choice);
    long windowId = rows.insert(termId, values);
    rows.keepRequest(member.staffId(), key, new WindowRequest(windowId, content));
    DeskWindow made = DeskWindow.of(Objects.requireNonNull(rows.lock(windowId)), now);
    append(now, member, "WINDOW_CREATE", null, made, reason);
    return new Changed<>(made, made);
  }

  private @Nullable NotChanged<DeskWindow> unknown(
      long termId, @Nullable Long audienceId, @Nullable AudienceChoice choice) {
    if (!rows.hasTerm(termId)) {
      return new NotChanged<>(
          ProblemType.INVALID_REQUEST,
          "There is no term %d. GET /api/desk/windows lists the terms.".formatted(termId));
    }
    String fault = null;
    boolean there = audienceId == null || audiences.hasAudience(audienceId);
    if (choice != null) {
      fault = WindowRequests.fault(choice, audiences);
      if (fault == null && !there && !audiences.hasRoomFor(choice)) {
        fault =
            "All audiences together would have more than %d rows. Take an audience that is there."
                .formatted(AudienceRows.MOST);
      }
    } else if (!there) {
      fault = WindowRequests.NO_AUDIENCE.formatted(audienceId);
    }
    return fault == null
        ? null
        : new NotChanged<>(ProblemType.INVALID_REQUEST, fault + " Nothing was changed.");
  }

  private void append(
      Instant now,
      DeskMember member,
      String action,
      @Nullable DeskWindow before,
      DeskWindow after,
      String reason) {
    events.append(
        new DeskEvent(
            now,
            member.actor(),
            action,
            "window:" + after.windowId(),
            null,
            null,
            DeskEvent.detail(json, before, after),
            reason));
  }
}
