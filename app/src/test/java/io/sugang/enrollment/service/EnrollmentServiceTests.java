package io.sugang.enrollment.service;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sugang.audit.Actor;
import io.sugang.enrollment.service.EnrollmentResult.Created;
import io.sugang.enrollment.service.EnrollmentResult.Rejected;
import io.sugang.enrollment.service.EnrollmentResult.RejectedByPlan;
import io.sugang.enrollment.service.EnrollmentResult.RejectedByRules;
import io.sugang.enrollment.service.EnrollmentResult.Repeated;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.platform.problem.TemporarilyUnavailableException;
import io.sugang.rules.plan.CoursePermit;
import io.sugang.rules.plan.PlanDecision.Permitted;
import io.sugang.rules.plan.PlanDecision.RejectedCourse;
import io.sugang.rules.plan.PlanRejection;
import io.sugang.rules.plan.PlanRejection.CreditLimit;
import io.sugang.rules.plan.Retake;
import io.sugang.rules.window.RegistrationRejection;
import io.sugang.rules.window.RegistrationRejection.Closed;
import io.sugang.rules.window.RegistrationRejection.CourseCancelled;
import io.sugang.rules.window.RegistrationRejection.CourseClosed;
import io.sugang.rules.window.RegistrationRejection.NotOpen;
import io.sugang.seats.gate.GateAnswer.Granted;
import io.sugang.seats.gate.GateAnswer.NotGranted;
import io.sugang.seats.gate.GateAnswer.Unanswered;
import io.sugang.seats.gate.Settlement;
import io.sugang.seats.idempotency.InMemoryMarkers;
import io.sugang.seats.ledger.ClaimResult;
import io.sugang.seats.ledger.ClaimResult.AlreadyEnrolled;
import io.sugang.seats.ledger.ClaimResult.NotEnrolled;
import io.sugang.seats.ledger.CourseSeats;
import io.sugang.seats.ledger.EnrollmentRow;
import io.sugang.seats.pool.CoursePools;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.QueryTimeoutException;

/** Every decision about one enrollment, with a scripted gate and a scripted ledger. */
class EnrollmentServiceTests {
  private static final long STUDENT = 7;
  private static final long COURSE = 42;
  private static final String KEY = "key-1";
  private static final Granted GRANTED = new Granted("token");
  private static final EnrollmentRow ROW = row(1, COURSE, null);
  private static final EnrollmentRow ROW_OF_KEY = row(2, COURSE, KEY);
  private static final EnrollmentRow ROW_OF_OTHER_KEY = row(3, COURSE, "key-2");

  private final List<String> events = new CopyOnWriteArrayList<>();
  private final ScriptedGate gate = new ScriptedGate(events);
  private final ScriptedLedger ledger = new ScriptedLedger(events);
  private final RecordedRosters rosters = new RecordedRosters(events);
  private final ScriptedRules rules = new ScriptedRules(events);
  private final InMemoryMarkers markers = new InMemoryMarkers(events);
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private LongPredicate students = id -> id == STUDENT;
  private LongPredicate courses = id -> id == COURSE;
  private Duration pendingLimit = Duration.ofMillis(7);
  private Instant now = Instant.EPOCH;

  // The three waits of PENDING, 1, 2 and 4 ms, end the limit exactly.
  private final EnrollmentService service = service();

  private static EnrollmentRow row(long id, long course, @Nullable String key) {
    return new EnrollmentRow(id, new StudentId(STUDENT), new SeatsId(course), Instant.EPOCH, key);
  }

  private EnrollmentService service() {
    Eligibility eligibility =
        new Eligibility(id -> students.test(id.value()), id -> courses.test(id.value()));
    KeyedEnrollment keyed = new KeyedEnrollment(markers.requests(), ledger, new CoursePools());
    return new EnrollmentService(
        eligibility,
        ledger,
        new EnrollmentProtocol(
            gate, ledger, new GateEntries(gate, rosters), rosters, keyed, rules, eligibility),
        keyed,
        rules,
        new PoolTurns(new FreeSeats(ledger), () -> now, Duration.ofMillis(1)),
        new EnrollmentMeters(meters),
        new EnrollmentProperties(Duration.ofMillis(1), pendingLimit));
  }

  private CompletableFuture<EnrollmentResult> begin(@Nullable String key) {
    return service.enroll(
        new StudentId(STUDENT), new CourseId(COURSE), key, Instant.now(), Actor.student(1));
  }

  private EnrollmentResult enroll() {
    return begin(null).join();
  }

  private EnrollmentResult enrollWithKey() {
    return begin(KEY).join();
  }

  private long ended(String outcome) {
    return meters.get("sugang.enrollment").tag("outcome", outcome).timer().count();
  }

  @Nested
  class Pools {
    Pools() {
      rules.pools = List.of(new SeatsId(COURSE + 1), new SeatsId(COURSE + 2));
    }

    @Test
    void aFullPoolIsFollowedByTheNext() {
      gate.answers(NotGranted.FULL, new Granted("token"));
      ledger.claim = new ClaimResult.Enrolled(row(9, COURSE + 2, null));
      assertThat(enroll()).isEqualTo(new Created(row(9, COURSE + 2, null)));
    }

