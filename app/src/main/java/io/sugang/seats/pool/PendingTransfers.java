package io.sugang.seats.pool;

import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.seats.pool.CoursePools.KnownPools;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Pools, and portions that are not released yet, as read at one time.
 *
 * @param pools in the order of their ids
 */
record PendingTransfers(List<Pool> pools, List<Portion> portions) {

  // The clocks of instances differ by a few milliseconds. By the time that a seat moves, each of
  // them sends the students of the pool to the course too (docs/spec/PoolAnswers.tla).
  private static final Duration CLOCKS_DIFFER = Duration.ofMillis(50);

  /**
   * A pool.
   *
   * @param mergesAt null: never
   * @param hasFreeSeats when it was read
   */
  record Pool(SeatsId poolId, CourseId courseId, @Nullable Instant mergesAt, boolean hasFreeSeats) {
    /** Returns from when on free seats move to the course; null: never. */
    @Nullable Instant movesAt() {
      return mergesAt == null ? null : mergesAt.plus(CLOCKS_DIFFER);
    }

    boolean movesUntil(Instant now) {
      return mergesAt != null && !mergesAt.isAfter(lastMerge(now));
    }
  }

  /** Returns the latest time of a merge whose seats move by now. */
  static Instant lastMerge(Instant now) {
    return now.minus(CLOCKS_DIFFER);
  }

  /**
   * A portion.
   *
   * @param seatsOf the course or the pool that gets the seats
   * @param courseId the course
   */
  record Portion(SeatsId seatsOf, CourseId courseId, Instant releasesAt) {}

  /** Returns the courses and pools with a portion that is due. */
  SortedSet<SeatsId> due(Instant now) {
    return portions.stream()
        .filter(portion -> !portion.releasesAt.isAfter(now))
        .map(Portion::seatsOf)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the merged pools that had free seats, and whose seats move by now. */
  List<Pool> unused(Instant now) {
    return pools.stream().filter(pool -> pool.hasFreeSeats && pool.movesUntil(now)).toList();
  }

  /** Returns when the next portion or merge is due; null where there is none. */
  @Nullable Instant nextAfter(Instant now) {
    return Stream.concat(
            portions.stream().map(Portion::releasesAt),
            pools.stream().map(Pool::movesAt).filter(Objects::nonNull))
        .filter(at -> at.isAfter(now))
        .min(Instant::compareTo)
        .orElse(null);
  }

  /** Returns for how long the oldest portion is overdue; zero where none is. */
  Duration overdue(Instant now) {
    return portions.stream()
        .map(portion -> Duration.between(portion.releasesAt, now))
        .filter(Duration::isPositive)
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  KnownPools known() {
    Map<SeatsId, CourseId> courses = new HashMap<>();
    Map<CourseId, List<SeatsId>> ofCourse = new HashMap<>();
    for (Pool pool : pools) {
      courses.put(pool.poolId, pool.courseId);
      ofCourse.computeIfAbsent(pool.courseId, course -> new ArrayList<>()).add(pool.poolId);
    }
    Map<CourseId, Instant> releases = new HashMap<>();
    portions.forEach(portion ->
        releases.merge(
            portion.courseId,
            portion.releasesAt,
            (one, other) -> one.isBefore(other) ? one : other));
    return new KnownPools(Map.copyOf(courses), Map.copyOf(ofCourse), Map.copyOf(releases));
  }
}
