package io.sugang.tools.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.tools.chaos.Attempt.AttemptKind;
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
  private final List<TimeWindow> deaths = new ArrayList<>();
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
  void aCancelThatAnInstanceDiedUnderMayFindNothing() {
    won(1, 11, 0, 10);
    cancel(1, 11, 20, 30, 404);
    deaths.add(new TimeWindow(25 * MILLI, 28 * MILLI));
    assertThat(judge().valid()).isTrue();
  }

  @Test
  void anEnrollmentThatIsGoneBeforeACancelThatNoInstanceDiedUnderIsLost() {
    won(1, 11, 0, 10);
    cancel(1, 11, 20, 30, 404);
    deaths.add(new TimeWindow(31 * MILLI, 35 * MILLI));
    assertThat(judge().counts()).containsEntry("lost", 1);
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
    RuleRefusals rules = new RuleRefusals(new NoPlans(), new HistoryFacts(confirmed), attempts);
    return new HistoryChecker(attempts, rows, capacities, rules, fault, deaths).judge();
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
    PlannedRequest wish =
        new PlannedRequest(
            attempts.size(), student, 1, PlannedRequest.Then.KEEP, false, false, true);
    attempts.add(
        new Attempt(
            kind,
            wish,
            kind == AttemptKind.ENROLL ? "key-" + student : "cancel-" + target,
            student,
            1,
            target,
            start * MILLI,
            end * MILLI,
            status,
            code,
            enrollment,
            status == 0 ? "gave up" : null));
  }

  private static EnrollmentRow row(long enrollment, long student) {
    return new EnrollmentRow(enrollment, student, 1);
  }

  private void rows(EnrollmentRow... more) {
    rows.addAll(List.of(more));
  }
}
