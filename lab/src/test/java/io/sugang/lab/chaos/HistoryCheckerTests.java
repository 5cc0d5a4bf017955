package io.sugang.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.lab.chaos.Attempt.AttemptKind;
import io.sugang.lab.chaos.EnrollmentEvents.MadeEnrollment;
import io.sugang.verifier.PlanFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Times are in milliseconds; the fault lasts from 100 s to 101 s; course 1 has two seats. */
class HistoryCheckerTests {
  private static final long MILLI = 1_000_000;

  private final List<Attempt> attempts = new ArrayList<>();
  private final List<EnrollmentRow> rows = new ArrayList<>();
  private final List<MadeEnrollment> made = new ArrayList<>();
  private final ClosedTimes closed = new ClosedTimes();
  private PooledCourses pools = PooledCourses.NONE;
  private long course = 1;
  private boolean overlapping;
  private PlannedRequest.@Nullable Lift lift;
  private final Set<HistoryFacts.Refused> confirmed = new HashSet<>();
  private final Capacities capacities = new Capacities(Map.of(1L, 2));

  @Test
  void aRunInWhichAllIsWellIsValid() {
    won(1, 11, 0, 10);
    won(2, 12, 0, 10);
    refused(3, "COURSE_FULL", 20, 30);
    refused(1, "ALREADY_ENROLLED", 20, 30);
    cancelled(2, 12, 40, 50);
    won(3, 13, 60, 70);
    rows(row(11, 1), row(13, 3));
    assertThat(judge().valid()).isTrue();
  }

  @Test
  void moreRowsThanSeatsAreOversold() {
    won(1, 11, 0, 10);
    won(2, 12, 0, 10);
    won(3, 13, 0, 10);
    rows(row(11, 1), row(12, 2), row(13, 3));
    assertThat(judge().counts()).containsEntry("oversold", 2); // at the end, and before
  }

  @Test
  void seatsHeldByMoreAtOneInstantAreOversoldEvenWhenOneIsGivenBackLater() {
    won(1, 11, 0, 10);
    won(2, 12, 0, 10);
    won(3, 13, 0, 10);
    cancelled(3, 13, 100, 110);
    rows(row(11, 1), row(12, 2));
    assertThat(judge().counts()).containsEntry("oversold", 1);
  }

  @Test
  void aSeatThatWasAskedBackBeforeTheNextWonItWasNotHeldTwice() {
    won(1, 11, 0, 10);
    won(2, 12, 0, 10);
    cancelled(2, 12, 20, 60);
    won(3, 13, 30, 40);
    rows(row(11, 1), row(13, 3));
    assertThat(judge().valid()).isTrue();
  }

  @Test
  void twoRowsOfOneStudentAreADuplicate() {
    won(1, 11, 0, 10);
    won(1, 12, 0, 10);
    rows(row(11, 1), row(12, 1));
    assertThat(judge().counts()).containsEntry("duplicate", 1);
  }

  @Test
  void anAcknowledgedEnrollmentWithoutARowIsLost() {
    won(1, 11, 0, 10);
    assertThat(judge().counts()).containsEntry("lost", 1);
  }

  /** NGINX had repeated the DELETE of an instance that was killed after its commit. */
  @Test
  void aRepetitionOfACancelByNginxIsAnsweredAsDone() {
    won(1, 11, 0, 10);
    made.add(new MadeEnrollment(11, 1, 1, true));
    cancelled(1, 11, 20, 30);
    assertThat(judge().valid()).isTrue();
    cancel(1, 11, 40, 50, 404);
    assertThat(judge().valid()).isTrue();
  }

  @Test
  void aCancelThatDeletedTheRowAndWasAnswered404IsLost() {
    won(1, 11, 0, 10);
    made.add(new MadeEnrollment(11, 1, 1, true));
    cancel(1, 11, 20, 30, 404);
    assertThat(judge().counts()).containsEntry("lost", 1);
  }

  @Test
  void aRowThatGoesAfterItWasSeenBehindA503IsACancelThatCameLate() {
    won(1, 11, 0, 10);
    cancel(1, 11, 20, 30, 503);
    assertThat(judge(null).valid()).isTrue();
    look(1, 11, 40, 50, 200);
    assertThat(judge(null).counts()).containsEntry("late", 1).containsEntry("lost", 0);
  }