    @Test
    void theCourseIsFullWhenAllPoolsAreAtOneInstant() {
      gate.answers(NotGranted.FULL, NotGranted.FULL);
      ledger.seats.add(seats(0, 0));
      assertThat(enroll()).isEqualTo(Rejected.COURSE_FULL);
      assertThat(events).containsExactly("enter", "enter", "look [43, 44]");
    }

    @Test
    void aPoolWithASeatThatCameMeanwhileIsAskedAgain() {
      gate.answers(NotGranted.FULL, NotGranted.FULL, new Granted("token"));
      ledger.seats.add(seats(1, 0));
      ledger.claim = new ClaimResult.Enrolled(row(9, COURSE + 1, null));
      assertThat(enroll()).isEqualTo(new Created(row(9, COURSE + 1, null)));
    }

    @Test
    void theLedgerDecidesAloneAboutASeatThatTheGateDoesNotHave() {
      gate.answers(Collections.nCopies(5, NotGranted.FULL).toArray(NotGranted[]::new));
      ledger.seats.add(seats(0, 1));
      ledger.claim = new ClaimResult.Enrolled(row(9, COURSE + 2, null));
      assertThat(enroll()).isEqualTo(new Created(row(9, COURSE + 2, null)));
      assertThat(events).filteredOn("enter"::equals).hasSize(5);
      assertThat(events).contains("claim").doesNotContain("claim granted");
    }

    @Test
    void aRequestThatIsTooLateForEverySeatIsAnsweredUnavailable() {
      gate.answers(Collections.nCopies(5, NotGranted.FULL).toArray(NotGranted[]::new));
      ledger.seats.add(seats(0, 1));
      ledger.claim = ClaimResult.NotEnrolled.FULL;
      assertThat(enroll()).isEqualTo(Rejected.UNAVAILABLE);
    }

    @Test
    void seatsThatCannotBeReadAreUnavailable() {
      gate.answers(NotGranted.FULL, NotGranted.FULL);
      ledger.failure = new QueryTimeoutException("of the test");
      assertThat(enroll()).isEqualTo(Rejected.UNAVAILABLE);
    }

    @Test
    void onePoolThatIsFullCostsNoRead() {
      rules.pools = List.of(new SeatsId(COURSE + 1));
      rules.commonFrom = now.plusMillis(1);
      gate.answers(NotGranted.FULL);
      assertThat(enroll()).isEqualTo(Rejected.COURSE_FULL);
      assertThat(events).containsExactly("enter");
    }

    @Test
    void aMergeBetweenArrivalAndAnswerOpensTheCourse() {
      rules.pools = List.of(new SeatsId(COURSE + 1));
      rules.commonFrom = now;
      gate.answers(NotGranted.FULL, new Granted("token"));
      ledger.seats.add(
          new TreeMap<>(
              Map.of(
                  new SeatsId(COURSE + 1),
                  new CourseSeats(1, 1),
                  new SeatsId(COURSE),
                  new CourseSeats(1, 0))));
      ledger.claim = new ClaimResult.Enrolled(row(9, COURSE, null));
      assertThat(enroll()).isEqualTo(new Created(row(9, COURSE, null)));
      assertThat(events).contains("look [42, 43]");
    }

    private SortedMap<SeatsId, CourseSeats> seats(int free, int freeOfOther) {
      return new TreeMap<>(
          Map.of(
              new SeatsId(COURSE + 1), new CourseSeats(5 + free, 5),
              new SeatsId(COURSE + 2), new CourseSeats(5 + freeOfOther, 5)));
    }

    @Test
    void anotherRejectionIsNotFollowedByTheNextPool() {
      rules.decision = completedFuture(new RejectedCourse(new CreditLimit(16, 18, 3)));
      assertThat(enroll()).isEqualTo(new RejectedByPlan(new CreditLimit(16, 18, 3)));
      assertThat(events).isEmpty();
    }
  }

  @Nested
  class HistoryAndPlan {
    private final PlanRejection rejection = new CreditLimit(16, 18, 3);
    private final CoursePermit retake =
        new CoursePermit(new Retake(5, 2, null, null, 0), List.of());

    HistoryAndPlan() {
      rules.recordsDecisions = true;
    }

    private void forbid() {
      rules.decision = completedFuture(new RejectedCourse(rejection));
    }

    @Test
    void aRejectionHoldsNoSeat() {
      forbid();
      assertThat(enroll()).isEqualTo(new RejectedByPlan(rejection));
      assertThat(enrollWithKey()).isEqualTo(new RejectedByPlan(rejection));
      assertThat(events).containsExactly("decide", "decide");
      assertThat(ended("credit_limit")).isEqualTo(2);
    }

    @Test
    void aPermitReachesTheLedger() {
      rules.decision = completedFuture(new Permitted(retake));
      gate.answers(GRANTED);
      ledger.claim = new ClaimResult.Enrolled(ROW);
      assertThat(enroll()).isEqualTo(new Created(ROW));
      assertThat(ledger.permits).containsExactly(retake);
      assertThat(events).startsWith("decide", "enter", "claim granted");
    }

