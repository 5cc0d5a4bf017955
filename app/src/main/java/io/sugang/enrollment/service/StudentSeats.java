package io.sugang.enrollment.service;

import io.sugang.platform.ids.MockIds;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.CourseTerms;
import io.sugang.rules.plan.UnknownCourseException;
import io.sugang.seats.pool.CoursePools;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reader of the seats that students hold. */
@Component
class StudentSeats {
  private final EnrollmentRepository enrollments;
  private final CoursePools pools;
  private final CourseTerms courses;

  StudentSeats(EnrollmentRepository enrollments, CoursePools pools, CourseTerms courses) {
    this.enrollments = enrollments;
    this.pools = pools;
    this.courses = courses;
  }

  /**
   * Returns the seats of a student, oldest first.
   *
   * @param term null: of all terms but mock ones
   */
  List<HeldSeat> of(StudentId studentId, @Nullable Long term) {
    return enrollments.findOfStudent(studentId.value()).stream()
        .filter(enrollment ->
            term == null
                ? !MockIds.isCourse(enrollment.seatsId().value())
                : isOf(term, enrollment.seatsId()))
        .map(enrollment -> enrollment.toHeldSeat(pools))
        .toList();
  }

  private boolean isOf(long term, SeatsId seatsId) {
    try {
      return Long.valueOf(term).equals(courses.termOf(seatsId));
    } catch (UnknownCourseException deletedMeanwhile) {
      return false;
    }
  }
}
