package io.sugang.rules.window;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.CourseStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What this instance remembers of windows, courses and students. It may admit a request, and never
 * rejects one. Windows and the pools of courses decide nothing when they were not read for a while:
 * they may have changed since, and a read decides. Otherwise an instance that was paused or cut off
 * would admit by windows that have closed. It would also answer that a course is full by a pool
 * that has merged.
 */
final class RegistrationMemory {
  // Besides those that are read before they ask.
  private static final int MOST_STUDENTS = 100_000;

  private final Map<SeatsId, TimedRead<CourseEntry>> courses = new ConcurrentHashMap<>();
  private final Cache<StudentId, StudentProfile> students;
  private final long mostAgeNanos;
  private volatile @Nullable TimedRead<RegistrationCalendar> known;

  /**
   * What was read, and when.
   *
   * @param readNanos {@link System#nanoTime()} before the read
   */
  private record TimedRead<T>(T value, long readNanos) {
    /** Returns the other one, unless its read began earlier. */
    TimedRead<T> orNewer(TimedRead<T> read) {
      return read.readNanos - readNanos >= 0 ? read : this;
    }
  }

  /**
   * @param preloaded students that are remembered before they ask
   * @param mostAge of windows and pools, from before they were read
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
    TimedRead<RegistrationCalendar> before = known;
    TimedRead<RegistrationCalendar> now = new TimedRead<>(read, readNanos);
    known = before == null ? now : before.orNewer(now);
  }

  private @Nullable RegistrationCalendar current() {
    TimedRead<RegistrationCalendar> newest = known;
    return newest == null || isOld(newest) ? null : newest.value;
  }

  private boolean isOld(TimedRead<?> read) {
    return System.nanoTime() - read.readNanos > mostAgeNanos;
  }

  /**
   * Remembers all courses that there are, and forgets those that were deleted.
   *
   * @param readNanos {@link System#nanoTime()} before they were read
   */
  void rememberAll(Collection<CourseEntry> read, long readNanos) {
    read.forEach(course -> remember(course, readNanos));
    Set<SeatsId> existing = read.stream().map(CourseEntry::seatsId).collect(Collectors.toSet());
    courses
        .values()
        .removeIf(course ->
            readNanos - course.readNanos >= 0 && !existing.contains(course.value.seatsId()));
  }

  /**
   * Remembers a course, unless a read that began later was remembered before.
   *
   * @param readNanos {@link System#nanoTime()} before it was read
   */
  void remember(CourseEntry course, long readNanos) {
    courses.merge(course.seatsId(), new TimedRead<>(course, readNanos), TimedRead::orNewer);
  }

  void remember(Collection<StudentProfile> read) {
    read.forEach(student -> students.put(student.studentId(), student));
  }

  /**
   * Returns the decision about a student; null where something is not known, or the student would
   * be rejected.
   */
  @Nullable WindowDecision windowDecision(
      RegistrationAction action, StudentId studentId, SeatsId seatsId, Instant arrivedAt) {
    TimedRead<CourseEntry> remembered = courses.get(seatsId);
    if (remembered == null) {
      return null;
    }
    CourseEntry course = remembered.value;
    if (!course.pools().isEmpty() && isOld(remembered)) {
      return null;
    }
    if (course.termId() == null) {
      return course.status() == CourseStatus.OPEN || action != RegistrationAction.ENROLL
          ? WindowDecision.WITHOUT_POOLS
          : null;
    }
    RegistrationCalendar current = current();
    StudentProfile student = students.getIfPresent(studentId);
    if (current == null || student == null) {
      return null;
    }
    WindowDecision windowDecision =
        current.windowDecision(action, course, student, arrivedAt, Set.of());
    return windowDecision.rejection() == null ? windowDecision : null;
  }

  /** Returns the windows of a student by term; null where something is not known. */
  @Nullable List<TermWindows> windows(StudentId studentId, Instant closeAfter, Instant at) {
    RegistrationCalendar current = current();
    StudentProfile student = students.getIfPresent(studentId);
    return current == null || student == null ? null : current.windowsOf(student, closeAfter, at);
  }

  /** Whether a window for the action closed between two times, as far as is known. */
  boolean hasClosed(RegistrationAction action, SeatsId seatsId, Instant after, Instant until) {
    TimedRead<CourseEntry> course = courses.get(seatsId);
    TimedRead<RegistrationCalendar> newest = known;
    return course != null
        && course.value.termId() != null
        && newest != null
        && newest.value.hasClosed(action, course.value.termId(), after, until);
  }
}
