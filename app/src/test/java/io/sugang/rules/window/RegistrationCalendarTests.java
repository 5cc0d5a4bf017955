package io.sugang.rules.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.CourseStatus;
import io.sugang.rules.window.RegistrationRejection.Closed;
import io.sugang.rules.window.RegistrationRejection.CourseCancelled;
import io.sugang.rules.window.RegistrationRejection.CourseClosed;
import io.sugang.rules.window.RegistrationRejection.NoWindow;
import io.sugang.rules.window.RegistrationRejection.NotOpen;
import io.sugang.rules.window.RegistrationRejection.OtherAudience;
import io.sugang.rules.window.RegistrationRejection.OtherPools;
import io.sugang.rules.window.RegistrationRejection.OtherStanding;
import io.sugang.rules.window.StudentProfile.Program;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What windows and audiences say about a student and a moment. */
class RegistrationCalendarTests {
  private static final long TERM = 20271;
  private static final Instant TEN = Instant.parse("2027-02-22T01:00:00Z");
  private static final Instant FIVE = TEN.plus(Duration.ofHours(7));
  private static final Duration DAY = Duration.ofDays(1);
  private static final Set<RegistrationAction> BOTH = EnumSet.allOf(RegistrationAction.class);
  private static final Set<RegistrationAction> ENROLLING = Set.of(RegistrationAction.ENROLL);
  private static final CourseEntry COURSE = new CourseEntry(new SeatsId(42), TERM, null);
  private static final StudentProfile STUDENT = student(2, 3);

  private static StudentProfile student(int grade, @Nullable Integer lastDigit) {
    return new StudentProfile(
        new StudentId(7), grade, 2 * grade - 2, lastDigit, "REGULAR", "ENROLLED", 5L, List.of());
  }

  private static RegistrationWindow window(
      @Nullable Long audience, Instant opens, Instant closes, Set<RegistrationAction> actions) {
    return new RegistrationWindow(1, TERM, "ENROLL", audience, opens, closes, actions);
  }

  private static AudienceRow grade(int from, int to) {
    return new AudienceRow(from, to, null, null, null, null, null, null, null);
  }

  private static AudienceRow parity(boolean odd) {
    return new AudienceRow(null, null, null, null, odd, null, null, null, null);
  }

  private static RegistrationCalendar calendar(RegistrationWindow... windows) {
    return new RegistrationCalendar(
        List.of(windows),
        List.of(
            new Audience(1, "first and second year", List.of(grade(1, 2))),
            new Audience(3, "third year", List.of(grade(3, 3))),
            new Audience(11, "odd numbers", List.of(parity(true))),
            new Audience(12, "even numbers", List.of(parity(false)))));
  }

  private static @Nullable RegistrationRejection enroll(
      RegistrationCalendar calendar, StudentProfile student, Instant at) {
    return calendar.rejection(RegistrationAction.ENROLL, COURSE, student, at, Set.of());
  }

  @Nested
  class Windows {
    private final RegistrationCalendar forAll = calendar(window(null, TEN, FIVE, BOTH));

    @Test
    void openWithTheirFirstInstantAndCloseWithTheFirstOneAfter() {
      assertThat(enroll(forAll, STUDENT, TEN.minusNanos(1000))).isEqualTo(new NotOpen(TEN));
      assertThat(enroll(forAll, STUDENT, TEN)).isNull();
      assertThat(enroll(forAll, STUDENT, FIVE.minusNanos(1000))).isNull();
      assertThat(enroll(forAll, STUDENT, FIVE)).isEqualTo(new Closed(FIVE));
    }

    @Test
    void openForTheActionsThatTheyName() {
      RegistrationCalendar swaps =
          calendar(
              window(
                  null, TEN, FIVE, Set.of(RegistrationAction.SWAP, RegistrationAction.WAITLIST)));
      assertThat(swaps.rejection(RegistrationAction.SWAP, COURSE, STUDENT, TEN, Set.of())).isNull();
      assertThat(swaps.rejection(RegistrationAction.WAITLIST, COURSE, STUDENT, TEN, Set.of()))
          .isNull();
      assertThat(enroll(swaps, STUDENT, TEN)).isEqualTo(new NotOpen(null));
      assertThat(swaps.rejection(RegistrationAction.DROP, COURSE, STUDENT, TEN, Set.of()))
          .isEqualTo(new NotOpen(null));
    }

