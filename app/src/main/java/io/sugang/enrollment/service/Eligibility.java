package io.sugang.enrollment.service;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.runAsync;
import static java.util.concurrent.CompletableFuture.supplyAsync;

import io.sugang.catalog.course.CourseCatalog;
import io.sugang.catalog.student.StudentDirectory;
import io.sugang.enrollment.service.EnrollmentResult.Rejected;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;
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

  private final Predicate<StudentId> students;
  private final Predicate<CourseId> courses;
  private final Predicate<StudentId> rememberedStudents;
  private final Predicate<SeatsId> rememberedCourses;
  private final Consumer<SeatsId> lookedUp;
  private final Consumer<SeatsId> deleted;

  @Autowired
  Eligibility(StudentDirectory students, CourseCatalog courses) {
    this(
        student -> students.exists(student.value()),
        courses::exists,
        student -> students.remembers(student.value()),
        courses::remembers,
        courses::lookUp,
        courses::forget);
  }

  /** Creates the rules from a look-up of students and one of courses, which wait for nothing. */
  Eligibility(Predicate<StudentId> students, Predicate<CourseId> courses) {
    this(students, courses, student -> true, course -> true, course -> {}, course -> {});
  }

  private Eligibility(
      Predicate<StudentId> students,
      Predicate<CourseId> courses,
      Predicate<StudentId> rememberedStudents,
      Predicate<SeatsId> rememberedCourses,
      Consumer<SeatsId> lookedUp,
      Consumer<SeatsId> deleted) {
    this.students = students;
    this.courses = courses;
    this.rememberedStudents = rememberedStudents;
    this.rememberedCourses = rememberedCourses;
    this.lookedUp = lookedUp;
    this.deleted = deleted;
  }

  /**
   * Looks courses or pools up, so that their terms are known to later steps. The thread of the
   * caller does not wait.
   *
   * @return fails as {@link #rejection} does
   */
  CompletableFuture<Void> remember(Collection<SeatsId> seatsIds) {
    return seatsIds.stream().allMatch(rememberedCourses)
        ? DONE
        : runAsync(() -> seatsIds.forEach(lookedUp), Thread::startVirtualThread);
  }

  /** Forgets a course that was remembered, and that the ledger does not have any more. */
  void forgetCourse(SeatsId seatsId) {
    deleted.accept(seatsId);
  }

  /**
   * Returns why the student cannot have a seat in the course, without regard to free seats; null
   * without a reason. The thread of the caller does not wait: it may be the one that reads all
   * connections.
   *
   * @return fails with {@link io.sugang.platform.problem.TemporarilyUnavailableException} when
   *     neither Redis nor MySQL answers
   */
  CompletableFuture<@Nullable Rejected> rejection(StudentId studentId, CourseId courseId) {
    return rememberedStudents.test(studentId) && rememberedCourses.test(courseId.ownSeats())
        ? completedFuture(judge(studentId, courseId))
        : supplyAsync(() -> judge(studentId, courseId), Thread::startVirtualThread);
  }

  private @Nullable Rejected judge(StudentId studentId, CourseId courseId) {
    if (!students.test(studentId)) {
      return Rejected.STUDENT_NOT_FOUND;
    }
    if (!courses.test(courseId)) {
      return Rejected.COURSE_NOT_FOUND;
    }
    return null;
  }
}
