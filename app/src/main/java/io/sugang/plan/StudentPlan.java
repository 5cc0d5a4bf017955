package io.sugang.plan;

import io.sugang.plan.PlanRefusal.CreditLimit;
import io.sugang.plan.PlanRefusal.SameSubject;
import io.sugang.plan.PlanRefusal.TimeConflict;
import io.sugang.plan.SlotMask.Time;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a student holds in one term.
 *
 * @param creditLimit of the student in the term
 * @param courses with a row, in the order of their ids
 */
public record StudentPlan(int creditLimit, List<PlanCourse> courses) {
  public StudentPlan {
    courses = List.copyOf(courses);
  }

  /** Returns the credits that count toward the limit. */
  public int credits() {
    return courses.stream().mapToInt(PlanCourse::credits).sum();
  }

  /**
   * Returns the first rule that forbids a further course, or null: subject, then time, then
   * credits.
   *
   * @param course one that the plan does not hold
   */
  public @Nullable PlanRefusal refusal(PlanCourse course, SubjectPairs subjects) {
    for (PlanCourse held : courses) {
      if (subjects.countAsOne(held.subjectId(), course.subjectId(), course.termId())) {
        return new SameSubject(held.courseId());
      }
    }
    for (PlanCourse held : courses) {
      Time time = held.times().overlap(course.times());
      if (time != null) {
        return new TimeConflict(held.courseId(), time);
      }
    }
    int used = credits();
    return used + course.credits() > creditLimit
        ? new CreditLimit(used, creditLimit, course.credits())
        : null;
  }

  /** Returns the plan with a further course. */
  public StudentPlan with(PlanCourse course) {
    return new StudentPlan(
        creditLimit, Stream.concat(courses.stream(), Stream.of(course)).toList());
  }
}