  @Test
  void aCancelThatMayStillBeUnderWayExplainsAMissingRow() {
    won(1, 11, 0, 10);
    cancel(1, 11, 20, 30, 503);
    cancel(1, 11, 31, 40, 0);
    look(1, 11, 50, 60, 200);
    assertThat(judge(null).valid()).isTrue();
  }

  /** Its DELETE waited in MySQL, which stood still until 101 s. */
  @Test
  void aCancelOfAFaultIsDecidedByALookTwoSecondsAfterIt() {
    won(1, 11, 0, 10);
    cancel(1, 11, 100_100, 104_100, 503);
    look(1, 11, 104_200, 104_300, 200);
    assertThat(judge(fault(100_000, 102_500)).valid()).isTrue();
    assertThat(judge(fault(100_000, 101_000)).counts()).containsEntry("late", 1);
  }

  @Test
  void fullIsUntrueForAStudentOfTheCourse() {
    won(1, 11, 0, 10);
    won(2, 12, 15, 40);
    refused(1, "COURSE_FULL", 20, 30);
    enroll(3, 15, 45, 0, null, 0);
    rows(row(11, 1), row(12, 2));
    assertThat(judge().counts()).containsEntry("untrue", 1);
  }

  @Test
  void oneEnrollmentForTwoLinesOfAPressIsADuplicate() {
    won(1, 11, 0, 10);
    course = 2;
    won(1, 11, 0, 10);
    rows(row(11, 1));
    assertThat(judge().counts()).containsEntry("duplicate", 1);
  }

  @Test
  void aSeatBeyondTheCapacityCountsForItsOverrideAlone() {
    won(1, 11, 0, 10);
    won(2, 12, 0, 10);
    lift = new PlannedRequest.Lift(5, Set.of("CAPACITY"));
    won(3, 13, 20, 30);
    lift = null;
    rows(row(11, 1), row(12, 2), new EnrollmentRow(13, 3, 1, true));
    assertThat(judge().valid()).isTrue();
    cancelled(2, 12, 40, 50);
    rows.remove(1);
    refused(4, "COURSE_FULL", 60, 70);
    assertThat(judge().counts()).containsEntry("untrue", 1);
  }

  @Test
  void aConfirmThatIsRefusedByWhatTheDeskLiftedIsUntrue() {
    won(1, 11, 0, 10);
    won(2, 12, 0, 10);
    rows(row(11, 1), row(12, 2));
    lift = new PlannedRequest.Lift(5, Set.of("CAPACITY", "TIME_CONFLICT"));
    refused(3, "COURSE_FULL", 20, 30);
    refused(4, "TIME_CONFLICT", 20, 30);
    assertThat(judge().counts()).containsEntry("untrue", 2);
  }

  @Test
  void anEnrollmentAtTheTimeOfAnotherIsForbiddenUnlessTheDeskLiftedThat() {
    overlapping = true;
    capacities.begin(Map.of(2L, 2, 3L, 2));
    won(1, 11, 0, 10);
    course = 2;
    lift = new PlannedRequest.Lift(5, Set.of("TIME_CONFLICT"));
    won(1, 12, 20, 30);
    rows(row(11, 1), new EnrollmentRow(12, 1, 2, false));
    assertThat(judge().valid()).isTrue();
    lift = new PlannedRequest.Lift(6, Set.of("CAPACITY"));
    course = 3;
    won(1, 13, 40, 50);
    rows(new EnrollmentRow(13, 1, 3, true));
    assertThat(judge().counts()).containsEntry("forbidden", 1);
  }

  @Test
  void aClosedCourseRefusesAndTakesNoStudent() {
    ClosedTimes.ClosedTime time = closed.asked(1, 20 * MILLI);
    time.closed(30 * MILLI);
    time.opening(100 * MILLI);
    time.opened(110 * MILLI);
    won(1, 11, 25, 40);
    refused(2, "COURSE_CLOSED", 35, 45);
    rows(row(11, 1));
    assertThat(judge().valid()).isTrue();
    won(2, 12, 50, 60);
    rows(row(12, 2));
    refused(3, "COURSE_CLOSED", 9_000, 9_010);
    assertThat(judge().counts()).containsEntry("forbidden", 1).containsEntry("untrue", 1);
  }

