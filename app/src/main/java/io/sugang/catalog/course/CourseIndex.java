package io.sugang.catalog.course;

import io.sugang.catalog.course.DepartmentController.DepartmentView;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.Ids;
import io.sugang.platform.problem.Outage;
import io.sugang.platform.problem.TemporarilyUnavailableException;
import io.sugang.seats.ledger.CourseSeats;
import io.sugang.seats.ledger.EnrollmentLedger;
import io.sugang.seats.pool.CoursePools;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * All courses in memory for lists and searches, and their seats. Both are read only when a request
 * asks for them: the seats anew after {@link #SEATS_TTL}, the rest when it is old or a course is
 * new.
 */
@Component
class CourseIndex {
  /** How long the seats are used after they were read. */
  static final Duration SEATS_TTL = Duration.ofMillis(750);

  private static final String UNAVAILABLE =
      "Courses cannot be listed right now. Send the request again after a second.";

  private final RefreshingValue<SeatReading> seats;
  private final RefreshingValue<SortedMap<Long, IndexedCourse>> courses;
  private final RefreshingValue<List<DepartmentView>> departments;

  CourseIndex(
      CourseIndexRows rows,
      EnrollmentLedger ledger,
      CoursePools pools,
      SharedClock clock,
      CourseProperties properties) {
    seats =
        new RefreshingValue<>(
            available(() -> {
              Instant before = clock.now();
              return new SeatReading(
                  before, pools.byCourse(ledger.seatsBelow(Ids.RESERVED_FROM)), rows.changes());
            }),
            SEATS_TTL,
            UNAVAILABLE);
    courses = new RefreshingValue<>(available(rows::read), properties.indexTtl(), UNAVAILABLE);
    departments =
        new RefreshingValue<>(available(rows::departments), properties.indexTtl(), UNAVAILABLE);
  }

  private static <T> Supplier<T> available(Supplier<T> read) {
    return () -> {
      try {
        return read.get();
      } catch (RuntimeException failure) {
        if (Outage.causes(failure)) {
          throw new TemporarilyUnavailableException(UNAVAILABLE, failure);
        }
        throw failure;
      }
    };
  }

  /**
   * Returns the seats of a moment ago.
   *
   * @throws TemporarilyUnavailableException when MySQL is away
   */
  SeatReading seats() {
    return seats.get();
  }

  /**
   * Returns all departments.
   *
   * @throws TemporarilyUnavailableException when MySQL is away
   */
  List<DepartmentView> departments() {
    return departments.get();
  }

  /**
   * Returns the courses by id, also those that were added a moment ago.
   *
   * @throws TemporarilyUnavailableException when MySQL is away
   */
  SortedMap<Long, IndexedCourse> courses(SeatReading reading) {
    SortedMap<CourseId, CourseSeats> wanted = reading.courses();
    return courses.get(known ->
        wanted.isEmpty()
            || known.size() >= wanted.size() && known.lastKey() >= wanted.lastKey().value());
  }
}
