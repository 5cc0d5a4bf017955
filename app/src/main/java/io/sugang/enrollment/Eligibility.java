package io.sugang.enrollment;

import io.sugang.course.CourseCatalog;
import io.sugang.enrollment.EnrollmentResult.Refused;
import io.sugang.student.StudentDirectory;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * The rules before the gate: the student and the course exist. The memory of the instance answers
 * nearly every check.
 */
@Component
class Eligibility {
  private final LongPredicate students;
  private final LongPredicate courses;
  private final LongPredicate rememberedStudents;
  private final LongPredicate rememberedCourses;
  private final LongConsumer deleted;

  @Autowired
  Eligibility(StudentDirectory students, CourseCatalog courses) {
    this(
        students::exists,
        courses::exists,
        students::remembers,
        courses::remembers,
        courses::forget);
  }

  /** Creates the rules from a look-up of students and one of courses, which wait for nothing. */
  Eligibility(LongPredicate students, LongPredicate courses) {
    this(students, courses, student -> true, course -> true, course -> {});
  }

  private Eligibility(
      LongPredicate students,
      LongPredicate courses,
      LongPredicate rememberedStudents,
      LongPredicate rememberedCourses,
      LongConsumer deleted) {
    this.students = students;
    this.courses = courses;
    this.rememberedStudents = rememberedStudents;
    this.rememberedCourses = rememberedCourses;
    this.deleted = deleted;
  }

  /** Returns whether {@link #refusal} answers from memory; otherwise it waits for a look-up. */
  boolean remembers(long studentId, long courseId) {
    return rememberedStudents.test(studentId) && rememberedCourses.test(courseId);
  }

  /** Returns whether {@link #rememberCourse} has nothing to look up. */
  boolean remembersCourse(long courseId) {
    return rememberedCourses.test(courseId);
  }

  /** Looks a course or a pool up, so that its term is known to later steps. */
  void rememberCourse(long courseId) {
    courses.test(courseId);
  }

  /** Forgets a course that was remembered, and that the ledger does not have any more. */
  void forgetCourse(long courseId) {
    deleted.accept(courseId);
  }

  /**
   * Returns why the student cannot have a seat in the course, without regard to free seats; null
   * without a reason.
   *
   * @throws io.sugang.problem.TemporarilyUnavailableException when neither Redis nor MySQL answers
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