  /** Students with odd ids have the pool 101 with one seat, the others 102 with two. */
  @Test
  void fullIsJudgedByTheSeatsThatTheStudentCanReach() {
    pools = new PooledCourses(Map.of(1L, List.of(101L, 102L)), Set.of(1L, 3L, 5L));
    capacities.begin(Map.of(1L, 3, 101L, 1, 102L, 2));
    made.add(new MadeEnrollment(11, 1, 101, false));
    won(1, 11, 0, 10);
    rows(row(11, 1));
    refused(3, "COURSE_FULL", 20, 30);
    assertThat(judge().valid()).isTrue();
    refused(2, "COURSE_FULL", 20, 30);
    assertThat(judge().counts()).containsEntry("untrue", 1);
    // the free seats of the pool 102 are the course's own now
    capacities.change(101, 3, 40 * MILLI, 50 * MILLI, 60 * MILLI);
    refused(5, "COURSE_FULL", 55, 58);
    assertThat(judge().counts()).containsEntry("untrue", 1);
    refused(5, "COURSE_FULL", 61, 70);
    assertThat(judge().counts()).containsEntry("untrue", 2);
  }

  @Test
  void aRequestWithoutAnAnswerOfWhichNoEventNamesARowHoldsNoSeatForEver() {
    won(1, 11, 0, 10);
    enroll(2, 20, 30, 503, "TEMPORARILY_UNAVAILABLE", 0);
    rows(row(11, 1));
    refused(3, "COURSE_FULL", 9_000, 9_010);
    assertThat(judge(null).valid()).isTrue();
    refused(3, "COURSE_FULL", 11_000, 11_010);
    assertThat(judge(null).counts()).containsEntry("untrue", 1);
  }

  @Test
  void anEnrollmentThatIsGoneBeforeItIsCancelledIsLost() {
    won(1, 11, 0, 10);
    cancel(1, 11, 20, 30, 404);
    assertThat(judge().counts()).containsEntry("lost", 1);
  }

  @Test
  void aCancelThatIsRepeatedAfterNoAnswerMayFindNothing() {
    won(1, 11, 0, 10);
    cancel(1, 11, 20, 30, 0);
    cancel(1, 11, 40, 50, 404);
    assertThat(judge().valid()).isTrue();
  }

  @Test
  void aCancelledEnrollmentThatIsARowHasReturned() {
    won(1, 11, 0, 10);
    cancelled(1, 11, 20, 30);
    rows(row(11, 1));
    assertThat(judge().counts()).containsEntry("returned", 1);
  }

  @Test
  void aRowThatNobodyWasToldOfIsUntold() {
    rows(row(11, 1));
    assertThat(judge().counts()).containsEntry("untold", 1);
  }

  @Test
  void whoeverIsToldToBeEnrolledHasBeenTold() {
    enroll(1, 0, 10, 0, null, 0);
    refused(1, "ALREADY_ENROLLED", 20, 30);
    rows(row(11, 1));
    assertThat(judge().valid()).isTrue();
  }

  @Test
  void whatWasToldBeforeACancelIsNoWordOfTheRowAfterIt() {
    won(1, 11, 0, 10);
    refused(1, "ALREADY_ENROLLED", 12, 15);
    cancelled(1, 11, 20, 30);
    enroll(1, 40, 50, 0, null, 0);
    rows(row(12, 1));
    assertThat(judge().counts()).containsEntry("untold", 1);
    refused(1, "ALREADY_ENROLLED", 60, 70);
    assertThat(judge().valid()).isTrue();
  }

  @Test
  void fullIsUntrueWhileASeatIsFree() {
    won(1, 11, 0, 10);
    refused(3, "COURSE_FULL", 20, 30);
    rows(row(11, 1));
    assertThat(judge().counts()).containsEntry("untrue", 1);
  }

  @Test
  void fullIsTrueWhileARequestIsUnderWayThatMayHaveTheSeat() {
    won(1, 11, 0, 10);
    won(2, 12, 15, 40);
    refused(3, "COURSE_FULL", 20, 30);
    rows(row(11, 1), row(12, 2));
    assertThat(judge().valid()).isTrue();
  }

  @Test
  void fullIsUntrueAtOnceAfterACancelWasAnswered() {
    won(1, 11, 0, 10);
    won(2, 12, 0, 10);
    cancelled(2, 12, 20, 30);
    rows(row(11, 1));
    refused(3, "COURSE_FULL", 29, 35);
    assertThat(judge().valid()).isTrue();
    refused(3, "COURSE_FULL", 31, 40);
    assertThat(judge().counts()).containsEntry("untrue", 1);
  }