    @Test
    void aFullCourseIsRejectedWithoutAskingAgain() {
      gate.answers(NotGranted.FULL, NotGranted.FULL);
      assertThat(enroll()).isEqualTo(Rejected.COURSE_FULL);
      forbid();
      assertThat(enroll()).isEqualTo(Rejected.COURSE_FULL);
      assertThat(events).containsExactly("decide", "enter", "enter");
    }

    @Test
    void aSeatOfACourseThatWasFullIsGivenBackWhenTheRulesForbidIt() {
      gate.answers(NotGranted.FULL, GRANTED);
      enroll();
      events.clear();
      forbid();
      assertThat(enroll()).isEqualTo(new RejectedByPlan(rejection));
      assertThat(events).containsExactly("enter", "decide", "release token");
      events.clear();
      // It is not full any more, so the next click holds no seat.
      assertThat(enroll()).isEqualTo(new RejectedByPlan(rejection));
      assertThat(events).containsExactly("decide");
    }

    @Test
    void aSeatOfACourseThatWasFullIsClaimedWithThePermit() {
      gate.answers(NotGranted.FULL, GRANTED);
      enroll();
      rules.decision = completedFuture(new Permitted(retake));
      ledger.claim = new ClaimResult.Enrolled(ROW);
      assertThat(enroll()).isEqualTo(new Created(ROW));
      assertThat(ledger.permits).containsExactly(retake);
    }

    @Test
    void aSeatIsGivenBackWhenTheRulesCannotBeRead() {
      gate.answers(NotGranted.FULL, GRANTED);
      enroll();
      events.clear();
      rules.decision = CompletableFuture.failedFuture(new QueryTimeoutException("of the test"));
      assertThatThrownBy(() -> enroll()).hasCauseInstanceOf(QueryTimeoutException.class);
      assertThat(events).containsExactly("enter", "decide", "release token");
    }

    @Test
    void withoutTheGateTheLedgerIsAskedWithThePermit() {
      gate.answers(NotGranted.FULL, NotGranted.UNAVAILABLE);
      enroll();
      rules.decision = completedFuture(new Permitted(retake));
      ledger.claim = NotEnrolled.FULL;
      assertThat(enroll()).isEqualTo(Rejected.COURSE_FULL);
      assertThat(ledger.permits).containsExactly(retake);
    }
  }

  @Nested
  class BeforeTheGate {

    @Test
    void mySqlDownOrReadOnlyIsUnavailableAndNothingIsAsked() {
      ledger.available = false;
      assertThat(enroll()).isEqualTo(Rejected.UNAVAILABLE);
      assertThat(events).isEmpty();
      assertThat(ended("unavailable")).isEqualTo(1);
    }

    @Test
    void anUnknownStudentIsNotAskedFor() {
      students = id -> false;
      assertThat(enroll()).isEqualTo(Rejected.STUDENT_NOT_FOUND);
      assertThat(events).isEmpty();
    }

    @Test
    void anUnknownCourseIsNotAskedFor() {
      courses = id -> false;
      assertThat(enroll()).isEqualTo(Rejected.COURSE_NOT_FOUND);
      assertThat(events).isEmpty();
    }

    @Test
    void aDirectoryThatCannotTellFailsTheRequest() {
      students =
          id -> {
            throw new TemporarilyUnavailableException("of the test", new IllegalStateException());
          };
      assertThatThrownBy(() -> begin(null)).isInstanceOf(TemporarilyUnavailableException.class);
      assertThat(events).isEmpty();
      assertThat(ended("failed")).isEqualTo(1);
    }
  }

  @Nested
  class GateGranted {

    @Test
    void anEnrollmentIsConfirmed() {
      gate.answers(GRANTED);
      ledger.claim = new ClaimResult.Enrolled(ROW);
      assertThat(enroll()).isEqualTo(new Created(ROW));
      assertThat(events).containsExactly("enter", "claim granted", "confirm token");
      assertThat(ended("enrolled")).isEqualTo(1);
    }

    @Test
    void theAnswerDoesNotWaitForTheConfirm() {
      gate.answers(GRANTED);
      gate.settlement = new CompletableFuture<>();
      ledger.claim = new ClaimResult.Enrolled(ROW);
      assertThat(begin(null)).isCompletedWithValue(new Created(ROW));
      gate.settlement.complete(Settlement.SETTLED);
      assertThat(events).doesNotContain("suspect");
    }

    @ParameterizedTest
    @EnumSource(names = {"GONE", "UNKNOWN"})
    void aConfirmThatDidNotSettleMakesTheCourseSuspect(Settlement settlement) {
      gate.answers(GRANTED);
      gate.settlement = completedFuture(settlement);
      ledger.claim = new ClaimResult.Enrolled(ROW);
      assertThat(enroll()).isEqualTo(new Created(ROW));
      assertThat(events).endsWith("confirm token", "suspect");
    }

    @Test
    void aRowThatIsThereIsConfirmedWhoeverInsertedIt() {
      gate.answers(GRANTED);
      ledger.claim = new AlreadyEnrolled(ROW);
      assertThat(enroll()).isEqualTo(Rejected.ALREADY_ENROLLED);
      assertThat(events).containsExactly("enter", "claim granted", "confirm token");
    }

