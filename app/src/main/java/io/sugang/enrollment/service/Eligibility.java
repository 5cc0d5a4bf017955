package io.sugang.enrollment.service;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.runAsync;
import static java.util.concurrent.CompletableFuture.supplyAsync;

import io.sugang.catalog.course.CourseCatalog;
import io.sugang.catalog.student.StudentDirectory;
import io.sugang.enrollment.service.EnrollmentResult.Rejected;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
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
  private static final CompletableFuture<Void> DONE = completedFuture(null);

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

  /**
   * Looks courses or pools up, so that their terms are known to later steps. The thread of the
   * caller does not wait.
   *
   * @return fails as {@link #rejection} does
   */
  CompletableFuture<Void> remember(Collection<Long> courseIds) {
    return courseIds.stream().allMatch(rememberedCourses::test)
        ? DONE
        : runAsync(() -> courseIds.forEach(courses::test), Thread::startVirtualThread);
  }

  /** Forgets a course that was remembered, and that the ledger does not have any more. */
  void forgetCourse(long courseId) {
    deleted.accept(courseId);
  }

  /**
   * Returns why the student cannot have a seat in the course, without regard to free seats; null
   * without a reason. The thread of the caller does not wait: it may be the one that reads all
   * connections.
   *
   * @return fails with {@link io.sugang.platform.problem.TemporarilyUnavailableException} when
   *     neither Redis nor MySQL answers
   */
  CompletableFuture<@Nullable Rejected> rejection(long studentId, long courseId) {
    return rememberedStudents.test(studentId) && rememberedCourses.test(courseId)
        ? completedFuture(judge(studentId, courseId))
        : supplyAsync(() -> judge(studentId, courseId), Thread::startVirtualThread);
  }

  private @Nullable Rejected judge(long studentId, long courseId) {
    if (!students.test(studentId)) {
      return Rejected.STUDENT_NOT_FOUND;
    }
    if (!courses.test(courseId)) {
      return Rejected.COURSE_NOT_FOUND;
    }
    return null;
  }
}