  @Test
  void aRequestThatWasAnsweredKeepsNoSeat() {
    won(1, 11, 0, 10);
    won(2, 12, 0, 10);
    refused(3, "COURSE_FULL", 15, 25);
    cancelled(2, 12, 20, 30);
    rows(row(11, 1));
    refused(4, "COURSE_FULL", 31, 40);
    assertThat(judge().counts()).containsEntry("untrue", 1);
  }

  @Test
  void aRefusedRequestMayHoldASeatUntilItsAnswerWhereTheLedgerRefusedIt() {
    won(1, 11, 0, 10);
    won(2, 12, 0, 10);
    cancelled(2, 12, 20, 30);
    rows(row(11, 1));
    refused(3, "COURSE_FULL", 25, 50);
    refused(4, "COURSE_FULL", 35, 45);
    assertThat(judge().valid()).isTrue();
  }

  @Test
  void refusalsAtOneTimeDoNotMakeEachOtherTrue() {
    won(1, 11, 0, 10);
    rows(row(11, 1));
    for (int student = 2; student < 10; student++) {
      refused(student, "COURSE_FULL", 20, 40 + student);
    }
    assertThat(judge().counts()).containsEntry("untrue", 8);
  }

  @Test
  void aCancelThatIsUnderWayHoldsItsSeat() {
    won(1, 11, 0, 10);
    won(2, 12, 0, 10);
    cancel(2, 12, 20, 30, 0);
    cancel(2, 12, 40, 50, 404);
    rows(row(11, 1));
    refused(3, "COURSE_FULL", 14_000, 14_010);
    assertThat(judge().valid()).isTrue();
    refused(3, "COURSE_FULL", 15_100, 15_110);
    assertThat(judge().counts()).containsEntry("untrue", 1);
  }

  @Test
  void withoutAFaultTheStrongPromiseHoldsThroughout() {
    won(1, 11, 0, 10);
    won(2, 12, 0, 10);
    cancelled(2, 12, 100_500, 100_510);
    rows(row(11, 1));
    refused(3, "COURSE_FULL", 100_600, 100_610);
    assertThat(judge().valid()).isTrue();
    assertThat(judge(null).counts()).containsEntry("untrue", 1);
  }

  @Test
  void theStrongPromiseHoldsAgainTenSecondsAfterTheFault() {
    won(1, 11, 0, 10);
    won(2, 12, 0, 10);
    cancelled(2, 12, 110_900, 110_950);
    rows(row(11, 1));
    refused(3, "COURSE_FULL", 110_960, 110_999);
    assertThat(judge().valid()).isTrue();
    refused(3, "COURSE_FULL", 111_001, 111_010);
    assertThat(judge().counts()).containsEntry("untrue", 1);
  }

  @Test
  void aSeatWithoutAnAnswerDuringTheFaultIsSettledTenSecondsAfterIt() {
    won(1, 11, 0, 10);
    enroll(2, 100_000, 100_100, 503, "TEMPORARILY_UNAVAILABLE", 0);
    refused(2, "COURSE_FULL", 100_200, 100_300);
    rows(row(11, 1));
    refused(3, "COURSE_FULL", 110_900, 110_990);
    assertThat(judge().counts()).containsEntry("untrue", 1); // the second one of student 2
    refused(3, "COURSE_FULL", 111_010, 111_020);
    assertThat(judge().counts()).containsEntry("untrue", 2);
  }

  @Test
  void whoeverIsToldOfARowAfterNoAnswerKeepsItsSeat() {
    won(1, 11, 0, 10);
    enroll(2, 20, 30, 0, null, 0);
    refused(2, "ALREADY_ENROLLED", 40, 50);
    rows(row(11, 1), row(12, 2));
    refused(3, "COURSE_FULL", 60_000, 60_010);
    assertThat(judge().valid()).isTrue();
  }

  @Test
  void fullIsUntrueOnceMoreSeatsAreThereForEverybody() {
    won(1, 11, 0, 10);
    won(2, 12, 0, 10);
    rows(row(11, 1), row(12, 2));
    capacities.change(1, 3, 100 * MILLI, 110 * MILLI, 200 * MILLI);
    refused(3, "COURSE_FULL", 150, 160);
    assertThat(judge().valid()).isTrue();
    refused(3, "COURSE_FULL", 201, 210);
    assertThat(judge().counts()).containsEntry("untrue", 1);
  }

