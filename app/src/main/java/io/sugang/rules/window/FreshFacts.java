package io.sugang.rules.window;

import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.CoursePermit;
import io.sugang.rules.plan.PlanRejection;
import io.sugang.rules.plan.PlanRejection.NotInTerm;
import io.sugang.rules.plan.StudentHistory.HistoryJudgment;
import io.sugang.rules.plan.StudentPlan;
import io.sugang.rules.window.HistoryAndPlanRules.FreshPlans;
import io.sugang.rules.window.WindowRules.FreshWindows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answers of two reads, for one student. Unknown students and courses are permitted; the ledger
 * rejects them later.
 */
record FreshFacts(StudentId studentId, FreshWindows windows, FreshPlans plans)
    implements RegistrationFacts {

  @Override
  public @Nullable RegistrationRejection basketRejection(long termId, Instant arrivedAt) {
    StudentProfile student = windows.students().get(studentId);
    return student == null ? null : windows.calendar().basketRejection(termId, student, arrivedAt);
  }

  @Override
  public CourseRejections rejections(
      CourseId courseId, Collection<CourseId> planned, Instant arrivedAt) {
    CourseEntry course = windows.courses().get(courseId.ownSeats());
    StudentProfile student = windows.students().get(studentId);
    return new CourseRejections(
        course == null || student == null
            ? List.of()
            : windows.calendar().ineligibility(course, student, arrivedAt),
        planRejections(courseId, planned));
  }

  private List<PlanRejection> planRejections(CourseId courseId, Collection<CourseId> planned) {
    OfferedCourse course = plans.courses().get(courseId.ownSeats());
    StudentFacts student = plans.students().get(studentId);
    if (course == null || student == null) {
      return List.of();
    }
    long termId = course.course().termId();
    StudentPlan plan = plans.plans().getOrDefault(studentId, Map.of()).get(termId);
    if (plan == null) {
      return List.of(new NotInTerm(termId));
    }
    for (CourseId other : planned) {
      OfferedCourse offered = plans.courses().get(other.ownSeats());
      if (!other.equals(courseId) && offered != null && !plan.holds(other.ownSeats())) {
        plan = plan.with(offered.course(), judge(offered, student).permit());
      }
    }
    HistoryJudgment judgment = judge(course, student);
    List<PlanRejection> all = new ArrayList<>(judgment.rejections());
    CoursePermit permit = judgment.permit();
    all.addAll(plan.rejections(course.course(), permit, plans.curriculum().subjects()));
    return all;
  }

  private HistoryJudgment judge(OfferedCourse offered, StudentFacts student) {
    return student
        .history()
        .judge(offered.course(), offered.repeatable(), plans.curriculum(), student.retakeRules());
  }
}