    @Test
    void ofThePhaseBasketCountForTheBasketWhereATermHasAny() {
      assertThat(calendar().basketRejection(TERM, STUDENT, TEN)).isNull();
      RegistrationCalendar enrollment = calendar(window(null, FIVE, FIVE.plus(DAY), ENROLLING));
      assertThat(enrollment.basketRejection(TERM, STUDENT, TEN)).isNull();
      RegistrationCalendar baskets =
          calendar(window(1L, TEN, FIVE, Set.of(RegistrationAction.BASKET)));
      assertThat(baskets.basketRejection(TERM, STUDENT, TEN)).isNull();
      assertThat(baskets.basketRejection(TERM, STUDENT, TEN.minusMillis(1)))
          .isEqualTo(new NotOpen(TEN));
      assertThat(baskets.basketRejection(TERM, STUDENT, FIVE)).isEqualTo(new Closed(FIVE));
      assertThat(baskets.basketRejection(TERM, student(3, 1), TEN)).isEqualTo(new NoWindow());
      assertThat(baskets.basketRejection(TERM + 2, student(3, 1), TEN)).isNull();
    }

    @Test
    void allThatKeepsAStudentFromACourseIsToldWhateverIsOpen() {
      CourseEntry course =
          new CourseEntry(
              new SeatsId(42),
              TERM,
              3L,
              CourseStatus.CLOSED,
              List.of(new CourseEntry.PoolEntry(new SeatsId(43), 11L, FIVE)));
      StudentProfile left =
          new StudentProfile(new StudentId(7), 2, 2, 4, "REGULAR", "LEFT", 5L, List.of());
      assertThat(calendar().ineligibility(course, left, TEN))
          .containsExactly(
              new CourseClosed(),
              new OtherStanding("LEFT"),
              new OtherAudience("third year"),
              new OtherPools(List.of("odd numbers"), FIVE));
      assertThat(calendar().ineligibility(course, student(3, 1), TEN))
          .containsExactly(new CourseClosed());
    }

    @Test
    void areShownToTheirStudentsWithWhatIsOpen() {
      RegistrationCalendar days =
          calendar(
              window(3L, TEN, FIVE, ENROLLING),
              window(1L, TEN.plus(DAY), FIVE.plus(DAY), ENROLLING),
              window(null, TEN.minus(DAY), TEN, Set.of(RegistrationAction.BASKET)));
      TermWindows second = days.windowsOf(STUDENT, TEN.minus(DAY), TEN).getFirst();
      assertThat(second.termId()).isEqualTo(TERM);
      assertThat(second.windows())
          .extracting(TermWindows.OwnWindow::opensAt)
          .containsExactly(TEN.minus(DAY), TEN.plus(DAY));
      assertThat(second.windows().getLast().audience()).isEqualTo("first and second year");
      assertThat(second.actions())
          .containsExactly(
              state(RegistrationAction.ENROLL, new NotOpen(TEN.plus(DAY)), null),
              state(RegistrationAction.DROP, new NotOpen(null), null),
              state(RegistrationAction.BASKET, new Closed(TEN), null));
      TermWindows third = days.windowsOf(student(3, 1), TEN.minus(DAY), TEN).getFirst();
      assertThat(third.actions()).contains(state(RegistrationAction.ENROLL, null, FIVE));
      assertThat(days.windowsOf(STUDENT, FIVE.plus(DAY), TEN)).isEmpty();
    }

    private static TermWindows.ActionState state(
        RegistrationAction action,
        @Nullable RegistrationRejection rejection,
        @Nullable Instant closesAt) {
      return new TermWindows.ActionState(action, rejection, closesAt);
    }

    @Test
    void theAudienceOfACourseCountsForEveryActionThatTakesASeat() {
      CourseEntry ofThird = new CourseEntry(new SeatsId(42), TERM, 3L);
      for (RegistrationAction action : RegistrationAction.values()) {
        RegistrationRejection rejection = forAll.rejection(action, ofThird, STUDENT, TEN, Set.of());
        if (action == RegistrationAction.DROP) {
          assertThat(rejection).isNull();
        } else {
          assertThat(rejection).isEqualTo(new OtherAudience("third year"));
        }
      }
    }