  /** Its DELETE took effect when MySQL committed again, and the entry waits for the reconciler. */
  @Test
  void aCancelOfUnknownOutcomeMayKeepItsSeatUntilTenSecondsAfterMySqlCommitsAgain() {
    won(1, 11, 0, 10);
    won(2, 12, 0, 10);
    cancel(2, 12, 101_000, 105_000, 503);
    cancel(2, 12, 160_100, 160_200, 404);
    rows(row(11, 1));
    refused(4, "COURSE_FULL", 162_000, 162_100);
    assertThat(judge(fault(100_000, 105_000)).counts()).containsEntry("untrue", 1);
    assertThat(judge(fault(100_000, 160_000)).valid()).isTrue();
    refused(4, "COURSE_FULL", 170_001, 170_100);
    assertThat(judge(fault(100_000, 160_000)).counts()).containsEntry("untrue", 1);
  }

  @Test
  void seatsThatWereTakenAwayAreOversoldOnlyAfterwards() {
    won(1, 11, 0, 10);
    won(2, 12, 0, 10);
    cancelled(2, 12, 20, 30);
    rows(row(11, 1));
    capacities.change(1, 1, 100 * MILLI, 200 * MILLI, 200 * MILLI);
    assertThat(judge().valid()).isTrue();
    won(3, 13, 150, 250);
    cancelled(3, 13, 260, 270);
    assertThat(judge().counts()).containsEntry("oversold", 1);
  }

  @Test
  void rowsBeyondTheSeatsOfMySqlAreOversoldAlsoWhileTheGateHasMore() {
    won(1, 11, 0, 10);
    rows(row(11, 1));
    capacities.change(1, 1, 100 * MILLI, 110 * MILLI, 500 * MILLI);
    won(3, 13, 150, 160);
    cancelled(3, 13, 170, 180);
    assertThat(judge().counts()).containsEntry("oversold", 1);
  }

  /** The disk had room again at 105 s, and MySQL committed again at 160 s. */
  @Test
  void aSeatOfUnknownOutcomeMayStayTakenUntilTenSecondsAfterMySqlCommitsAgain() {
    won(1, 11, 0, 10);
    won(2, 12, 0, 10);
    enroll(3, 101_000, 105_000, 503, "TEMPORARILY_UNAVAILABLE", 0);
    refused(3, "COURSE_FULL", 160_100, 160_200);
    cancelled(2, 12, 160_300, 160_400);
    rows(row(11, 1));
    refused(4, "COURSE_FULL", 162_000, 162_100);
    assertThat(judge(fault(100_000, 105_000)).counts()).containsEntry("untrue", 1);
    assertThat(judge(fault(100_000, 160_000)).valid()).isTrue();
    refused(4, "COURSE_FULL", 170_001, 170_100);
    assertThat(judge(fault(100_000, 160_000)).counts()).containsEntry("untrue", 1);
  }

  @Test
  void fullIsTrueForTenSecondsAfterASeatWasGivenBackDuringTheFault() {
    won(1, 11, 0, 10);
    won(2, 12, 0, 10);
    cancelled(2, 12, 100_500, 100_510);
    rows(row(11, 1));
    refused(3, "COURSE_FULL", 110_000, 110_100);
    assertThat(judge().valid()).isTrue();
    refused(3, "COURSE_FULL", 110_600, 110_700);
    assertThat(judge().counts()).containsEntry("untrue", 1);
  }

  @Test
  void manyRefusalsDoNotMakeEachOtherTrue() {
    won(1, 11, 0, 10);
    rows(row(11, 1));
    for (int student = 2; student < 10; student++) {
      refused(student, "COURSE_FULL", 1_000 * student, 1_000 * student + 10);
    }
    assertThat(judge().counts()).containsEntry("untrue", 8);
  }

  @Test
  void alreadyEnrolledIsUntrueForWhoeverNeverAsked() {
    refused(1, "ALREADY_ENROLLED", 0, 10);
    assertThat(judge().counts()).containsEntry("untrue", 1);
  }

  @Test
  void alreadyEnrolledIsUntrueAfterTheCancelWasAnswered() {
    won(1, 11, 0, 10);
    cancelled(1, 11, 20, 30);
    refused(1, "ALREADY_ENROLLED", 40, 50);
    assertThat(judge().counts()).containsEntry("untrue", 1);
  }

  @Test
  void aRefusalByARuleThatTheTablesDoNotConfirmIsUntrue() {
    refused(1, "PREREQUISITE", 0, 10);
    assertThat(judge().counts()).containsEntry("untrue", 1);
    confirmed.add(new HistoryFacts.Refused(1, 1, "PREREQUISITE"));
    assertThat(judge().valid()).isTrue();
  }

