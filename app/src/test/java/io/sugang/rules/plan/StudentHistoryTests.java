package io.sugang.rules.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sugang.platform.ids.SeatsId;
import io.sugang.rules.plan.Curriculum.Need;
import io.sugang.rules.plan.Curriculum.NeedKind;
import io.sugang.rules.plan.PlanDecision.Permitted;
import io.sugang.rules.plan.PlanDecision.RejectedCourse;
import io.sugang.rules.plan.PlanRejection.Corequisite;
import io.sugang.rules.plan.PlanRejection.Prerequisite;
import io.sugang.rules.plan.PlanRejection.RetakeLimit;
import io.sugang.rules.plan.PlanRejection.RetakeNotAllowed;
import io.sugang.rules.plan.PlanRejection.RetakeUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the history of a student decides about a course, and what it leaves to the plan. */
class StudentHistoryTests {
  private static final long TERM = 20261;
  private static final long SUBJECT = 10;
  private static final long EQUIVALENT = 11;
  private static final long NEEDED = 20;
  private static final long EQUIVALENT_OF_NEEDED = 21;
  private static final long TOGETHER = 30;
  private static final SubjectName NEEDED_NAME = new SubjectName(NEEDED, "MAT101", "Calculus 1");
  private static final SubjectName TOGETHER_NAME = new SubjectName(TOGETHER, "PHY102", "Physics 2");
  private static final RetakeRule OLD = new RetakeRule(null, null, 20233L, "B-", 2, 6, null);
  private static final RetakeRule NEW = new RetakeRule(null, 20241L, null, "C+", 2, 6, 8);
  private static final Curriculum RELATIONS =
      new Curriculum(
          new SubjectRules(
              List.of(
                  new SubjectRelation(SUBJECT, EQUIVALENT, 20231L, null),
                  new SubjectRelation(NEEDED, EQUIVALENT_OF_NEEDED, null, null)),
              List.of()),
          List.of());

  private static PlanCourse course(long id, long subject, int credits) {
    return new PlanCourse(new SeatsId(id), TERM, subject, credits, SlotMask.of(null), "전선");
  }

  private static StudentHistory.TakenSubject taken(long subject, long term, String grade) {
    return new StudentHistory.TakenSubject(subject, term, grade, false);
  }

  private static StudentHistory.TakenSubject superseded(long subject, long term, String grade) {
    return new StudentHistory.TakenSubject(subject, term, grade, true);
  }

  private static PlanDecision decide(StudentHistory.TakenSubject... entries) {
    return decide(RELATIONS, List.of(OLD, NEW), entries);
  }

  private static PlanDecision decide(
      Curriculum curriculum, List<RetakeRule> rules, StudentHistory.TakenSubject... entries) {
    return new StudentHistory(List.of(entries))
        .decide(course(1, SUBJECT, 3), false, curriculum, rules, Set.of());
  }

  private static CoursePermit permit(PlanDecision decision) {
    assertThat(decision).isInstanceOf(Permitted.class);
    return ((Permitted) decision).permit();
  }

  private static Retake retake(PlanDecision decision) {
    return Objects.requireNonNull(permit(decision).retake());
  }

  private static PlanDecision notAllowed(long subject, long term, String grade, String atMost) {
    return new RejectedCourse(new RetakeNotAllowed(subject, term, grade, atMost));
  }

  @Nested
  class Retakes {

    @Test
    void aSubjectThatWasNeverTakenHasNoCondition() {
      assertThat(decide(taken(99, 20251, "A+"))).isSameAs(PlanDecision.PERMITTED);
    }

    @ParameterizedTest
    @CsvSource({"20243, B0, C+", "20251, A+, C+", "20233, B0, B-", "20251, B-, C+"})
    void aGradeAboveThatOfTheRuleOfItsTermIsNotImproved(long term, String grade, String atMost) {
      assertThat(decide(taken(SUBJECT, term, grade)))
          .isEqualTo(notAllowed(SUBJECT, term, grade, atMost));
    }

    @ParameterizedTest
    @CsvSource({"20233, B-", "20241, C+", "20251, D-", "20221, C0"})
    void aLowerGradeIsImproved(long term, String grade) {
      Retake retake = retake(decide(taken(SUBJECT, term, grade)));
      assertThat(retake.subjectId()).isEqualTo(SUBJECT);
      assertThat(retake.mostCourses()).isEqualTo(2);
      assertThat(retake.earlier()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"F", "U"})
    void aFailedSubjectIsTakenAgainAndIsNoRetake(String grade) {
      assertThat(decide(taken(SUBJECT, 20251, grade))).isSameAs(PlanDecision.PERMITTED);
    }

    @Test
    void aSubjectThatWasPassedWithoutAGradeIsNotRetaken() {
      assertThat(decide(taken(SUBJECT, 20251, "S")))
          .isEqualTo(notAllowed(SUBJECT, 20251, "S", "C+"));
    }