    @Test
    void ofOthersAreNotOpenForThisStudentWhoIsToldTheOwnTime() {
      RegistrationCalendar days =
          calendar(window(3L, TEN, FIVE, BOTH), window(1L, TEN.plus(DAY), FIVE.plus(DAY), BOTH));
      assertThat(enroll(days, student(3, 1), TEN)).isNull();
      assertThat(enroll(days, student(2, 1), TEN)).isEqualTo(new NotOpen(TEN.plus(DAY)));
      assertThat(enroll(days, student(3, 1), TEN.plus(DAY))).isEqualTo(new Closed(FIVE));
      assertThat(enroll(days, student(4, 1), TEN)).isEqualTo(new NoWindow());
    }

    @Test
    void ofOddAndEvenNumbersGoByTheLastDigit() {
      RegistrationCalendar halves =
          calendar(window(11L, TEN, FIVE, BOTH), window(12L, FIVE, FIVE.plus(DAY), BOTH));
      assertThat(enroll(halves, student(1, 7), TEN)).isNull();
      assertThat(enroll(halves, student(1, 0), TEN)).isEqualTo(new NotOpen(FIVE));
      assertThat(enroll(halves, student(1, 7), FIVE)).isEqualTo(new Closed(FIVE));
      assertThat(enroll(halves, student(1, null), TEN)).isEqualTo(new NoWindow());
    }

    @Test
    void theNextOneIsToldWhereAnEarlierOneIsOver() {
      RegistrationCalendar twice =
          calendar(
              window(null, TEN.plus(DAY.multipliedBy(2)), FIVE.plus(DAY.multipliedBy(2)), BOTH),
              window(null, TEN, FIVE, BOTH),
              window(null, TEN.plus(DAY), FIVE.plus(DAY), BOTH));
      assertThat(enroll(twice, STUDENT, FIVE)).isEqualTo(new NotOpen(TEN.plus(DAY)));
      assertThat(enroll(twice, STUDENT, FIVE.plus(DAY.multipliedBy(3))))
          .isEqualTo(new Closed(FIVE.plus(DAY.multipliedBy(2))));
    }

    @Test
    void allowWhatTheyName() {
      RegistrationCalendar cancels =
          calendar(window(null, TEN, FIVE, EnumSet.of(RegistrationAction.DROP)));
      assertThat(cancels.rejection(RegistrationAction.DROP, COURSE, STUDENT, TEN, Set.of()))
          .isNull();
      assertThat(enroll(cancels, STUDENT, TEN)).isEqualTo(new NotOpen(null));
    }

    @Test
    void thatAreNotAnnouncedAreNotOpen() {
      assertThat(enroll(calendar(), STUDENT, TEN)).isEqualTo(new NotOpen(null));
    }

    @Test
    void doNotCountForACourseWithoutATerm() {
      assertThat(
              calendar()
                  .rejection(
                      RegistrationAction.ENROLL,
                      new CourseEntry(new SeatsId(42), null, 3L),
                      STUDENT,
                      TEN,
                      Set.of()))
          .isNull();
    }

    @Test
    void openNoCourseThatIsClosedOrCancelled() {
      for (boolean ofATerm : new boolean[] {true, false}) {
        Long term = ofATerm ? Long.valueOf(TERM) : null;
        CourseEntry closed =
            new CourseEntry(new SeatsId(42), term, null, CourseStatus.CLOSED, List.of());
        CourseEntry cancelled =
            new CourseEntry(new SeatsId(42), term, null, CourseStatus.CANCELLED, List.of());
        assertThat(forAll.rejection(RegistrationAction.ENROLL, closed, STUDENT, TEN, Set.of()))
            .isEqualTo(new CourseClosed());
        assertThat(forAll.rejection(RegistrationAction.ENROLL, cancelled, STUDENT, TEN, Set.of()))
            .isEqualTo(new CourseCancelled());
        assertThat(forAll.rejection(RegistrationAction.DROP, closed, STUDENT, TEN, Set.of()))
            .isNull();
      }
    }

    @Test
    void thatClosedWithinSomeTimeAreFound() {
      assertThat(forAll.hasClosed(RegistrationAction.ENROLL, TERM, TEN, FIVE)).isTrue();
      assertThat(forAll.hasClosed(RegistrationAction.ENROLL, TERM, FIVE, FIVE.plus(DAY))).isFalse();
      assertThat(forAll.hasClosed(RegistrationAction.ENROLL, TERM, TEN, TEN)).isFalse();
      assertThat(forAll.hasClosed(RegistrationAction.ENROLL, TERM + 2, TEN, FIVE)).isFalse();
    }
  }