    @ParameterizedTest
    @CsvSource({
      "FULL, COURSE_FULL",
      "COURSE_NOT_FOUND, COURSE_NOT_FOUND",
      "STUDENT_NOT_FOUND, STUDENT_NOT_FOUND",
      "NOT_INSERTED, UNAVAILABLE"
    })
    void aRejectionOfTheLedgerIsAnsweredWhenTheSeatIsFreeAgain(
        NotEnrolled claim, Rejected rejected) {
      gate.answers(GRANTED);
      gate.settlement = new CompletableFuture<>();
      ledger.claim = claim;
      CompletableFuture<EnrollmentResult> result = begin(null);
      assertThat(events).endsWith("release token");
      assertThat(result).isNotDone();
      gate.settlement.complete(Settlement.SETTLED);
      assertThat(result).isCompletedWithValue(rejected);
    }

    @Test
    void aCourseThatIsFullInTheLedgerAloneIsSuspect() {
      gate.answers(GRANTED);
      ledger.claim = NotEnrolled.FULL;
      assertThat(enroll()).isEqualTo(Rejected.COURSE_FULL);
      assertThat(events).containsExactly("enter", "claim granted", "suspect", "release token");
    }

    @ParameterizedTest
    @EnumSource(
        names = {"FULL", "UNKNOWN"},
        mode = EnumSource.Mode.EXCLUDE)
    void anyOtherRejectionLeavesTheCourseAlone(NotEnrolled claim) {
      gate.answers(GRANTED);
      ledger.claim = claim;
      enroll();
      assertThat(events).containsExactly("enter", "claim granted", "release token");
    }

    @ParameterizedTest
    @EnumSource(names = {"GONE", "UNKNOWN"})
    void aReleaseThatDidNotSettleMakesTheCourseSuspect(Settlement settlement) {
      gate.answers(GRANTED);
      gate.settlement = completedFuture(settlement);
      ledger.claim = NotEnrolled.NOT_INSERTED;
      assertThat(enroll()).isEqualTo(Rejected.UNAVAILABLE);
      assertThat(events).endsWith("release token", "suspect");
    }

    @ParameterizedTest
    @EnumSource(value = NotEnrolled.class, names = "UNKNOWN", mode = EnumSource.Mode.EXCLUDE)
    void aClaimWithoutARowAfterItsAnswerGivesItsSeatBack(NotEnrolled late) {
      gate.answers(GRANTED);
      var outcome = new CompletableFuture<ClaimResult>();
      ledger.claim = new ClaimResult.OutOfTime(outcome);
      assertThat(enroll()).isEqualTo(Rejected.UNAVAILABLE);
      assertThat(events).containsExactly("enter", "claim granted");
      outcome.complete(late);
      assertThat(events).endsWith("release token");
      assertThat(events.contains("suspect")).isEqualTo(late == NotEnrolled.FULL);
    }

    @Test
    void aRuleThatRejectsAClaimAfterItsAnswerGivesItsSeatBack() {
      gate.answers(GRANTED);
      var outcome = new CompletableFuture<ClaimResult>();
      ledger.claim = new ClaimResult.OutOfTime(outcome);
      assertThat(enroll()).isEqualTo(Rejected.UNAVAILABLE);
      outcome.complete(new ClaimResult.RejectedClaim(new CreditLimit(18, 17, 3)));
      assertThat(events).endsWith("release token");
    }

    @Test
    void aRowThatIsCommittedAfterTheAnswerIsConfirmed() {
      gate.answers(GRANTED);
      var outcome = new CompletableFuture<ClaimResult>();
      ledger.claim = new ClaimResult.OutOfTime(outcome);
      assertThat(enroll()).isEqualTo(Rejected.UNAVAILABLE);
      outcome.complete(new ClaimResult.Enrolled(ROW));
      assertThat(events).containsExactly("enter", "claim granted", "confirm token");
    }

    @Test
    void anOutcomeThatStaysUnknownAfterTheAnswerMakesTheCourseSuspect() {
      gate.answers(GRANTED);
      var outcome = new CompletableFuture<ClaimResult>();
      ledger.claim = new ClaimResult.OutOfTime(outcome);
      assertThat(enroll()).isEqualTo(Rejected.UNAVAILABLE);
      outcome.complete(NotEnrolled.UNKNOWN);
      assertThat(events).containsExactly("enter", "claim granted", "suspect");
    }

    @Test
    void aRejectedClaimWithoutAnAnswerOfTheGateReleasesWhatTheCallMayHaveReserved() {
      gate.answers(new Unanswered("lost"));
      ledger.claim = new ClaimResult.RejectedClaim(new CreditLimit(18, 17, 3));
      enroll();
      assertThat(events).containsExactly("enter", "claim", "release lost");
    }

    @ParameterizedTest
    @CsvSource({"SETTLED, false", "GONE, false", "UNKNOWN, true"})
    void aCourseWithoutAnAnswerIsSuspectWhereTheReleaseHasNoneEither(
        Settlement settlement, boolean suspect) {
      gate.answers(new Unanswered("lost"));
      gate.settlement = completedFuture(settlement);
      ledger.claim = NotEnrolled.NOT_INSERTED;
      assertThat(enroll()).isEqualTo(Rejected.UNAVAILABLE);
      assertThat(events.contains("suspect")).isEqualTo(suspect);
    }