  /** The gate's last answer was full, so the gate was asked before the history. */
  @Test
  void aStudentWhomARuleForbidsACourseMayHoldItsSeatUntilTheAnswer() {
    won(1, 11, 0, 10);
    rows(row(11, 1));
    confirmed.add(new HistoryFacts.Refused(2, 1, "RETAKE_NOT_ALLOWED"));
    refused(2, "RETAKE_NOT_ALLOWED", 1_000, 1_100);
    refused(3, "COURSE_FULL", 1_050, 1_060);
    assertThat(judge().valid()).isTrue();
    refused(4, "COURSE_FULL", 1_200, 1_210);
    assertThat(judge().counts()).containsEntry("untrue", 1);
  }

  @Test
  void aStudentOutsideOfTheAudienceHoldsNoSeat() {
    won(1, 11, 0, 10);
    rows(row(11, 1));
    confirmed.add(new HistoryFacts.Refused(2, 1, "NOT_ELIGIBLE"));
    refused(2, "NOT_ELIGIBLE", 1_000, 1_100);
    refused(3, "COURSE_FULL", 1_050, 1_060);
    assertThat(judge().counts()).containsEntry("untrue", 1);
  }

  @Test
  void anAnswerThatIsNotOfTheContractIsUnexpected() {
    enroll(1, 0, 10, 500, "INTERNAL", 0);
    enroll(2, 0, 10, 400, "INVALID_REQUEST", 0);
    assertThat(judge().counts()).containsEntry("unexpected", 2);
  }

  private HistoryChecker.Findings judge() {
    return judge(fault(100_000, 101_000));
  }

  private static TimeWindow fault(long begin, long end) {
    return new TimeWindow(begin * MILLI, end * MILLI);
  }

  private HistoryChecker.Findings judge(@Nullable TimeWindow fault) {
    attempts.sort(Comparator.comparingLong(Attempt::start));
    PlanFacts plans =
        new NoPlans() {
          @Override
          public boolean overlap(long courseId, long otherId) {
            return overlapping && courseId != otherId;
          }
        };
    RuleRefusals rules = new RuleRefusals(plans, new HistoryFacts(confirmed), attempts, Set.of());
    List<MadeEnrollment> events = new ArrayList<>(made);
    rows.forEach(row -> {
      if (made.stream().noneMatch(event -> event.enrollmentId() == row.enrollmentId())) {
        events.add(new MadeEnrollment(row.enrollmentId(), row.studentId(), row.courseId(), false));
      }
    });
    RunFacts facts = new RunFacts(pools, closed, new EnrollmentEvents(events, pools));
    return new HistoryChecker(attempts, rows, capacities, rules, facts, fault).judge();
  }

  private void won(long student, long enrollment, long start, long end) {
    enroll(student, start, end, 201, null, enrollment);
  }

  private void refused(long student, String code, long start, long end) {
    enroll(student, start, end, 409, code, 0);
  }

  private void enroll(
      long student, long start, long end, int status, @Nullable String code, long enrollment) {
    add(AttemptKind.ENROLL, student, 0, start, end, status, code, enrollment);
  }

  private void cancelled(long student, long enrollment, long start, long end) {
    cancel(student, enrollment, start, end, 204);
  }

  private void look(long student, long enrollment, long start, long end, int status) {
    add(AttemptKind.LOOK, student, enrollment, start, end, status, null, 0);
  }

  private void cancel(long student, long enrollment, long start, long end, int status) {
    add(AttemptKind.CANCEL, student, enrollment, start, end, status, null, 0);
  }

  private void add(
      AttemptKind kind,
      long student,
      long target,
      long start,
      long end,
      int status,
      @Nullable String code,
      long enrollment) {
    PlannedRequest planned =
        new PlannedRequest(
            attempts.size(), student, course, PlannedRequest.Then.KEEP, false, false, true, lift);
    attempts.add(
        new Attempt(
            kind,
            planned,
            kind == AttemptKind.ENROLL ? "key-" + student : "cancel-" + target,
            student,
            course,
            target,
            start * MILLI,
            end * MILLI,
            status,
            code,
            enrollment,
            status == 0 ? "gave up" : null));
  }

  private static EnrollmentRow row(long enrollment, long student) {
    return new EnrollmentRow(enrollment, student, 1, false);
  }

  private void rows(EnrollmentRow... more) {
    rows.addAll(List.of(more));
  }
}
