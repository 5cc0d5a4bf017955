package io.sugang.verifier;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the answers to clients say together. */
final class Acknowledgements {
  private final Map<Seat, Promise> promises = new HashMap<>();
  private final Set<Seat> inDoubt = new HashSet<>();
  private final List<String> contradictions = new ArrayList<>();
  private final Set<Seat> asked = new HashSet<>();
  private @Nullable LocalDateTime endedAt;
  private long before;
  private long won;
  private long first = Long.MIN_VALUE;
  private boolean complete = true;

  /**
   * An enrollment that clients rely on.
   *
   * @param before the run began
   * @param at when the answer came; null for a file that does not say it
   */
  record Promise(long enrollmentId, boolean before, @Nullable Instant at) {}

  void onlyFrom(long studentId) {
    first = studentId;
  }

  /** Whether enrollments of a student are acknowledged in this file, and not to another client. */
  boolean tookPart(long studentId) {
    return studentId >= first;
  }

  void before(Seat seat, long enrollmentId) {
    before++;
    promise(seat, new Promise(enrollmentId, true, null));
  }

  void won(Seat seat, long enrollmentId, @Nullable Instant at) {
    won++;
    promise(seat, new Promise(enrollmentId, false, at));
  }

  void wonWithoutId(Seat seat) {
    won++;
    contradictions.add("%s was answered 201 without an enrollmentId".formatted(seat));
  }

  /** No answer came, or one that leaves open what happened. */
  void inDoubt(Seat seat) {
    inDoubt.add(seat);
  }

  /** A request was sent, answered or not: this file accounts for a row of its seat. */
  void asked(Seat seat) {
    asked.add(seat);
  }

  boolean wasAsked(Seat seat) {
    return asked.contains(seat) || promises.containsKey(seat);
  }

  void endedAt(Instant end) {
    endedAt = LocalDateTime.ofInstant(end, ZoneOffset.UTC);
  }

  /** Whether a time is after the last answer; false for a file that does not say its end. */
  boolean isAfterTheEnd(LocalDateTime utc) {
    return endedAt != null && utc.isAfter(endedAt);
  }

  /** Returns the time of the last answer in UTC; null for a file that does not say it. */
  @Nullable LocalDateTime endedAt() {
    return endedAt;
  }

  void brokenOff() {
    complete = false;
  }

  Map<Seat, Promise> promises() {
    return promises;
  }

  boolean isInDoubt(Seat seat) {
    return inDoubt.contains(seat);
  }

  List<String> contradictions() {
    return contradictions;
  }

  long before() {
    return before;
  }

  long won() {
    return won;
  }

  /** False when the run was broken off: then requests may be missing in the file. */
  boolean complete() {
    return complete;
  }

  // The same id again is the same answer again, as for a repeated Idempotency-Key.
  private void promise(Seat seat, Promise promise) {
    var earlier = promises.putIfAbsent(seat, promise);
    if (earlier != null && earlier.enrollmentId() != promise.enrollmentId()) {
      contradictions.add(
          "%s was acknowledged twice, as enrollment %d and as %d"
              .formatted(seat, earlier.enrollmentId(), promise.enrollmentId()));
    }
  }
}