    @Test
    void aRowWithoutAnAnswerOfTheGateIsNotConfirmedByItsToken() {
      gate.answers(new Unanswered("lost"));
      ledger.claim = new ClaimResult.Enrolled(ROW);
      assertThat(enroll()).isEqualTo(new Created(ROW));
      assertThat(events).containsExactly("enter", "claim", "suspect");
    }

    @Test
    void anUnknownOutcomeLeavesTheEntryToTheReconciler() {
      gate.answers(GRANTED);
      ledger.claim = NotEnrolled.UNKNOWN;
      assertThat(enroll()).isEqualTo(Rejected.UNAVAILABLE);
      assertThat(events).containsExactly("enter", "claim granted");
    }
  }

  @Nested
  class GateFull {

    @Test
    void rejectsWithoutTheLedger() {
      gate.answers(NotGranted.FULL);
      assertThat(enroll()).isEqualTo(Rejected.COURSE_FULL);
      assertThat(events).containsExactly("enter");
    }

    @Test
    void rejectsAStudentWithoutTheSeatWhileTheGateMayLackRows() {
      gate.mayLackRows = true;
      gate.answers(NotGranted.FULL);
      assertThat(enroll()).isEqualTo(Rejected.COURSE_FULL);
      assertThat(events).containsExactly("enter", "find seat");
    }

    @Test
    void doesNotHideTheOwnSeatThatTheGateLacks() {
      gate.mayLackRows = true;
      gate.answers(NotGranted.FULL);
      ledger.ofSeat = ROW;
      assertThat(enroll()).isEqualTo(Rejected.ALREADY_ENROLLED);
    }

    @Test
    void doesNotHideTheOwnSeatOfTheSameKey() {
      gate.mayLackRows = true;
      gate.answers(NotGranted.FULL);
      ledger.ofSeat = ROW_OF_KEY;
      assertThat(enrollWithKey()).isEqualTo(new Repeated(ROW_OF_KEY));
    }

    @Test
    void isNotAnsweredWhileTheGateMayLackRowsAndMySqlDoesNotAnswer() {
      gate.mayLackRows = true;
      gate.answers(NotGranted.FULL);
      ledger.failure = new QueryTimeoutException("of the test");
      assertThatThrownBy(() -> enroll()).hasCauseInstanceOf(QueryTimeoutException.class);
    }

    @Test
    void rejectsBeforeTheRowOfTheKeyIsLookedUp() {
      gate.answers(NotGranted.FULL);
      ledger.ofKey = ROW_OF_KEY;
      assertThat(enrollWithKey()).isEqualTo(Rejected.COURSE_FULL);
      assertThat(events).containsExactly("marker put", "enter", "marker removed");
    }
  }

  @Nested
  class GateSaysAlreadyEnrolled {

    @Test
    void theRowOfTheSeatRejects() {
      gate.answers(NotGranted.ALREADY_ENROLLED);
      ledger.ofSeat = ROW;
      assertThat(enroll()).isEqualTo(Rejected.ALREADY_ENROLLED);
      assertThat(events).containsExactly("enter", "find seat");
    }

    @Test
    void withoutARowTheGateIsAskedAgain() {
      gate.answers(NotGranted.ALREADY_ENROLLED, GRANTED);
      ledger.claim = new ClaimResult.Enrolled(ROW);
      assertThat(enroll()).isEqualTo(new Created(ROW));
      assertThat(events)
          .containsExactly("enter", "find seat", "enter", "claim granted", "confirm token");
    }

    @Test
    void twiceWithoutARowTheLedgerDecidesAlone() {
      gate.answers(NotGranted.ALREADY_ENROLLED, NotGranted.ALREADY_ENROLLED);
      ledger.claim = new ClaimResult.Enrolled(ROW);
      assertThat(enroll()).isEqualTo(new Created(ROW));
      assertThat(events)
          .containsExactly("enter", "find seat", "enter", "find seat", "claim", "suspect");
    }

    @Test
    void theRowOfTheSeatWithTheKeyIsTheFirst201Again() {
      gate.answers(NotGranted.ALREADY_ENROLLED);
      // Committed between the two look-ups.
      ledger.ofSeat = ROW_OF_KEY;
      assertThat(enrollWithKey()).isEqualTo(new Repeated(ROW_OF_KEY));
    }

    @Test
    void theRowOfTheSeatWithAnotherKeyOrNoneRejects() {
      gate.answers(NotGranted.ALREADY_ENROLLED, NotGranted.ALREADY_ENROLLED);
      ledger.ofSeat = ROW_OF_OTHER_KEY;
      assertThat(enrollWithKey()).isEqualTo(Rejected.ALREADY_ENROLLED);
      ledger.ofSeat = ROW;
      assertThat(enrollWithKey()).isEqualTo(Rejected.ALREADY_ENROLLED);
    }

    @Test
    void aLookUpThatFailsFailsTheRequest() {
      gate.answers(NotGranted.ALREADY_ENROLLED);
      ledger.failure = new QueryTimeoutException("of the test");
      assertThat(begin(null))
          .isCompletedExceptionally()
          .failsWithin(Duration.ZERO)
          .withThrowableThat()
          .withCause(ledger.failure);
      assertThat(ended("failed")).isEqualTo(1);
    }
  }