    @Test
    void anEquivalentSubjectCountsFromItsFirstTerm() {
      assertThat(decide(taken(EQUIVALENT, 20251, "B0")))
          .isEqualTo(notAllowed(EQUIVALENT, 20251, "B0", "C+"));
      assertThat(permit(decide(taken(EQUIVALENT, 20251, "C+"))).retakeOf()).isEqualTo(EQUIVALENT);
    }

    @Test
    void theGradeThatReplacedAnotherCounts() {
      assertThat(decide(superseded(SUBJECT, 20241, "D+"), taken(SUBJECT, 20251, "A0")))
          .isEqualTo(notAllowed(SUBJECT, 20251, "A0", "C+"));
    }

    @Test
    void ofSeveralGradesTheLatestCounts() {
      assertThat(decide(taken(SUBJECT, 20251, "C0"), taken(EQUIVALENT, 20241, "A0")))
          .isInstanceOf(Permitted.class);
    }

    @Test
    void retakesOfEarlierTermsAreCountedWithoutFailedOnes() {
      Retake retake =
          retake(
              decide(
                  taken(SUBJECT, 20251, "C+"),
                  superseded(50, 20241, "D0"),
                  superseded(51, 20241, "F"),
                  superseded(52, 20243, "C+")));
      assertThat(retake.earlier()).isEqualTo(2);
    }

    @Test
    void withoutARuleNoRetakeIsAllowed() {
      assertThat(decide(RELATIONS, List.of(), taken(SUBJECT, 20251, "D0")))
          .isEqualTo(new RejectedCourse(new RetakeNotAllowed(SUBJECT, 20251, "D0", null)));
      assertThat(decide(RELATIONS, List.of(OLD), taken(SUBJECT, 20251, "D0")))
          .isEqualTo(new RejectedCourse(new RetakeNotAllowed(SUBJECT, 20251, "D0", null)));
    }

    @Test
    void theFirstRuleAboutTheTermCounts() {
      RetakeRule generous = new RetakeRule(7L, 20241L, null, "B+", null, null, null);
      assertThat(decide(RELATIONS, List.of(generous, NEW), taken(SUBJECT, 20251, "B+")))
          .isInstanceOf(Permitted.class);
    }

    @Test
    void aRepeatableSubjectHasNoCondition() {
      PlanDecision decision =
          new StudentHistory(List.of(taken(SUBJECT, 20251, "A+")))
              .decide(course(1, SUBJECT, 3), true, RELATIONS, List.of(NEW), Set.of());
      assertThat(decision).isSameAs(PlanDecision.PERMITTED);
    }

