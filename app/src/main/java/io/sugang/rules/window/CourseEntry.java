package io.sugang.rules.window;

import io.sugang.platform.ids.SeatsId;
import io.sugang.rules.plan.CourseStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What windows and audiences ask about a course.
 *
 * @param termId null for a course without rules of registration
 * @param audienceId null for all students
 * @param status whether students may enroll at all, with rules of registration or without
 * @param pools in the order of their ids; empty for a course that has all its seats itself
 */
record CourseEntry(
    SeatsId seatsId,
    @Nullable Long termId,
    @Nullable Long audienceId,
    CourseStatus status,
    List<PoolEntry> pools) {

  /**
   * A part of the seats.
   *
   * @param audienceId null for all students of the course
   * @param mergesAt from when on its free seats belong to the course; null: never
   */
  record PoolEntry(SeatsId poolId, @Nullable Long audienceId, @Nullable Instant mergesAt) {
    boolean isMergedAt(Instant arrivedAt) {
      return mergesAt != null && !arrivedAt.isBefore(mergesAt);
    }
  }

  CourseEntry(SeatsId seatsId, @Nullable Long termId, @Nullable Long audienceId) {
    this(seatsId, termId, audienceId, CourseStatus.OPEN, List.of());
  }

  /** Returns when the first pool merges; null where none ever does. */
  @Nullable Instant firstMerge() {
    return pools.stream()
        .map(PoolEntry::mergesAt)
        .filter(at -> at != null)
        .min(Instant::compareTo)
        .orElse(null);
  }
}