  @Nested
  class GateSaysPending {

    @Test
    void theGateIsAskedAgainAfterAMoment() {
      gate.answers(NotGranted.PENDING, NotGranted.PENDING, GRANTED);
      ledger.claim = new ClaimResult.Enrolled(ROW);
      assertThat(enroll()).isEqualTo(new Created(ROW));
      assertThat(events)
          .containsExactly("enter", "enter", "enter", "claim granted", "confirm token");
    }

    @Test
    void whenTheLimitIsOverTheLedgerDecidesAlone() {
      gate.answers(
          NotGranted.PENDING, NotGranted.PENDING, NotGranted.PENDING, NotGranted.PENDING, GRANTED);
      ledger.claim = NotEnrolled.FULL;
      assertThat(enroll()).isEqualTo(Rejected.COURSE_FULL);
      assertThat(events).containsExactly("enter", "enter", "enter", "enter", "claim");
    }

    @Test
    void withoutALimitThatAllowsAWaitTheLedgerDecidesAtOnce() {
      pendingLimit = Duration.ZERO;
      gate.answers(NotGranted.PENDING);
      ledger.claim = new AlreadyEnrolled(ROW);
      assertThat(
              service()
                  .enroll(
                      new StudentId(STUDENT),
                      new CourseId(COURSE),
                      null,
                      Instant.now(),
                      Actor.student(1)))
          .isCompletedWithValue(Rejected.ALREADY_ENROLLED);
      assertThat(events).containsExactly("enter", "claim", "suspect");
    }
  }

  @Nested
  class GateHasNotLoadedTheCourse {

    @Test
    void theRosterIsLoadedAndTheGateAskedAgain() {
      gate.answers(NotGranted.NOT_LOADED, GRANTED);
      ledger.claim = new ClaimResult.Enrolled(ROW);
      assertThat(enroll()).isEqualTo(new Created(ROW));
      assertThat(events)
          .containsExactly("enter", "load", "enter", "claim granted", "confirm token");
    }

    @Test
    void aLoadThatDidNotHelpLeavesTheLedgerToDecideAlone() {
      gate.answers(NotGranted.NOT_LOADED, NotGranted.NOT_LOADED);
      ledger.claim = new ClaimResult.Enrolled(ROW);
      assertThat(enroll()).isEqualTo(new Created(ROW));
      assertThat(events).containsExactly("enter", "load", "enter", "claim", "suspect");
    }

    @Test
    void aLookUpThatFoundNoRowIsRememberedOverALoad() {
      gate.answers(NotGranted.ALREADY_ENROLLED, NotGranted.NOT_LOADED, NotGranted.ALREADY_ENROLLED);
      ledger.claim = NotEnrolled.FULL;
      assertThat(enroll()).isEqualTo(Rejected.COURSE_FULL);
      assertThat(events)
          .containsExactly("enter", "find seat", "enter", "load", "enter", "find seat", "claim");
    }
  }

  @Nested
  class GateUnavailable {

    @Test
    void anEnrollmentMakesTheCourseSuspectBecauseItsRowHasNoEntry() {
      ledger.claim = new ClaimResult.Enrolled(ROW);
      assertThat(enroll()).isEqualTo(new Created(ROW));
      assertThat(events).containsExactly("enter", "claim", "suspect");
    }

    @Test
    void aRowThatIsThereMakesTheCourseSuspect() {
      ledger.claim = new AlreadyEnrolled(ROW);
      assertThat(enroll()).isEqualTo(Rejected.ALREADY_ENROLLED);
      assertThat(events).containsExactly("enter", "claim", "suspect");
    }

    @ParameterizedTest
    @CsvSource({
      "FULL, COURSE_FULL",
      "COURSE_NOT_FOUND, COURSE_NOT_FOUND",
      "STUDENT_NOT_FOUND, STUDENT_NOT_FOUND",
      "NOT_INSERTED, UNAVAILABLE",
      "UNKNOWN, UNAVAILABLE"
    })
    void aRejectionOfTheLedgerHasNothingToRelease(NotEnrolled claim, Rejected rejected) {
      ledger.claim = claim;
      assertThat(enroll()).isEqualTo(rejected);
      assertThat(events).containsExactly("enter", "claim");
    }

    @Test
    void aGateThatFailsFailsTheRequest() {
      gate.fails(new IllegalStateException("of the test"));
      assertThatThrownBy(() -> enroll())
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(IllegalStateException.class);
      assertThat(events).containsExactly("enter");
      assertThat(ended("failed")).isEqualTo(1);
    }
  }

  @Nested
  class WithAKey {

    @Test
    void theMarkerStandsFromBeforeTheGateUntilTheRowIsCommitted() {
      gate.answers(GRANTED);
      ledger.claim = new ClaimResult.Enrolled(ROW_OF_KEY);
      assertThat(enrollWithKey()).isEqualTo(new Created(ROW_OF_KEY));
      assertThat(events)
          .containsExactly(
              "marker put",
              "enter",
              "find key",
              "claim granted with key-1",
              "confirm token",
              "marker removed");
    }

