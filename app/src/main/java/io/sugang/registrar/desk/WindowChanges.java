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
  private final WindowRows rows;
  private final DeskTransactions transactions;
  private final DeskEvents events;
  private final SharedClock clock;
  private final JsonMapper json;
  private final Duration notice;

  WindowChanges(
      WindowRows rows,
      DeskTransactions transactions,
      SharedClock clock,
      JsonMapper json,
      RegistrationRules rules) {
    this.rows = rows;
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
   */
  record WindowChange(long windowId, String version, String action, String reason) {}

  /**
   * Changes a window.
   *
   * @param values gives the new values, or null where the change is not possible at this time
   */
  DeskResult<DeskWindow> change(
      WindowChange change,
      DeskMember member,
      BiFunction<WindowValues, WindowTiming, @Nullable WindowValues> values) {
    return transactions.execute(() -> {
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
      WindowValues next = values.apply(old, timing);
      if (!old.version().equals(change.version)) {
        // NGINX sends a PUT again when an instance ended before its answer.
        return old.equals(next)
            ? new Changed<>(before, before)
            : DeskResult.changedMeanwhile(before);
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
      NotChanged<DeskWindow> unknown = unknown(row.termId(), next.audienceId());
      if (unknown != null) {
        return unknown;
      }
      if (next.equals(old)) {
        return new Changed<>(before, before);
      }
      rows.update(change.windowId, next);
      DeskWindow after = DeskWindow.of(Objects.requireNonNull(rows.lock(change.windowId)), now);
      append(now, member, change.action, before, after, change.reason);
      return new Changed<>(before, after);
    });
  }

  /** Makes a window, once for each key of the member. */
  DeskResult<DeskWindow> create(
      String key, long termId, WindowValues values, String reason, DeskMember member) {
    String content = termId + "." + values.version();
    WindowRequest earlier = rows.request(member.staffId(), key);
    if (earlier == null) {
      try {
        return transactions.execute(() -> insert(key, content, termId, values, reason, member));
      } catch (DuplicateKeyException atTheSameTime) {
        earlier = rows.request(member.staffId(), key);
      }
    }
    if (earlier == null || !earlier.content().equals(content)) {
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
      WindowValues values,
      String reason,
      DeskMember member) {
    NotChanged<DeskWindow> unknown = unknown(termId, values.audienceId());
    if (unknown != null) {
      return unknown;
    }
    if (MockIds.isTerm(termId)) {
      return new NotChanged<>(
          ProblemType.MOCK_TERM,
          "A mock term has the window that it was begun with. Change that one. Nothing was changed.");
    }
    Instant now = clock.now();
    long windowId = rows.insert(termId, values);
    rows.keepRequest(member.staffId(), key, new WindowRequest(windowId, content));
    DeskWindow made = DeskWindow.of(Objects.requireNonNull(rows.lock(windowId)), now);
    append(now, member, "WINDOW_CREATE", null, made, reason);
    return new Changed<>(made, made);
  }

  private @Nullable NotChanged<DeskWindow> unknown(long termId, @Nullable Long audienceId) {
    if (!rows.hasTerm(termId)) {
      return new NotChanged<>(
          ProblemType.INVALID_REQUEST,
          "There is no term %d. GET /api/desk/windows lists the terms.".formatted(termId));
    }
    return audienceId == null || rows.hasAudience(audienceId)
        ? null
        : new NotChanged<>(
            ProblemType.INVALID_REQUEST,
            "There is no audience %d. GET /api/desk/windows lists the audiences."
                .formatted(audienceId));
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
