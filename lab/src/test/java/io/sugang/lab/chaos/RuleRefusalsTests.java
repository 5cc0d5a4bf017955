package io.sugang.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.lab.chaos.Attempt.AttemptKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Courses 1 and 2 meet at one time, 1 and 3 are of one subject; each has three of six credits. */
class RuleRefusalsTests {
  private static final long STUDENT = 7;

  private final List<Attempt> attempts = new ArrayList<>();

  private static final class Plans extends NoPlans {
    @Override
    public boolean overlap(long courseId, long otherId) {
      return courseId + otherId == 3;
    }

    @Override
    public boolean sameSubject(long courseId, long otherId) {
      return courseId + otherId == 4;
    }

    @Override
    public int credits(long courseId, long inTermOf) {
      return 3;
    }

    @Override
    public OptionalInt creditLimit(long studentId, long courseId) {
      return OptionalInt.of(6);
    }

    @Override
    public boolean sameClassification(long courseId, long otherId) {
      return true;
    }

    @Override
    public OptionalInt mostOfClassification(long courseId) {
      return courseId == 9 ? OptionalInt.empty() : OptionalInt.of(2);
    }
  }

  @Test
  void aConflictIsTrueWhileTheOtherCourseWasHeld() {
    attempt(2, 0, 10, 201, null);
    assertThat(objection(1, "TIME_CONFLICT", 20, 30)).isNull();
  }

  @Test
  void aConflictIsTrueWhileTheOtherRequestHasNoAnswer() {
    attempt(2, 0, 10, 0, null);
    assertThat(objection(1, "TIME_CONFLICT", 5, 8)).isNull();
  }

  @Test
  void aConflictIsUntrueBeforeTheOtherCourseWasAskedFor() {
    attempt(2, 100, 110, 201, null);
    assertThat(objection(1, "TIME_CONFLICT", 20, 30)).isNotNull();
  }

  @Test
  void aConflictIsUntrueAfterTheCancelOfTheOtherCourseWasAnswered() {
    attempt(2, 0, 10, 201, null);
    cancel(2, 20, 30);
    assertThat(objection(1, "TIME_CONFLICT", 25, 40)).isNull();
    assertThat(objection(1, "TIME_CONFLICT", 31, 40)).isNotNull();
  }

  @Test
  void aConflictIsUntrueWithACourseAtAnotherTime() {
    attempt(3, 0, 10, 201, null);
    assertThat(objection(1, "TIME_CONFLICT", 20, 30)).isNotNull();
    assertThat(objection(1, "SAME_SUBJECT", 20, 30)).isNull();
  }

  @Test
  void aLimitOfCreditsNeedsCoursesThatFillIt() {
    attempt(4, 0, 10, 201, null);
    assertThat(objection(1, "CREDIT_LIMIT", 20, 30)).isNotNull();
    attempt(5, 0, 10, 201, null);
    assertThat(objection(1, "CREDIT_LIMIT", 20, 30)).isNull();
  }

  @Test
  void aLimitOfAClassificationNeedsCoursesThatFillIt() {
    attempt(4, 0, 10, 201, null);
    assertThat(objection(1, "CLASSIFICATION_LIMIT", 20, 30)).isNotNull();
    attempt(5, 0, 10, 201, null);
    assertThat(objection(1, "CLASSIFICATION_LIMIT", 20, 30)).isNull();
    assertThat(objection(9, "CLASSIFICATION_LIMIT", 20, 30)).isNotNull();
  }

  @Test
  void aStudentWithALimitIsRegisteredInTheTerm() {
    assertThat(objection(1, "NOT_IN_TERM", 20, 30)).isNotNull();
  }

  private @Nullable String objection(long course, String code, long start, long end) {
    List<Attempt> all = new ArrayList<>(attempts);
    Attempt refused = attempt(course, start, end, 409, code);
    attempts.remove(refused);
    all.add(refused);
    Occupancy occupancy =
        new Occupancy(
            all,
            new Capacities(Map.of()),
            TestContext.facts(),
            FaultWindow.NONE,
            Long.MAX_VALUE,
            Long.MIN_VALUE);
    return new RuleRefusals(new Plans(), new HistoryFacts(Set.of()), all, Set.of())
        .objection(refused, occupancy);
  }

  private Attempt attempt(long course, long start, long end, int status, @Nullable String code) {
    return add(AttemptKind.ENROLL, course, 0, start, end, status, code, status == 201 ? course : 0);
  }

  private void cancel(long course, long start, long end) {
    add(AttemptKind.CANCEL, course, course, start, end, 204, null, 0);
  }

  private Attempt add(
      AttemptKind kind,
      long course,
      long target,
      long start,
      long end,
      int status,
      @Nullable String code,
      long enrollment) {
    PlannedRequest planned =
        new PlannedRequest(
            attempts.size(), STUDENT, course, PlannedRequest.Then.KEEP, false, false, true);
    Attempt attempt =
        new Attempt(
            kind,
            planned,
            kind + "-" + course,
            STUDENT,
            course,
            target,
            start,
            end,
            status,
            code,
            enrollment,
            null);
    attempts.add(attempt);
    return attempt;
  }
}