    @Test
    void theAnswerWaitsUntilTheMarkerIsRemoved() {
      CompletableFuture<Void> removal = new CompletableFuture<>();
      markers.holdRemovals(removal);
      gate.answers(NotGranted.FULL);
      CompletableFuture<EnrollmentResult> result = begin(KEY);
      assertThat(events).endsWith("marker removed");
      assertThat(result).isNotDone();
      removal.complete(null);
      assertThat(result).isCompletedWithValue(Rejected.COURSE_FULL);
    }

    @Test
    void theRowOfTheKeyIsTheFirst201AgainAndAGrantIsConfirmed() {
      gate.answers(GRANTED);
      ledger.ofKey = ROW_OF_KEY;
      assertThat(enrollWithKey()).isEqualTo(new Repeated(ROW_OF_KEY));
      assertThat(events)
          .containsExactly("marker put", "enter", "find key", "confirm token", "marker removed");
    }

    @Test
    void theRowOfTheKeyIsTheFirst201AgainWhereTheGateHasTheStudent() {
      gate.answers(NotGranted.ALREADY_ENROLLED);
      ledger.ofKey = ROW_OF_KEY;
      assertThat(enrollWithKey()).isEqualTo(new Repeated(ROW_OF_KEY));
      assertThat(events).doesNotContain("find seat");
    }

    @Test
    void aKeyOfAnotherCourseIsRejectedWhenTheGrantedSeatIsFreeAgain() {
      gate.answers(GRANTED);
      gate.settlement = new CompletableFuture<>();
      ledger.ofKey = row(4, COURSE + 1, KEY);
      CompletableFuture<EnrollmentResult> result = begin(KEY);
      assertThat(events).containsExactly("marker put", "enter", "find key", "release token");
      assertThat(result).isNotDone();
      gate.settlement.complete(Settlement.SETTLED);
      assertThat(result).isCompletedWithValue(Rejected.KEY_REUSED);
    }

    @Test
    void aKeyOfAnotherStudentsRowIsRejected() {
      ledger.ofKey =
          new EnrollmentRow(5, new StudentId(STUDENT + 1), new SeatsId(COURSE), Instant.EPOCH, KEY);
      assertThat(enrollWithKey()).isEqualTo(Rejected.KEY_REUSED);
    }

    @Test
    void withoutTheGateTheRowOfTheKeyDecidesFirst() {
      ledger.ofKey = ROW_OF_KEY;
      assertThat(enrollWithKey()).isEqualTo(new Repeated(ROW_OF_KEY));
      assertThat(events)
          .containsExactly("marker put", "enter", "find key", "suspect", "marker removed");
    }

    @Test
    void withoutTheGateAndWithoutARowTheLedgerDecides() {
      ledger.claim = new AlreadyEnrolled(ROW_OF_KEY);
      assertThat(enrollWithKey()).isEqualTo(new Repeated(ROW_OF_KEY));
      assertThat(events).contains("claim with key-1");
      ledger.claim = new AlreadyEnrolled(ROW_OF_OTHER_KEY);
      assertThat(enrollWithKey()).isEqualTo(Rejected.ALREADY_ENROLLED);
    }

    @Test
    void aLookUpOfTheKeyThatFailsReleasesTheGrantBeforeTheFailure() {
      gate.answers(GRANTED);
      gate.settlement = new CompletableFuture<>();
      ledger.failure = new QueryTimeoutException("of the test");
      CompletableFuture<EnrollmentResult> result = begin(KEY);
      assertThat(events).endsWith("find key", "release token");
      assertThat(result).isNotDone();
      gate.settlement.complete(Settlement.SETTLED);
      assertThat(result).isCompletedExceptionally();
      assertThat(events).endsWith("marker removed");
      assertThat(ended("failed")).isEqualTo(1);
    }

    @Test
    void aLookUpOfTheKeyThatFailsWithoutAGrantHasNothingToRelease() {
      ledger.failure = new QueryTimeoutException("of the test");
      assertThat(begin(KEY)).isCompletedExceptionally();
      assertThat(events).containsExactly("marker put", "enter", "find key", "marker removed");
    }

    @Test
    void anErrorFreesTheKey() {
      gate.error = new NoClassDefFoundError("of the test");
      assertThat(begin(KEY)).isCompletedExceptionally();
      assertThat(events).containsExactly("marker put", "enter", "marker removed");
      gate.error = null;
      gate.answers(NotGranted.FULL);
      assertThat(enrollWithKey()).isEqualTo(Rejected.COURSE_FULL);
    }
  }

  @Nested
  class WithAKeyInFlight {
    private final CompletableFuture<Settlement> held = new CompletableFuture<>();

    /** A request that has its marker, and waits for its release. */
    private CompletableFuture<EnrollmentResult> first(long course) {
      gate.answers(GRANTED);
      gate.settlement = held;
      ledger.claim = NotEnrolled.NOT_INSERTED;
      CompletableFuture<EnrollmentResult> first =
          service.enroll(
              new StudentId(STUDENT), new CourseId(course), KEY, Instant.now(), Actor.student(1));
      assertThat(first).isNotDone();
      events.clear();
      return first;
    }

