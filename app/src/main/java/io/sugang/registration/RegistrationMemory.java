package io.sugang.registration;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.sugang.ledger.CourseStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What this instance remembers of windows, courses and students. It may let on, never refuse.
 * Windows are forgotten when they were not read for a while, because the desk may have changed them
 * since: then a read decides. Otherwise an instance that was paused or cut off would let on by
 * windows that have closed.
 */
final class RegistrationMemory {
  // Besides those that are read before they ask.
  private static final int MOST_STUDENTS = 100_000;

  private final Map<Long, CourseEntry> courses = new ConcurrentHashMap<>();
  private final Cache<Long, StudentProfile> students;
  private final long mostAgeNanos;
  private volatile @Nullable KnownCalendar known;

  /**
   * The windows.
   *
   * @param readNanos {@link System#nanoTime()} before they were read
   */
  private record KnownCalendar(RegistrationCalendar calendar, long readNanos) {}

  /**
   * @param preloaded students that are remembered before they ask
   * @param mostAge of the windows, from before they were read
   */
  RegistrationMemory(Duration studentTtl, int preloaded, Duration mostAge) {
    mostAgeNanos = mostAge.toNanos();
    students =
        Caffeine.newBuilder()
            .maximumSize(MOST_STUDENTS + preloaded)
            .expireAfterWrite(studentTtl)
            .build();
  }

  /**
   * Remembers windows, unless a read that began later was remembered before.
   *
   * @param readNanos {@link System#nanoTime()} before they were read
   */
  synchronized void remember(RegistrationCalendar read, long readNanos) {
    KnownCalendar before = known;
    if (before == null || readNanos - before.readNanos >= 0) {
      known = new KnownCalendar(read, readNanos);
    }
  }

  private @Nullable RegistrationCalendar current() {
    KnownCalendar newest = known;
    return newest == null || System.nanoTime() - newest.readNanos > mostAgeNanos
        ? null
        : newest.calendar;
  }

  /** Remembers all courses that there are, and forgets those that were deleted. */
  void rememberAll(Collection<CourseEntry> read) {
    read.forEach(this::remember);
    courses
        .keySet()
        .retainAll(read.stream().map(CourseEntry::courseId).collect(Collectors.toSet()));
  }

  void remember(CourseEntry course) {
    courses.put(course.courseId(), course);
  }

  void remember(Collection<StudentProfile> read) {
    read.forEach(student -> students.put(student.studentId(), student));
  }

  /**
   * Returns the admission of a student; null where something is not known, or the student would be
   * refused.
   */
  @Nullable Admission admission(
      RegistrationAction action, long studentId, long courseId, Instant arrivedAt) {
    CourseEntry course = courses.get(courseId);
    if (course == null) {
      return null;
    }
    if (course.termId() == null) {
      return course.status() == CourseStatus.OPEN || action != RegistrationAction.ENROLL
          ? Admission.WITHOUT_POOLS
          : null;
    }
    RegistrationCalendar current = current();
    StudentProfile student = students.getIfPresent(studentId);
    if (current == null || student == null) {
      return null;
    }
    Admission admission = current.admission(action, course, student, arrivedAt);
    return admission.refusal() == null ? admission : null;
  }

  /** Returns the windows of a student by term; null where something is not known. */
  @Nullable List<TermWindows> windows(long studentId, Instant closeAfter, Instant at) {
    RegistrationCalendar current = current();
    StudentProfile student = students.getIfPresent(studentId);
    return current == null || student == null ? null : current.windowsOf(student, closeAfter, at);
  }

  /** Whether a window for the action closed between two times, as far as is known. */
  boolean hasClosed(RegistrationAction action, long courseId, Instant after, Instant until) {
    CourseEntry course = courses.get(courseId);
    KnownCalendar newest = known;
    return course != null
        && course.termId() != null
        && newest != null
        && newest.calendar.hasClosed(action, course.termId(), after, until);
  }
}
