package io.sugang.rules.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sugang.platform.ids.MockIds;
import io.sugang.platform.ids.SeatsId;
import io.sugang.rules.plan.PlanRejection.ClassificationLimit;
import io.sugang.rules.plan.PlanRejection.Corequisite;
import io.sugang.rules.plan.PlanRejection.CreditLimit;
import io.sugang.rules.plan.PlanRejection.RetakeLimit;
import io.sugang.rules.plan.PlanRejection.RetakeUnit;
import io.sugang.rules.plan.PlanRejection.SameSubject;
import io.sugang.rules.plan.PlanRejection.TimeConflict;
import io.sugang.rules.plan.SlotMask.Time;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StudentPlanTests {
  private static final int WEDNESDAY = 3;
  private static final int SUNDAY = 7;

  @Test
  void aMeetingThatBeginsWhenAnotherEndsIsNoConflict() {
    StudentPlan plan = plan(18, course(1, 10, 3, times(WEDNESDAY, "10:30", "11:45")));

    assertThat(rejection(plan, course(2, 20, 3, times(WEDNESDAY, "11:45", "13:00")))).isNull();
    assertThat(rejection(plan, course(2, 20, 3, times(WEDNESDAY, "09:15", "10:30")))).isNull();
  }

  @Test
  void fiveMinutesTogetherAreAConflictThatNamesTheCourseAndTheTime() {
    StudentPlan plan =
        plan(
            18,
            course(1, 10, 3, times(1, "10:30", "11:45")),
            course(5, 50, 3, times(WEDNESDAY, "10:30", "11:45")));

    assertThat(rejection(plan, course(2, 20, 3, times(WEDNESDAY, "11:40", "13:00"))))
        .isEqualTo(new TimeConflict(new SeatsId(5), new Time(WEDNESDAY, 700, 705)));
  }

  @Test
  void allRulesThatForbidACourseAreToldInTheirOrder() {
    SlotMask morning = times(WEDNESDAY, "09:00", "12:00");
    StudentPlan plan =
        new StudentPlan(
            9,
            List.of(
                course(1, 10, 3, times(WEDNESDAY, "09:00", "10:00")),
                course(2, 20, 3, times(WEDNESDAY, "11:00", "12:00")),
                course(3, 30, 3, SlotMask.of(null))),
            Set.of(new SeatsId(3)));
    CoursePermit permit =
        new CoursePermit(
            new Retake(20, 1, null, null, 0), List.of(new SubjectName(40, "X.40", "Lab")));

    assertThat(plan.rejections(course(4, 20, 3, morning), permit, SubjectRules.NONE))
        .containsExactly(
            new SameSubject(new SeatsId(2)),
            new TimeConflict(new SeatsId(1), new Time(WEDNESDAY, 540, 600)),
            new TimeConflict(new SeatsId(2), new Time(WEDNESDAY, 660, 720)),
            new CreditLimit(9, 9, 3),
            new RetakeLimit(RetakeUnit.COURSES_OF_TERM, 1, 1),
            new Corequisite(List.of(new SubjectName(40, "X.40", "Lab"))));
    assertThat(plan.rejection(course(4, 20, 3, morning), permit, SubjectRules.NONE, Set.of()))
        .isEqualTo(new SameSubject(new SeatsId(2)));
  }

  @Test
  void theLastMinutesOfTheWeekCollide() {
    StudentPlan plan = plan(18, course(1, 10, 3, times(SUNDAY, "23:00", "24:00")));

    assertThat(rejection(plan, course(2, 20, 3, times(SUNDAY, "23:55", "24:00"))))
        .isEqualTo(new TimeConflict(new SeatsId(1), new Time(SUNDAY, 1435, 1440)));
  }

  @Test
  void anOverlapEndsWithItsDay() {
    BigInteger both = cells(1, "23:00", "24:00").or(cells(2, "00:00", "01:00"));
    SlotMask night = mask(both);

    assertThat(night.overlap(night)).isEqualTo(new Time(1, 1380, 1440));
  }

  @Test
  void coursesWithoutAMeetingNeverCollide() {
    StudentPlan plan = plan(18, course(1, 10, 3, SlotMask.of(null)));

    assertThat(rejection(plan, course(2, 20, 3, SlotMask.of(null)))).isNull();
    assertThat(rejection(plan, course(2, 20, 3, times(1, "09:00", "10:00")))).isNull();
  }

  @Test
  void aSubjectIsHeldOnceAlsoByAnotherSection() {
    StudentPlan plan = plan(18, course(1, 10, 3, times(1, "09:00", "10:00")));

    assertThat(rejection(plan, course(2, 10, 3, times(2, "09:00", "10:00"))))
        .isEqualTo(new SameSubject(new SeatsId(1)));
  }

  @Test
  void subjectsThatCountAsOneAreHeldOnce() {
    StudentPlan plan = plan(18, course(1, 10, 3, times(1, "09:00", "10:00")));
    SubjectRules subjects =
        new SubjectRules(List.of(new SubjectRelation(10, 11, 20261L, 20263L)), List.of());

    assertThat(
            plan.rejection(
                course(2, 11, 3, times(2, "09:00", "10:00")),
                CoursePermit.NONE,
                subjects,
                Set.of()))
        .isEqualTo(new SameSubject(new SeatsId(1)));
    assertThat(
            plan.rejection(
                course(2, 12, 3, times(2, "09:00", "10:00")),
                CoursePermit.NONE,
                subjects,
                Set.of()))
        .isNull();
  }

  @Test
  void aClassificationHasALimitInItsTermAlone() {
    SubjectRules one = new SubjectRules(List.of(), List.of(new ClassificationRule(20263, "교양", 1)));
    StudentPlan plan = plan(18, liberal(20263, 1), course(2, 20, 3, SlotMask.of(null)));

    assertThat(plan.rejection(liberal(20263, 3), CoursePermit.NONE, one, Set.of()))
        .isEqualTo(new ClassificationLimit("교양", 1, 1));
    assertThat(
            plan.rejection(course(3, 30, 3, SlotMask.of(null)), CoursePermit.NONE, one, Set.of()))
        .isNull();
    assertThat(
            new StudentPlan(18, List.of(liberal(20271, 1)))
                .rejection(liberal(20271, 3), CoursePermit.NONE, one, Set.of()))
        .isNull();
  }

  @Test
  void inAMockTermTheLimitOfAClassificationIsThatOfTheTermOfWhichItIsACopy() {
    SubjectRules none =
        new SubjectRules(List.of(), List.of(new ClassificationRule(20263, "교양", 0)));
    long mock = MockIds.term(1, 20_263);

    assertThat(plan(18).rejection(liberal(mock, 1), CoursePermit.NONE, none, Set.of()))
        .isEqualTo(new ClassificationLimit("교양", 0, 0));
  }

  private static PlanCourse liberal(long term, long id) {
    return new PlanCourse(new SeatsId(id), term, 10 * id, 3, SlotMask.of(null), "교양");
  }

  @Test
  void aRelationHoldsInItsTermsAlone() {
    SubjectRules subjects =
        new SubjectRules(
            List.of(
                new SubjectRelation(10, 11, 20261L, 20263L),
                new SubjectRelation(10, 11, 20271L, null)),
            List.of());

    assertThat(subjects.countAsOne(11, 10, 20254)).isFalse();
    assertThat(subjects.countAsOne(11, 10, 20261)).isTrue();
    assertThat(subjects.countAsOne(10, 11, 20263)).isTrue();
    assertThat(subjects.countAsOne(10, 11, 20264)).isFalse();
    assertThat(subjects.countAsOne(10, 11, 20284)).isTrue();
    assertThat(subjects.countAsOne(10, 10, 20254)).isTrue();
  }

  @Test
  void inAMockTermTheRelationsOfTheTermHoldOfWhichItIsACopy() {
    SubjectRules subjects =
        new SubjectRules(List.of(new SubjectRelation(10, 11, 20261L, 20261L)), List.of());
    for (long mock : List.of(MockIds.term(1, 20_261), MockIds.term(MockIds.MOST, 20_261))) {
      assertThat(
              new StudentPlan(18, List.of(inTerm(mock, 1, 10)))
                  .rejection(inTerm(mock, 2, 11), CoursePermit.NONE, subjects, Set.of()))
          .isEqualTo(new SameSubject(new SeatsId(1)));
    }
    long later = MockIds.term(1, 20_263);
    assertThat(
            new StudentPlan(18, List.of(inTerm(later, 1, 10)))
                .rejection(inTerm(later, 2, 11), CoursePermit.NONE, subjects, Set.of()))
        .isNull();
  }

  private static PlanCourse inTerm(long term, long course, long subject) {
    return new PlanCourse(new SeatsId(course), term, subject, 3, SlotMask.of(null), "전선");
  }

  @Test
  void theLimitMayBeReachedButNotExceeded() {
    StudentPlan plan =
        plan(18, course(1, 10, 15, SlotMask.of(null)), course(2, 20, 1, SlotMask.of(null)));

    assertThat(rejection(plan, course(3, 30, 2, SlotMask.of(null)))).isNull();
    assertThat(rejection(plan, course(3, 30, 3, SlotMask.of(null))))
        .isEqualTo(new CreditLimit(16, 18, 3));
  }

  @Test
  void aCourseWithoutCreditsFitsIntoAFullPlan() {
    StudentPlan plan = plan(18, course(1, 10, 18, SlotMask.of(null)));

    assertThat(rejection(plan, course(2, 20, 0, SlotMask.of(null)))).isNull();
  }

  @Test
  void aFurtherCourseCounts() {
    PlanCourse first = course(1, 10, 3, times(1, "09:00", "10:00"));
    StudentPlan plan = plan(5).with(first, CoursePermit.NONE);

    assertThat(plan.credits()).isEqualTo(3);
    assertThat(rejection(plan, course(2, 20, 2, times(1, "09:30", "10:30"))))
        .isEqualTo(new TimeConflict(new SeatsId(1), new Time(1, 570, 600)));
    assertThat(rejection(plan, course(2, 20, 3, times(2, "09:30", "10:30"))))
        .isEqualTo(new CreditLimit(3, 5, 3));
  }

  @Test
  void aMaskOfAnotherLengthIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SlotMask.of(new byte[251]))
        .withMessage("A slot mask has 252 bytes, not 251");
  }

  private static @Nullable PlanRejection rejection(StudentPlan plan, PlanCourse course) {
    return plan.rejection(course, CoursePermit.NONE, SubjectRules.NONE, Set.of());
  }

  private static StudentPlan plan(int limit, PlanCourse... courses) {
    return new StudentPlan(limit, List.of(courses));
  }

  private static PlanCourse course(long id, long subject, int credits, SlotMask times) {
    return new PlanCourse(new SeatsId(id), 20263, subject, credits, times, "전선");
  }

  private static SlotMask times(int weekday, String start, String end) {
    return mask(cells(weekday, start, end));
  }

  private static SlotMask mask(BigInteger cells) {
    byte[] bytes = new byte[SlotMask.BYTES];
    byte[] number = cells.toByteArray();
    int from = Math.max(0, number.length - bytes.length);
    System.arraycopy(
        number, from, bytes, bytes.length - (number.length - from), number.length - from);
    return SlotMask.of(bytes);
  }

  private static BigInteger cells(int weekday, String start, String end) {
    BigInteger cells = BigInteger.ZERO;
    for (int minute = minute(start); minute < minute(end); minute += 5) {
      cells = cells.setBit(288 * (weekday - 1) + minute / 5);
    }
    return cells;
  }

  private static int minute(String time) {
    String[] parts = time.split(":", -1);
    return 60 * Integer.parseInt(parts[0]) + Integer.parseInt(parts[1]);
  }
}
