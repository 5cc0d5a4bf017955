package io.sugang.rules.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.CoursePermit;
import io.sugang.rules.plan.Curriculum;
import io.sugang.rules.plan.Curriculum.Need;
import io.sugang.rules.plan.Curriculum.NeedKind;
import io.sugang.rules.plan.PlanCourse;
import io.sugang.rules.plan.PlanDecision;
import io.sugang.rules.plan.PlanDecision.Permitted;
import io.sugang.rules.plan.PlanDecision.RejectedCourse;
import io.sugang.rules.plan.PlanRejection;
import io.sugang.rules.plan.PlanRejection.SameSubject;
import io.sugang.rules.plan.RetakeRule;
import io.sugang.rules.plan.SlotMask;
import io.sugang.rules.plan.StudentHistory;
import io.sugang.rules.plan.StudentHistory.TakenSubject;
import io.sugang.rules.plan.StudentPlan;
import io.sugang.rules.plan.SubjectName;
import io.sugang.rules.plan.SubjectRules;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Memory admits what it knows nothing against, and decides nothing else. */
class PlanMemoryTests {
  private static final long TERM = 20261;
  private static final long STUDENT = 7;
  private static final OfferedCourse COURSE = offered(1, 10);
  private static final OfferedCourse SAME = offered(2, 10);
  private static final OfferedCourse NEEDY = offered(3, 30);
  private static final Curriculum CURRICULUM =
      new Curriculum(
          SubjectRules.NONE,
          List.of(
              new Need(
                  NeedKind.PREREQUISITE,
                  30,
                  new SubjectName(20, "MAT101", "Calculus"),
                  null,
                  null)));

  private final PlanMemory memory = new PlanMemory(Duration.ofHours(1), 0);

  private static OfferedCourse offered(long id, long subject) {
    return new OfferedCourse(
        new PlanCourse(new SeatsId(id), TERM, subject, 3, SlotMask.of(null), "전선"), false);
  }

  @BeforeEach
  void knows() {
    memory.remember(COURSE);
    memory.remember(SAME);
    memory.remember(NEEDY);
    memory.remember(CURRICULUM);
    memory.remember(
        Map.of(new StudentId(STUDENT), new StudentFacts(new StudentHistory(List.of()), List.of())));
  }

  private static StudentPlan holding(PlanCourse... courses) {
    return new StudentPlan(18, List.of(courses));
  }

  @Test
  void aStudentWithoutARememberedPlanIsAdmitted() {
    assertThat(memory.permitted(new StudentId(STUDENT), new SeatsId(1)))
        .isEqualTo(PlanDecision.PERMITTED);
  }

  @Test
  void whatIsNotKnownIsNotDecided() {
    assertThat(memory.permitted(new StudentId(STUDENT), new SeatsId(99))).isNull();
    assertThat(memory.permitted(new StudentId(8), new SeatsId(1))).isNull();
    PlanMemory empty = new PlanMemory(Duration.ofHours(1), 0);
    empty.remember(COURSE);
    empty.remember(
        Map.of(new StudentId(STUDENT), new StudentFacts(new StudentHistory(List.of()), List.of())));
    assertThat(empty.permitted(new StudentId(STUDENT), new SeatsId(1))).isNull();
  }

  @Test
  void aPlanThatForbidsTheCourseNeedsARead() {
    memory.seen(new StudentId(STUDENT), TERM, holding(COURSE.course()));
    assertThat(memory.permitted(new StudentId(STUDENT), new SeatsId(2))).isNull();
    assertThat(memory.permitted(new StudentId(STUDENT), new SeatsId(1)))
        .isEqualTo(PlanDecision.PERMITTED);
  }

  @Test
  void aPlanOfAnotherTermDoesNotCount() {
    memory.seen(new StudentId(STUDENT), 20253, holding(COURSE.course()));
    assertThat(memory.permitted(new StudentId(STUDENT), new SeatsId(2)))
        .isEqualTo(PlanDecision.PERMITTED);
  }

  @Test
  void aStudentWhoIsNotInTheTermNeedsARead() {
    memory.seen(new StudentId(STUDENT), TERM, null);
    assertThat(memory.permitted(new StudentId(STUDENT), new SeatsId(1))).isNull();
  }

  @Test
  void aCancelForgetsThePlan() {
    memory.seen(new StudentId(STUDENT), TERM, holding(COURSE.course()));
    memory.changed(new StudentId(STUDENT), TERM);
    assertThat(memory.permitted(new StudentId(STUDENT), new SeatsId(2)))
        .isEqualTo(PlanDecision.PERMITTED);
  }

  @Test
  void aHistoryThatForbidsTheCourseNeedsARead() {
    assertThat(memory.permitted(new StudentId(STUDENT), new SeatsId(3))).isNull();
  }

  @Test
  void aFreshPlanRejectsAndTheCourseThatItHoldsIsLeftToTheLedger() {
    StudentFacts student = new StudentFacts(new StudentHistory(List.of()), List.of());
    StudentPlan plan = holding(COURSE.course());
    assertThat(HistoryAndPlanRules.decide(SAME, student, plan, CURRICULUM, Set.of()))
        .isEqualTo(new RejectedCourse(new SameSubject(new SeatsId(1))));
    assertThat(HistoryAndPlanRules.decide(COURSE, student, plan, CURRICULUM, Set.of()))
        .isSameAs(PlanDecision.PERMITTED);
  }

  @Test
  void aSeatThatTheHistoryForbidsByNowIsRepeatedAndNotGivenAnew() {
    StudentFacts student = new StudentFacts(new StudentHistory(List.of()), List.of());
    StudentPlan without = holding(COURSE.course());
    StudentPlan with = without.with(NEEDY.course(), CoursePermit.NONE);

    PlanRejection rejection =
        ((RejectedCourse) HistoryAndPlanRules.decide(NEEDY, student, without, CURRICULUM, Set.of()))
            .rejection();
    PlanDecision held = HistoryAndPlanRules.decide(NEEDY, student, with, CURRICULUM, Set.of());

    assertThat(held).isEqualTo(new Permitted(CoursePermit.ofHeldSeat(rejection)));
    assertThat(
            without.rejection(
                NEEDY.course(), ((Permitted) held).permit(), SubjectRules.NONE, Set.of()))
        .as("after a cancel")
        .isEqualTo(rejection);
    memory.seen(new StudentId(STUDENT), TERM, with);
    assertThat(memory.permitted(new StudentId(STUDENT), new SeatsId(3))).as("by memory").isNull();
  }

  @Test
  void aPermitOfACourseThatThePlanHoldsIsThatOfTheHistory() {
    StudentHistory passed = new StudentHistory(List.of(new TakenSubject(10, 20251, "C+", false)));
    StudentFacts student =
        new StudentFacts(passed, List.of(new RetakeRule(null, null, null, "C+", 2, 6, null)));
    // A cancel may end the row before the claim.
    assertThat(
            HistoryAndPlanRules.decide(
                COURSE, student, holding(COURSE.course()), CURRICULUM, Set.of()))
        .isInstanceOfSatisfying(
            Permitted.class, decision -> assertThat(decision.permit().retakeOf()).isEqualTo(10));
  }
}
