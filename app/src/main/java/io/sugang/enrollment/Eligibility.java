package io.sugang.enrollment;

import io.sugang.course.CourseCatalog;
import io.sugang.enrollment.EnrollmentResult.Refused;
import io.sugang.student.StudentDirectory;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * The rules that are checked before the gate: whether the student and the course exist. Nearly
 * every check ends in the memory of the instance.
 */
@Component
class Eligibility {
  private final LongPredicate students;
  private final LongPredicate courses;

  @Autowired
  Eligibility(StudentDirectory students, CourseCatalog courses) {
    this(students::exists, courses::exists);
  }

  /** Asks whether there is a student, or a course, of an id. */
  Eligibility(LongPredicate students, LongPredicate courses) {
    this.students = students;
    this.courses = courses;
  }

  /**
   * Why the student cannot have a seat in the course, whatever seats there are; null without a
   * reason.
   *
   * @throws io.sugang.problem.TemporarilyUnavailableException when no source can tell
   */
  @Nullable Refused refusal(long studentId, long courseId) {
    if (!students.test(studentId)) {
      return Refused.STUDENT_NOT_FOUND;
    }
    if (!courses.test(courseId)) {
      return Refused.COURSE_NOT_FOUND;
    }
    return null;
  }
}