  @Nested
  class Audiences {
    private final RegistrationCalendar open = calendar(window(null, TEN, FIVE, BOTH));

    @Test
    void ofACourseKeepOthersOutAndLetThemCancel() {
      CourseEntry forThird = new CourseEntry(new SeatsId(42), TERM, 3L);
      assertThat(open.rejection(RegistrationAction.ENROLL, forThird, student(3, 1), TEN, Set.of()))
          .isNull();
      assertThat(open.rejection(RegistrationAction.ENROLL, forThird, STUDENT, TEN, Set.of()))
          .isEqualTo(new OtherAudience("third year"));
      assertThat(open.rejection(RegistrationAction.DROP, forThird, STUDENT, TEN, Set.of()))
          .isNull();
    }

    @Test
    void haveNoStudentWhoIsNotEnrolled() {
      StudentProfile away =
          new StudentProfile(new StudentId(7), 2, 2, 3, "REGULAR", "LEAVE", 5L, List.of());
      assertThat(enroll(open, away, TEN)).isEqualTo(new OtherStanding("LEAVE"));
    }

    @Test
    void thatMemoryDoesNotKnowHaveNobody() {
      assertThat(
              open.rejection(
                  RegistrationAction.ENROLL,
                  new CourseEntry(new SeatsId(42), TERM, 99L),
                  STUDENT,
                  TEN,
                  Set.of()))
          .isInstanceOf(OtherAudience.class);
    }
  }

  @Nested
  class Rows {
    private final StudentProfile student =
        new StudentProfile(
            new StudentId(7),
            3,
            4,
            8,
            "TRANSFER",
            "ENROLLED",
            5L,
            List.of(new Program(50, 5, "PRIMARY"), new Program(60, 6, "DOUBLE")));

    private boolean fits(AudienceRow row) {
      return row.fits(student);
    }

    @Test
    void fitAllWithoutAColumn() {
      assertThat(fits(new AudienceRow(null, null, null, null, null, null, null, null, null)))
          .isTrue();
    }

    @Test
    void fitByEachColumnAndBothEndsOfARange() {
      assertThat(fits(grade(3, 3))).isTrue();
      assertThat(fits(grade(4, 6))).isFalse();
      assertThat(fits(grade(1, 2))).isFalse();
      assertThat(fits(new AudienceRow(null, null, 4, 4, null, null, null, null, null))).isTrue();
      assertThat(fits(new AudienceRow(null, null, 5, null, null, null, null, null, null)))
          .isFalse();
      assertThat(fits(parity(false))).isTrue();
      assertThat(fits(parity(true))).isFalse();
      assertThat(fits(new AudienceRow(null, null, null, null, null, "TRANSFER", null, null, null)))
          .isTrue();
      assertThat(fits(new AudienceRow(null, null, null, null, null, "FRESHMAN", null, null, null)))
          .isFalse();
      assertThat(fits(new AudienceRow(null, null, null, null, null, null, 5L, null, null)))
          .isTrue();
      assertThat(fits(new AudienceRow(null, null, null, null, null, null, 6L, null, null)))
          .as("a department without a role is the student's own")
          .isFalse();
    }

    @Test
    void fitByAProgramAsAWhole() {
      assertThat(fits(new AudienceRow(null, null, null, null, null, null, null, 60L, null)))
          .isTrue();
      assertThat(fits(new AudienceRow(null, null, null, null, null, null, null, 60L, "PRIMARY")))
          .isFalse();
      assertThat(fits(new AudienceRow(null, null, null, null, null, null, 6L, null, "DOUBLE")))
          .isTrue();
      assertThat(fits(new AudienceRow(null, null, null, null, null, null, 5L, null, "DOUBLE")))
          .isFalse();
      assertThat(new AudienceRow(1, 6, null, null, null, null, 5L, null, null).asksForPrograms())
          .isFalse();
      assertThat(
              new AudienceRow(null, null, null, null, null, null, 5L, null, "MINOR")
                  .asksForPrograms())
          .isTrue();
    }

    @Test
    void needAllOfTheirColumns() {
      assertThat(fits(new AudienceRow(3, 3, null, null, true, null, null, null, null))).isFalse();
      assertThat(fits(new AudienceRow(3, 3, null, null, false, "TRANSFER", 5L, null, null)))
          .isTrue();
    }
  }
}
