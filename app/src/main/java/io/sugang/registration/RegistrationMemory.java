package io.sugang.registration;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What this instance remembers of windows, courses and students. It may let on, never refuse. */
final class RegistrationMemory {
  // Besides those that are read before they ask.
  private static final int MOST_STUDENTS = 100_000;

  private final Map<Long, CourseEntry> courses = new ConcurrentHashMap<>();
  private final Cache<Long, StudentProfile> students;
  private volatile @Nullable RegistrationCalendar calendar;

  /**
   * @param preloaded students that are remembered before they ask
   */
  RegistrationMemory(Duration studentTtl, int preloaded) {
    students =
        Caffeine.newBuilder()
            .maximumSize(MOST_STUDENTS + preloaded)
            .expireAfterWrite(studentTtl)
            .build();
  }

  void remember(RegistrationCalendar newest) {
    calendar = newest;
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
      return Admission.WITHOUT_POOLS;
    }
    RegistrationCalendar current = calendar;
    StudentProfile student = students.getIfPresent(studentId);
    if (current == null || student == null) {
      return null;
    }
    Admission admission = current.admission(action, course, student, arrivedAt);
    return admission.refusal() == null ? admission : null;
  }

  /** Returns the windows of a student by term; null where something is not known. */
  @Nullable List<TermWindows> windows(long studentId, Instant closeAfter, Instant at) {
    RegistrationCalendar current = calendar;
    StudentProfile student = students.getIfPresent(studentId);
    return current == null || student == null ? null : current.windowsOf(student, closeAfter, at);
  }

  /** Whether a window for the action closed between two times, as far as is known. */
  boolean hasClosed(RegistrationAction action, long courseId, Instant after, Instant until) {
    CourseEntry course = courses.get(courseId);
    RegistrationCalendar current = calendar;
    return course != null
        && course.termId() != null
        && current != null
        && current.hasClosed(action, course.termId(), after, until);
  }
}
