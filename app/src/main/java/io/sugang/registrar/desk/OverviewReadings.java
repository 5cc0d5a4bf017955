package io.sugang.registrar.desk;

import io.sugang.catalog.course.CourseOccupancies;
import io.sugang.catalog.course.CourseOccupancies.OccupancyReading;
import io.sugang.catalog.course.CourseOccupancy;
import io.sugang.catalog.course.RefreshingValue;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.problem.TemporarilyUnavailableException;
import io.sugang.registrar.desk.Overview.InstanceView;
import io.sugang.registrar.desk.Overview.SeatSums;
import io.sugang.registrar.instances.Heartbeats;
import io.sugang.registrar.instances.Heartbeats.HeartbeatReading;
import io.sugang.rules.plan.CourseStatus;
import io.sugang.signin.SignedInStudents;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The day at a glance, read once a second at most, however many desks look at it. */
@Component
class OverviewReadings {
  /** Courses in each list. */
  static final int MOST_COURSES = 20;

  private static final Comparator<CourseOccupancy> BY_OCCUPANCY =
      Comparator.comparingDouble(course -> (double) course.taken() / course.capacity());

  private final CourseOccupancies occupancies;
  private final Heartbeats heartbeats;
  private final SignedInStudents students;
  private final SharedClock clock;
  private final RefreshingValue<Overview> reading =
      new RefreshingValue<>(
          this::compute,
          Duration.ofSeconds(1),
          "The overview is being read. Send the request again after a second.");

  OverviewReadings(
      CourseOccupancies occupancies,
      Heartbeats heartbeats,
      SignedInStudents students,
      SharedClock clock) {
    this.occupancies = occupancies;
    this.heartbeats = heartbeats;
    this.students = students;
    this.clock = clock;
  }

  /**
   * Returns the overview of about a second ago.
   *
   * @throws TemporarilyUnavailableException when the first one takes too long
   */
  Overview read() {
    return reading.get();
  }

  private Overview compute() {
    OccupancyReading seats = seats();
    HeartbeatReading seen = heartbeats.read();
    Instant now = clock.now();
    AnswerSeries series =
        new AnswerSeries(seen.heartbeats(), now.toEpochMilli(), InstanceViews.LATELY.toMillis());
    List<InstanceView> instances = InstanceViews.of(seen, series, now);
    List<CourseOccupancy> courses =
        seats == null
            ? List.of()
            : seats.courses().stream().filter(course -> course.capacity() > 0).toList();
    return new Overview(
        now,
        seats == null ? null : sums(seats),
        students.signedIn(),
        seen.complete(),
        series.sums(now),
        instances,
        InstanceViews.alarms(seen, instances, series, now),
        courses.stream()
            .sorted(
                BY_OCCUPANCY
                    .reversed()
                    .thenComparing(Comparator.comparingInt(CourseOccupancy::taken).reversed())
                    .thenComparingLong(CourseOccupancy::courseId))
            .limit(MOST_COURSES)
            .toList(),
        courses.stream()
            .filter(course -> course.status() == CourseStatus.OPEN)
            .sorted(
                BY_OCCUPANCY
                    .thenComparing(
                        Comparator.<CourseOccupancy>comparingInt(
                                course -> course.capacity() - course.taken())
                            .reversed())
                    .thenComparingLong(CourseOccupancy::courseId))
            .limit(MOST_COURSES)
            .toList());
  }

  private @Nullable OccupancyReading seats() {
    try {
      return occupancies.read();
    } catch (TemporarilyUnavailableException away) {
      return null;
    }
  }

  private static SeatSums sums(OccupancyReading seats) {
    List<CourseOccupancy> courses = seats.courses();
    return new SeatSums(
        seats.asOf(),
        courses.size(),
        (int)
            courses.stream()
                .filter(course -> course.status() == CourseStatus.OPEN)
                .filter(course -> course.taken() >= course.capacity())
                .count(),
        count(courses, CourseStatus.CLOSED),
        count(courses, CourseStatus.CANCELLED),
        courses.stream().mapToLong(CourseOccupancy::capacity).sum(),
        courses.stream().mapToLong(CourseOccupancy::taken).sum());
  }

  private static int count(List<CourseOccupancy> courses, CourseStatus status) {
    return (int) courses.stream().filter(course -> course.status() == status).count();
  }
}