    @Test
    void anUnknownGradeIsADefect() {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new StudentHistory(List.of(taken(SUBJECT, 20251, "E"))))
          .withMessage("'E' is no grade");
    }
  }

  @Nested
  class Limits {
    private StudentPlan plan(PlanCourse... retaken) {
      List<PlanCourse> courses = Arrays.asList(retaken);
      return new StudentPlan(
          30, courses, Set.copyOf(courses.stream().map(PlanCourse::seatsId).toList()));
    }

    private @Nullable PlanRejection rejection(StudentPlan plan, Retake retake) {
      return plan.rejection(
          course(1, SUBJECT, 3),
          new CoursePermit(retake, List.of()),
          RELATIONS.subjects(),
          Set.of());
    }

    @Test
    void oneMoreThanTheCoursesOfATermIsRejected() {
      Retake two = new Retake(SUBJECT, 2, null, null, 9);
      assertThat(rejection(plan(course(2, 40, 3)), two)).isNull();
      assertThat(rejection(plan(course(2, 40, 3), course(3, 41, 3)), two))
          .isEqualTo(new RetakeLimit(RetakeUnit.COURSES_OF_TERM, 2, 2));
    }

    @Test
    void creditsOfATermAreLimitedToo() {
      Retake six = new Retake(SUBJECT, null, 6, null, 0);
      assertThat(rejection(plan(course(2, 40, 3)), six)).isNull();
      assertThat(rejection(plan(course(2, 40, 4)), six))
          .isEqualTo(new RetakeLimit(RetakeUnit.CREDITS_OF_TERM, 4, 6));
    }

    @Test
    void retakesOfEarlierTermsCountTowardAllOfThem() {
      assertThat(rejection(plan(course(2, 40, 3)), new Retake(SUBJECT, null, null, 8, 6))).isNull();
      assertThat(rejection(plan(course(2, 40, 3)), new Retake(SUBJECT, null, null, 8, 7)))
          .isEqualTo(new RetakeLimit(RetakeUnit.COURSES_IN_ALL, 8, 8));
    }

    @Test
    void coursesThatAreNoRetakesDoNotCount() {
      StudentPlan plan = new StudentPlan(30, List.of(course(2, 40, 3), course(3, 41, 3)));
      assertThat(rejection(plan, new Retake(SUBJECT, 1, 3, 1, 0))).isNull();
    }

    @Test
    void aFurtherRetakeCounts() {
      CoursePermit permit = new CoursePermit(new Retake(50, 1, null, null, 0), List.of());
      StudentPlan plan = plan().with(course(5, 50, 3), permit);
      assertThat(plan.retakes()).containsExactly(new SeatsId(5));
      assertThat(plan.holds(new SeatsId(5))).isTrue();
      assertThat(rejection(plan, new Retake(SUBJECT, 1, null, null, 0)))
          .isEqualTo(new RetakeLimit(RetakeUnit.COURSES_OF_TERM, 1, 1));
    }
  }

  @Nested
  class Needs {
    private Curriculum needs(
        NeedKind kind, SubjectName needed, @Nullable Long from, @Nullable Long to) {
      return new Curriculum(
          new SubjectRules(
              List.of(new SubjectRelation(NEEDED, EQUIVALENT_OF_NEEDED, null, null)), List.of()),
          List.of(new Need(kind, SUBJECT, needed, from, to)));
    }

    private final Curriculum prerequisite = needs(NeedKind.PREREQUISITE, NEEDED_NAME, null, null);
    private final Curriculum corequisite = needs(NeedKind.COREQUISITE, TOGETHER_NAME, null, null);

    @Test
    void aPrerequisiteThatWasNotPassedIsNamed() {
      RejectedCourse missing = new RejectedCourse(new Prerequisite(List.of(NEEDED_NAME)));
      assertThat(decide(prerequisite, List.of())).isEqualTo(missing);
      assertThat(decide(prerequisite, List.of(), taken(NEEDED, 20251, "F"))).isEqualTo(missing);
      assertThat(decide(prerequisite, List.of(), taken(99, 20251, "A0"))).isEqualTo(missing);
    }

    @Test
    void aPassedPrerequisiteOrItsEquivalentIsEnough() {
      assertThat(decide(prerequisite, List.of(), taken(NEEDED, 20251, "D-")))
          .isSameAs(PlanDecision.PERMITTED);
      assertThat(decide(prerequisite, List.of(), taken(EQUIVALENT_OF_NEEDED, 20251, "S")))
          .isSameAs(PlanDecision.PERMITTED);
      assertThat(
              decide(
                  prerequisite,
                  List.of(),
                  superseded(NEEDED, 20243, "C+"),
                  taken(NEEDED, 20251, "F")))
          .isSameAs(PlanDecision.PERMITTED);
    }

    @Test
    void aNeedHoldsInItsTermsAlone() {
      assertThat(decide(needs(NeedKind.PREREQUISITE, NEEDED_NAME, 20263L, null), List.of()))
          .isSameAs(PlanDecision.PERMITTED);
      assertThat(decide(needs(NeedKind.PREREQUISITE, NEEDED_NAME, null, 20253L), List.of()))
          .isSameAs(PlanDecision.PERMITTED);
      assertThat(decide(needs(NeedKind.PREREQUISITE, NEEDED_NAME, 20261L, 20261L), List.of()))
          .isInstanceOf(RejectedCourse.class);
    }

    @Test
    void theRetakeIsDecidedBeforeThePrerequisite() {
      assertThat(decide(prerequisite, List.of(NEW), taken(SUBJECT, 20251, "A0")))
          .isEqualTo(notAllowed(SUBJECT, 20251, "A0", "C+"));
    }

    @Test
    void allThatForbidsACourseIsToldAndThePermitIsThereNevertheless() {
      StudentHistory history = new StudentHistory(List.of(taken(SUBJECT, 20251, "A0")));
      var judgment = history.judge(course(1, SUBJECT, 3), false, prerequisite, List.of(NEW));
      assertThat(judgment.rejections())
          .containsExactly(
              new RetakeNotAllowed(SUBJECT, 20251, "A0", "C+"),
              new Prerequisite(List.of(NEEDED_NAME)));
      assertThat(judgment.permit()).isEqualTo(CoursePermit.NONE);
    }

    @Test
    void aCorequisiteThatWasPassedIsNoCondition() {
      assertThat(decide(corequisite, List.of(), taken(TOGETHER, 20251, "D0")))
          .isSameAs(PlanDecision.PERMITTED);
    }

    @Test
    void aCorequisiteHasToBeInThePlan() {
      CoursePermit permit = permit(decide(corequisite, List.of()));
      assertThat(permit.corequisites()).containsExactly(TOGETHER_NAME);
      PlanCourse lab = course(1, SUBJECT, 1);
      StudentPlan empty = new StudentPlan(18, List.of());
      assertThat(empty.rejection(lab, permit, SubjectRules.NONE, Set.of()))
          .isEqualTo(new Corequisite(List.of(TOGETHER_NAME)));
      StudentPlan withIt = empty.with(course(2, TOGETHER, 3), CoursePermit.NONE);
      assertThat(withIt.rejection(lab, permit, SubjectRules.NONE, Set.of())).isNull();
    }
  }
}