    @Test
    void aRequestForTheSamePairIsRejectedWhileTheFirstIsInFlight() {
      CompletableFuture<EnrollmentResult> first = first(COURSE);
      assertThat(enrollWithKey()).isEqualTo(Rejected.IN_FLIGHT);
      assertThat(events).containsExactly("marker met", "find key");
      held.complete(Settlement.SETTLED);
      assertThat(first).isCompletedWithValue(Rejected.UNAVAILABLE);
      gate.answers(NotGranted.FULL);
      assertThat(enrollWithKey()).isEqualTo(Rejected.COURSE_FULL);
    }

    @Test
    void theRowOfTheKeyCountsMoreThanAMarkerOfTheSamePair() {
      first(COURSE);
      ledger.ofKey = ROW_OF_KEY;
      assertThat(enrollWithKey()).isEqualTo(new Repeated(ROW_OF_KEY));
      assertThat(events).containsExactly("marker met", "find key");
    }

    @Test
    void aRequestForAnotherCourseIsRejected() {
      courses = id -> true;
      first(COURSE + 1);
      assertThat(enrollWithKey()).isEqualTo(Rejected.KEY_REUSED);
      assertThat(events).containsExactly("marker met", "find key");
    }

    @Test
    void theRowOfTheKeyCountsMoreThanAMarkerOfAnotherCourse() {
      courses = id -> true;
      first(COURSE + 1);
      ledger.ofKey = ROW_OF_KEY;
      assertThat(enrollWithKey()).isEqualTo(new Repeated(ROW_OF_KEY));
    }

    @Test
    void aMarkerIsOneOfTheCourseAlsoWhereItsPoolsAreNotKnownYet() {
      first(COURSE);
      rules.pools = List.of(new SeatsId(COURSE + 1));
      assertThat(enrollWithKey()).isEqualTo(Rejected.IN_FLIGHT);
    }

    @Test
    void withoutRedisTheInstanceKnowsItsOwnRequests() {
      markers.goAway();
      first(COURSE);
      assertThat(enrollWithKey()).isEqualTo(Rejected.IN_FLIGHT);
      assertThat(events).containsExactly("find key");
    }

    @Test
    void aLookUpThatFailsFailsTheSecondRequestAlone() {
      CompletableFuture<EnrollmentResult> first = first(COURSE);
      ledger.failure = new QueryTimeoutException("of the test");
      assertThat(begin(KEY)).isCompletedExceptionally();
      held.complete(Settlement.SETTLED);
      assertThat(first).isCompletedWithValue(Rejected.UNAVAILABLE);
    }
  }

  @Test
  void anEnrollmentIsFoundByItsId() {
    assertThat(service.find(1)).isEmpty();
    ledger.ofId = ROW;
    assertThat(service.find(1)).contains(ROW);
  }

  @Nested
  class OutsideItsWindow {
    private static final RejectedByRules CLOSED = new RejectedByRules(new Closed(Instant.EPOCH));

    @Test
    void isRejectedBeforeTheGateAndWithoutAMarker() {
      rules.rejection = new NotOpen(Instant.EPOCH);
      assertThat(begin(KEY)).isCompletedWithValue(new RejectedByRules(rules.rejection));
      assertThat(begin(null)).isCompletedWithValue(new RejectedByRules(rules.rejection));
      assertThat(events).containsExactly("refuse ENROLL", "refuse ENROLL");
      assertThat(meters.get("sugang.enrollment").tag("outcome", "not_open").timer().count())
          .isEqualTo(2);
    }

    @Test
    void anUnknownCourseIsStillNotFound() {
      rules.rejection = CLOSED.rejection();
      courses = id -> false;
      assertThat(begin(null)).isCompletedWithValue(Rejected.COURSE_NOT_FOUND);
    }

    @Test
    void aRepetitionAfterTheCloseIsAnsweredAsTheFirstRequestWas() {
      rules.rejection = CLOSED.rejection();
      rules.closedLately = true;
      ledger.ofKey = ROW_OF_KEY;
      assertThat(begin(KEY)).isCompletedWithValue(new Repeated(ROW_OF_KEY));
      assertThat(begin(null)).isCompletedWithValue(CLOSED);
    }

    @Test
    void aRepetitionForACourseThatTheDeskClosedIsAnsweredAsTheFirstRequestWas() {
      for (RegistrationRejection closed : List.of(new CourseClosed(), new CourseCancelled())) {
        rules.rejection = closed;
        ledger.ofKey = ROW_OF_KEY;
        assertThat(begin(KEY)).isCompletedWithValue(new Repeated(ROW_OF_KEY));
        assertThat(begin(null)).isCompletedWithValue(new RejectedByRules(closed));
      }
    }

    @Test
    void aKeyWithoutARowOrOfAnotherCourseChangesNothing() {
      rules.rejection = CLOSED.rejection();
      rules.closedLately = true;
      assertThat(begin(KEY)).isCompletedWithValue(CLOSED);
      ledger.ofKey = row(5, COURSE + 1, KEY);
      assertThat(begin(KEY)).isCompletedWithValue(CLOSED);
    }

    @Test
    void longAfterTheCloseNoRowIsLookedFor() {
      rules.rejection = CLOSED.rejection();
      ledger.ofKey = ROW_OF_KEY;
      assertThat(begin(KEY)).isCompletedWithValue(CLOSED);
      assertThat(events).containsExactly("refuse ENROLL");
    }
  }
}
