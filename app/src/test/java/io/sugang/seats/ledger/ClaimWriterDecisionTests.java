package io.sugang.seats.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sugang.audit.Actor;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.CoursePermit;
import io.sugang.rules.plan.PlanCourse;
import io.sugang.rules.plan.PlanObserver;
import io.sugang.rules.plan.PlanRejection;
import io.sugang.rules.plan.PlanRejection.Corequisite;
import io.sugang.rules.plan.PlanRejection.NotInTerm;
import io.sugang.rules.plan.PlanRejection.RetakeLimit;
import io.sugang.rules.plan.PlanRejection.RetakeUnit;
import io.sugang.rules.plan.PlanRejection.SameSubject;
import io.sugang.rules.plan.Retake;
import io.sugang.rules.plan.SlotMask;
import io.sugang.rules.plan.StudentPlan;
import io.sugang.rules.plan.SubjectName;
import io.sugang.seats.ledger.ClaimResult.AlreadyEnrolled;
import io.sugang.seats.ledger.ClaimResult.Enrolled;
import io.sugang.seats.ledger.ClaimResult.NotEnrolled;
import io.sugang.seats.ledger.ClaimResult.RejectedClaim;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionTemplate;

/** Every decision of the claim writer, on tables in memory, with faults and a clock of the test. */
@Execution(ExecutionMode.CONCURRENT)
class ClaimWriterDecisionTests {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final long FIRST_COURSE = 1;
  private static final long SECOND_COURSE = 2;
  private static final int READ_ONLY = 1290;

  /** What is executed of the claim that holds the writer. */
  private static final List<String> HELD =
      List.of("lock [1] UPDATE", "insert 1", "count {1=1}", "commit");

  private final InMemoryTables tables = new InMemoryTables();
  private final InMemoryPlans plans = new InMemoryPlans(tables);
  private final State state = new State();
  private final AtomicLong now = new AtomicLong();
  private final AtomicLong lastId = new AtomicLong(100);
  private final AtomicInteger lookUps = new AtomicInteger();
  private final AtomicReference<Thread> writerThread = new AtomicReference<>();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final List<ClaimWriter> writers = new ArrayList<>();
  private final ClaimsInDoubt inDoubt = new ClaimsInDoubt(this::lookUp, state);
  private volatile InMemoryTables.Fault onLookUp = InMemoryTables.Fault.NONE;
  private LongSupplier ids = lastId::incrementAndGet;

  private static final class State implements MySqlState {
    final List<RuntimeException> failures = new CopyOnWriteArrayList<>();
    volatile boolean up = true;

    @Override
    public boolean up() {
      return up;
    }

    @Override
    public void failed(RuntimeException failure) {
      failures.add(failure);
    }
  }

  ClaimWriterDecisionTests() {
    tables.course(FIRST_COURSE, 50);
    tables.course(SECOND_COURSE, 50);
  }

  @AfterEach
  void end() throws InterruptedException {
    tables.onBegin = InMemoryTables.Fault.NONE;
    for (ClaimWriter writer : writers) {
      writer.stop();
    }
    inDoubt.stop();
    // Whatever the faults of a test were.
    assertThat(tables.audited())
        .as("enrollments with an event")
        .containsExactlyInAnyOrderElementsOf(
            tables.rows().values().stream().map(EnrollmentRow::enrollmentId).toList());
  }

  private Map<StudentId, EnrollmentRow> lookUp(SeatsId seatsId, Collection<StudentId> students) {
    lookUps.incrementAndGet();
    onLookUp.strike();
    return tables.lookUp(seatsId, students);
  }

  private final Map<PlanKey, Optional<StudentPlan>> seen = new ConcurrentHashMap<>();
  private final PlanObserver observer =
      new PlanObserver() {
        @Override
        public void seen(StudentId studentId, long termId, @Nullable StudentPlan plan) {
          seen.put(new PlanKey(studentId, termId), Optional.ofNullable(plan));
        }

        @Override
        public void changed(StudentId studentId, long termId) {
          throw new UnsupportedOperationException();
        }
      };

  private ClaimWriter writer() {
    return writer(8, Duration.ZERO, 100, Duration.ofSeconds(30));
  }

  private ClaimWriter writer(
      int groupSize, Duration groupInterval, int queueCapacity, Duration claimTimeout) {
    ClaimWriter writer =
        new ClaimWriter(
            new ClaimTransaction(new TransactionTemplate(tables), tables, plans, observer),
            ids,
            inDoubt,
            state,
            new LedgerMeters(meters),
            new LedgerProperties(
                groupSize, groupInterval, queueCapacity, claimTimeout, 2, Duration.ofMillis(100)),
            now::get);
    writers.add(writer);
    return writer;
  }

  private static Claim claim(long course, long student) {
    return new Claim(
        new Seat(new StudentId(student), new SeatsId(course)),
        null,
        Instant.now(),
        false,
        null,
        Actor.student(1));
  }

  private static Claim granted(long course, long student) {
    return new Claim(
        new Seat(new StudentId(student), new SeatsId(course)),
        null,
        Instant.now(),
        true,
        null,
        Actor.student(1));
  }

  private static CompletableFuture<ClaimResult> offer(ClaimWriter writer, Claim claim) {
    assertThat(writer.offer(claim)).isTrue();
    return claim.result;
  }

  private static ClaimResult result(ClaimWriter writer, Claim claim) {
    assertThat(offer(writer, claim)).succeedsWithin(SOON);
    return claim.result.join();
  }

  /** Has the row of a course refuse its lock for a second: from then on it counts as locked. */
  private void refused(ClaimWriter writer, Claim claim) {
    String look = "lock [" + claim.seat.seatsId() + "] UPDATE_NOWAIT";
    tables.locked.add(claim.seat.seatsId());
    long before = looks(look);
    CompletableFuture<ClaimResult> result = offer(writer, claim);
    // The first refusal is noted before the second look.
    await().until(() -> looks(look) >= before + 2);
    assertThat(result).isNotDone();
    now.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(result).succeedsWithin(SOON).isEqualTo(NotEnrolled.NOT_INSERTED);
  }

  private long looks(String look) {
    return tables.events.stream().filter(look::equals).count();
  }

  /** Has claims written as one group: they are offered while the writer is in a transaction. */
  private void together(ClaimWriter writer, Claim... claims) {
    try (Held held = new Held(writer)) {
      for (Claim claim : claims) {
        offer(writer, claim);
      }
      held.release();
    }
    for (Claim claim : claims) {
      assertThat(claim.result).succeedsWithin(SOON);
    }
  }

  /** What was executed after the transaction that held the writer. */
  private List<String> events() {
    return tables.events.subList(HELD.size(), tables.events.size());
  }

  /** Holds the writer in the transaction of another claim. */
  private final class Held implements AutoCloseable {
    private final CountDownLatch released = new CountDownLatch(1);
    private final Claim own;

    Held(ClaimWriter writer) {
      this(writer, FIRST_COURSE);
    }

    Held(ClaimWriter writer, long course) {
      own = claim(course, 1_000);
      CountDownLatch reached = new CountDownLatch(1);
      tables.onBegin =
          () -> {
            writerThread.set(Thread.currentThread());
            reached.countDown();
            awaitQuietly(released);
          };
      offer(writer, own);
      awaitQuietly(reached);
      tables.onBegin = InMemoryTables.Fault.NONE;
    }

    void release() {
      released.countDown();
    }

    @Override
    public void close() {
      release();
      assertThat(own.result).succeedsWithin(SOON);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      assertThat(latch.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private static InMemoryTables.Fault failing(RuntimeException failure) {
    return () -> {
      throw failure;
    };
  }

  @Nested
  class Groups {

    @Test
    void claimsThatWaitShareATransaction() {
      together(writer(), claim(FIRST_COURSE, 1), claim(SECOND_COURSE, 1), claim(FIRST_COURSE, 2));
      assertThat(events())
          .containsExactly("lock [1, 2] UPDATE", "insert 3", "count {1=2, 2=1}", "commit");
      assertThat(meters.get("sugang.ledger.group").summary().max()).isEqualTo(3);
    }

    @Test
    void aGroupHasAsManyClaimsAsItMayHave() {
      together(
          writer(2, Duration.ZERO, 100, SOON),
          claim(FIRST_COURSE, 1),
          claim(FIRST_COURSE, 2),
          claim(FIRST_COURSE, 3));
      assertThat(events())
          .filteredOn(event -> event.startsWith("insert"))
          .containsExactly("insert 2", "insert 1");
    }

    @Test
    void aClaimThatWasAloneDelaysNoOther() {
      ClaimWriter writer = writer(8, Duration.ofMillis(5), 100, SOON);
      assertThat(result(writer, claim(FIRST_COURSE, 1))).isInstanceOf(Enrolled.class);
      assertThat(result(writer, claim(FIRST_COURSE, 2))).isInstanceOf(Enrolled.class);
    }

    @Test
    void afterAGroupOfSeveralTheNextGathersForTheInterval() {
      ClaimWriter writer = writer(8, Duration.ofMillis(5), 100, SOON);
      together(writer, claim(FIRST_COURSE, 1), claim(FIRST_COURSE, 2));
      CompletableFuture<ClaimResult> third = offer(writer, claim(FIRST_COURSE, 3));
      await().until(() -> writer.waiting() == 0);
      assertThat(third).isNotDone();
      CompletableFuture<ClaimResult> fourth = offer(writer, claim(FIRST_COURSE, 4));
      now.addAndGet(Duration.ofMillis(5).toNanos());
      assertThat(third).succeedsWithin(SOON);
      assertThat(fourth).succeedsWithin(SOON);
      assertThat(events()).endsWith("lock [1] UPDATE", "insert 2", "count {1=2}", "commit");
    }

    @Test
    void aFullGroupWaitsForNoInterval() {
      ClaimWriter writer = writer(3, Duration.ofMillis(5), 100, SOON);
      together(writer, claim(FIRST_COURSE, 1), claim(FIRST_COURSE, 2));
      CompletableFuture<ClaimResult> third = offer(writer, claim(FIRST_COURSE, 3));
      offer(writer, claim(FIRST_COURSE, 4));
      offer(writer, claim(FIRST_COURSE, 5));
      assertThat(third).succeedsWithin(SOON);
    }

    @Test
    void aFullQueueRefuses() {
      ClaimWriter writer = writer(8, Duration.ZERO, 1, SOON);
      try (Held held = new Held(writer)) {
        assertThat(writer.offer(claim(FIRST_COURSE, 1))).isTrue();
        assertThat(writer.waiting()).isEqualTo(1);
        assertThat(writer.offer(claim(FIRST_COURSE, 2))).isFalse();
        held.release();
      }
    }
  }

  @Nested
  class TakeOrDecide {

    @Test
    void grantedClaimsTakeTheirSeatsWithoutReading() {
      ClaimWriter writer = writer();
      together(writer, granted(FIRST_COURSE, 1), granted(SECOND_COURSE, 1));
      assertThat(events()).containsExactly("count {1=1, 2=1}", "insert 2", "commit");
      assertThat(tables.rows())
          .containsKeys(
              new Seat(new StudentId(1), new SeatsId(1)),
              new Seat(new StudentId(1), new SeatsId(2)));
    }

    @Test
    void oneClaimWithoutAGrantHasTheGroupDecided() {
      together(writer(), granted(FIRST_COURSE, 1), claim(SECOND_COURSE, 1));
      assertThat(events()).first().isEqualTo("lock [1, 2] UPDATE");
    }

    @Test
    void aGateThatGrantedTooMuchHasItsGroupRolledBackAndDecided() {
      tables.course(3, 1);
      Claim first = granted(3, 1);
      Claim second = granted(3, 2);
      together(writer(), first, second);
      assertThat(events())
          .containsExactly(
              "count {3=2}", "rollback", "lock [3] UPDATE", "insert 1", "count {3=1}", "commit");
      assertThat(first.result.join()).isInstanceOf(Enrolled.class);
      assertThat(second.result.join()).isEqualTo(NotEnrolled.FULL);
      assertThat(tables.enrolled(3)).isEqualTo(1);
    }

    @Test
    void aGrantForAStudentWithARowIsAlreadyEnrolled() {
      EnrollmentRow row = tables.row(7, new Seat(new StudentId(1), new SeatsId(FIRST_COURSE)));
      assertThat(result(writer(), granted(FIRST_COURSE, 1))).isEqualTo(new AlreadyEnrolled(row));
      assertThat(tables.enrolled(FIRST_COURSE)).isEqualTo(1);
    }

    @Test
    void aGrantForACourseThatIsGoneIsNotFound() {
      assertThat(result(writer(), granted(9, 1))).isEqualTo(NotEnrolled.COURSE_NOT_FOUND);
      assertThat(tables.events)
          .containsExactly("count {9=1}", "rollback", "lock [9] UPDATE", "commit");
    }

    @Test
    void aGroupIsDecidedInItsOrder() {
      tables.course(3, 1);
      EnrollmentRow row = tables.row(7, new Seat(new StudentId(1), new SeatsId(FIRST_COURSE)));
      Claim winner = claim(3, 1);
      Claim late = claim(3, 2);
      Claim twin = claim(3, 1);
      Claim already = claim(FIRST_COURSE, 1);
      Claim unknown = claim(9, 1);
      together(writer(), winner, late, twin, already, unknown);
      assertThat(winner.result.join()).isInstanceOf(Enrolled.class);
      assertThat(late.result.join()).isEqualTo(NotEnrolled.FULL);
      assertThat(twin.result.join())
          .isEqualTo(new AlreadyEnrolled(tables.rowOf(new Seat(new StudentId(1), new SeatsId(3)))));
      assertThat(already.result.join()).isEqualTo(new AlreadyEnrolled(row));
      assertThat(unknown.result.join()).isEqualTo(NotEnrolled.COURSE_NOT_FOUND);
    }

    /** Its one seat is that of student 1. */
    private ClaimWriter writerThatFoundCourseThreeFull() {
      tables.course(3, 1);
      tables.row(7, new Seat(new StudentId(1), new SeatsId(3)));
      ClaimWriter writer = writer();
      assertThat(result(writer, claim(3, 2))).isEqualTo(NotEnrolled.FULL);
      return writer;
    }

    @Test
    void aCourseThatWasFullRejectsWithoutALock() {
      ClaimWriter writer = writerThatFoundCourseThreeFull();
      tables.events.clear();
      // Also where another transaction holds the course row.
      tables.locked.add(new SeatsId(3));
      assertThat(result(writer, claim(3, 3))).isEqualTo(NotEnrolled.FULL);
      assertThat(tables.events).containsExactly("occupancy 1", "commit");
    }

    @Test
    void aRefusedLockOfACourseThatWasFullIsNotWaitedForAgain() {
      ClaimWriter writer = writerThatFoundCourseThreeFull();
      together(writer, claim(3, 3), claim(FIRST_COURSE, 3), claim(SECOND_COURSE, 3));
      refused(writer, granted(3, 4));
      tables.events.clear();
      together(writer, claim(3, 5), claim(FIRST_COURSE, 5), claim(SECOND_COURSE, 5));
      assertThat(tables.events)
          .contains("lock [3] UPDATE_NOWAIT")
          .doesNotContain("lock [1, 2, 3] UPDATE");
    }

    @Test
    void aCourseThatTheDeskClosedSaysSoAlsoWhenItIsFull() {
      ClaimWriter writer = writerThatFoundCourseThreeFull();
      tables.close(3);
      assertThat(result(writer, claim(3, 3))).isEqualTo(NotEnrolled.COURSE_CLOSED);
    }

    @Test
    void aCourseThatWasFullGivesASeatThatCameFree() {
      ClaimWriter writer = writerThatFoundCourseThreeFull();
      tables.course(3, 2);
      assertThat(result(writer, claim(3, 2))).isInstanceOf(Enrolled.class);
      assertThat(result(writer, claim(3, 3))).isEqualTo(NotEnrolled.FULL);
    }

    @Test
    void whoHasASeatOfACourseThatWasFullIsToldSo() {
      ClaimWriter writer = writerThatFoundCourseThreeFull();
      EnrollmentRow row = tables.rowOf(new Seat(new StudentId(1), new SeatsId(3)));
      Claim holder = claim(3, 1);
      Claim other = claim(3, 3);
      Claim elsewhere = claim(FIRST_COURSE, 3);
      together(writer, holder, other, elsewhere);
      assertThat(holder.result.join()).isEqualTo(new AlreadyEnrolled(row));
      assertThat(other.result.join()).isEqualTo(NotEnrolled.FULL);
      assertThat(elsewhere.result.join()).isInstanceOf(Enrolled.class);
    }

    @Test
    void aGrantForACourseThatWasFullIsDecidedBehindTheLock() {
      ClaimWriter writer = writerThatFoundCourseThreeFull();
      tables.events.clear();
      assertThat(result(writer, granted(3, 3))).isEqualTo(NotEnrolled.FULL);
      assertThat(tables.events)
          .containsExactly("count {3=1}", "rollback", "lock [3] UPDATE", "commit");
    }

    @Test
    void aFailureThatIsNoRefusalEndsATakeInDoubt() {
      tables.onInsert = failing(new QueryTimeoutException("of the test"));
      assertThat(result(writer(), granted(FIRST_COURSE, 1))).isEqualTo(NotEnrolled.NOT_INSERTED);
      assertThat(lookUps).hasValue(1);
    }
  }

  @Nested
  class RowsRefused {

    @Test
    void aStudentWhoIsGoneFailsNoOtherClaimOfTheGroup() {
      tables.unknownStudents.add(new StudentId(2));
      Claim first = claim(FIRST_COURSE, 1);
      Claim gone = claim(FIRST_COURSE, 2);
      Claim third = claim(SECOND_COURSE, 3);
      together(writer(), first, gone, third);
      assertThat(first.result.join()).isInstanceOf(Enrolled.class);
      assertThat(gone.result.join()).isEqualTo(NotEnrolled.STUDENT_NOT_FOUND);
      assertThat(third.result.join()).isInstanceOf(Enrolled.class);
      assertThat(events())
          .filteredOn(event -> event.startsWith("insert"))
          .containsExactly("insert 3", "insert 1", "insert 1", "insert 1");
      assertThat(state.failures).isEmpty();
    }

    @Test
    void aRowThatIsRefusedForAnotherReasonIsLookedUp() {
      ids = () -> 7;
      tables.row(7, new Seat(new StudentId(9), new SeatsId(SECOND_COURSE)));
      assertThat(result(writer(), claim(FIRST_COURSE, 1))).isEqualTo(NotEnrolled.NOT_INSERTED);
      assertThat(lookUps).hasValue(1);
      assertThat(state.failures).hasSize(1);
    }

    @Test
    void whenMySqlGoesDownMeanwhileTheRestIsNotTried() {
      tables.unknownStudents.add(new StudentId(2));
      Claim first = claim(FIRST_COURSE, 1);
      Claim gone = claim(FIRST_COURSE, 2);
      ClaimWriter writer = writer();
      try (Held held = new Held(writer)) {
        offer(writer, first);
        offer(writer, gone);
        tables.onInsert =
            () -> {
              // Of the group, not of the claim that holds the writer.
              state.up = tables.events.stream().filter("insert 2"::equals).findAny().isEmpty();
            };
        held.release();
      }
      assertThat(first.result).succeedsWithin(SOON).isEqualTo(NotEnrolled.NOT_INSERTED);
      assertThat(gone.result).succeedsWithin(SOON).isEqualTo(NotEnrolled.NOT_INSERTED);
    }
  }

  @Nested
  class CourseRowsLocked {

    @Test
    void onlyTheClaimsOfTheLockedCourseAreNotInserted() {
      Claim behind = claim(FIRST_COURSE, 1);
      Claim other = claim(SECOND_COURSE, 1);
      ClaimWriter writer = writer();
      try (Held held = new Held(writer)) {
        offer(writer, behind);
        offer(writer, other);
        tables.beforeCommit =
            () -> {
              // From the transaction that holds the writer on.
              tables.locked.add(new SeatsId(FIRST_COURSE));
            };
        held.release();
      }
      assertThat(other.result).succeedsWithin(SOON);
      assertThat(other.result.join()).isInstanceOf(Enrolled.class);
      await().until(() -> looks("lock [1] UPDATE_NOWAIT") >= 2);
      now.addAndGet(Duration.ofSeconds(1).toNanos());
      assertThat(behind.result).succeedsWithin(SOON).isEqualTo(NotEnrolled.NOT_INSERTED);
      assertThat(events())
          .startsWith(
              "lock [1, 2] UPDATE",
              "rollback",
              "lock [1] UPDATE_NOWAIT",
              "rollback",
              "lock [2] UPDATE_NOWAIT",
              "insert 1",
              "count {2=1}",
              "commit");
      assertThat(state.failures).isEmpty();
    }

    @Test
    void aCourseThatIsBusyAtOneLookIsLookedAtAgain() {
      ClaimWriter writer = writer();
      tables.course(3, 50);
      tables.locked.add(new SeatsId(FIRST_COURSE));
      tables.locked.add(new SeatsId(SECOND_COURSE));
      Claim locked = claim(FIRST_COURSE, 1);
      Claim busy = claim(SECOND_COURSE, 1);
      try (Held held = new Held(writer, 3)) {
        offer(writer, locked);
        offer(writer, busy);
        held.release();
      }
      await().until(() -> looks("lock [2] UPDATE_NOWAIT") >= 3);
      assertThat(busy.result).isNotDone();
      tables.locked.remove(new SeatsId(SECOND_COURSE));
      assertThat(busy.result).succeedsWithin(SOON).isInstanceOf(Enrolled.class);
      assertThat(locked.result).isNotDone();
      now.addAndGet(Duration.ofSeconds(1).toNanos());
      assertThat(locked.result).succeedsWithin(SOON).isEqualTo(NotEnrolled.NOT_INSERTED);
      assertThat(tables.rows())
          .containsOnlyKeys(
              new Seat(new StudentId(1_000), new SeatsId(3)),
              new Seat(new StudentId(1), new SeatsId(SECOND_COURSE)));
    }

    @Test
    void noMoreClaimsOfABusyCourseAreKeptThanTheQueueTakes() {
      ClaimWriter writer = writer(8, Duration.ZERO, 2, SOON);
      tables.locked.add(new SeatsId(FIRST_COURSE));
      List<CompletableFuture<ClaimResult>> claims = new ArrayList<>();
      for (long student = 1; student <= 3; student++) {
        claims.add(offer(writer, claim(FIRST_COURSE, student)));
        await().until(() -> writer.waiting() == 0);
      }
      await().until(() -> claims.stream().anyMatch(CompletableFuture::isDone));
      tables.locked.clear();
      assertThat(claims).allSatisfy(claim -> assertThat(claim).succeedsWithin(SOON));
      assertThat(claims).filteredOn(claim -> claim.join() == NotEnrolled.NOT_INSERTED).hasSize(1);
      assertThat(tables.enrolled(FIRST_COURSE)).isEqualTo(2);
    }

    @Test
    void aLockThatWasRefusedIsNotWaitedForForTenSeconds() {
      ClaimWriter writer = writer();
      refused(writer, claim(FIRST_COURSE, 1));
      tables.events.clear();
      now.addAndGet(Duration.ofSeconds(9).toNanos());
      assertThat(result(writer, claim(FIRST_COURSE, 1))).isEqualTo(NotEnrolled.NOT_INSERTED);
      assertThat(tables.events).containsExactly("lock [1] UPDATE_NOWAIT", "rollback");
      tables.events.clear();
      // From the first refusal on, however many came since.
      now.addAndGet(1);
      refused(writer, claim(FIRST_COURSE, 1));
      assertThat(tables.events).first().isEqualTo("lock [1] UPDATE");
    }

    @Test
    void claimsOfOtherCoursesAreWrittenTogetherBeforeThoseOfALockedOne() {
      ClaimWriter writer = writer();
      tables.course(3, 50);
      refused(writer, claim(SECOND_COURSE, 1));
      tables.events.clear();
      together(writer, claim(SECOND_COURSE, 1), claim(FIRST_COURSE, 1), claim(3, 1));
      assertThat(events())
          .containsExactly(
              "lock [1, 3] UPDATE",
              "insert 2",
              "count {1=1, 3=1}",
              "commit",
              "lock [2] UPDATE_NOWAIT",
              "rollback");
    }

    @Test
    void aLockThatIsGrantedAgainIsForgotten() {
      ClaimWriter writer = writer();
      refused(writer, claim(FIRST_COURSE, 1));
      tables.locked.clear();
      assertThat(result(writer, claim(FIRST_COURSE, 1))).isInstanceOf(Enrolled.class);
      tables.events.clear();
      assertThat(result(writer, claim(FIRST_COURSE, 2))).isInstanceOf(Enrolled.class);
      assertThat(tables.events).first().isEqualTo("lock [1] UPDATE");
    }

    @Test
    void aLockThatIsGrantedForARefusedRowIsForgottenToo() {
      ClaimWriter writer = writer();
      refused(writer, claim(FIRST_COURSE, 1));
      tables.locked.clear();
      tables.unknownStudents.add(new StudentId(1));
      tables.events.clear();
      assertThat(result(writer, claim(FIRST_COURSE, 1))).isEqualTo(NotEnrolled.STUDENT_NOT_FOUND);
      assertThat(tables.events)
          .containsExactly(
              "lock [1] UPDATE_NOWAIT",
              "insert 1",
              "rollback",
              "lock [1] UPDATE",
              "insert 1",
              "rollback");
    }

    @Test
    void anyOtherFailureBehindALockIsLookedUp() {
      ClaimWriter writer = writer();
      refused(writer, claim(FIRST_COURSE, 1));
      tables.locked.clear();
      tables.onInsert = failing(new QueryTimeoutException("of the test"));
      assertThat(result(writer, claim(FIRST_COURSE, 1))).isEqualTo(NotEnrolled.NOT_INSERTED);
      assertThat(lookUps).hasValue(1);
    }
  }

  @Nested
  class AfterTheAnswer {

    @Test
    void aClaimThatWaitedBehindALockedCourseForTooLongIsNotWritten() {
      Duration limit = Duration.ofMillis(50);
      ClaimWriter writer = writer(8, Duration.ZERO, 100, limit);
      Claim locked = claim(FIRST_COURSE, 1);
      Claim other = claim(SECOND_COURSE, 1);
      tables.course(3, 50);
      try (Held held = new Held(writer, 3)) {
        offer(writer, locked);
        offer(writer, other);
        tables.locked.add(new SeatsId(FIRST_COURSE));
        // The wait for the lock of the first course takes until both are too old.
        tables.onLock =
            () -> {
              if (tables.events.getLast().equals("lock [1, 2] UPDATE")) {
                now.addAndGet(limit.toNanos());
              }
            };
        held.release();
      }
      assertThat(locked.result).succeedsWithin(SOON).isEqualTo(NotEnrolled.NOT_INSERTED);
      assertThat(other.result).succeedsWithin(SOON).isEqualTo(NotEnrolled.NOT_INSERTED);
      assertThat(tables.events).contains("lock [1, 2] UPDATE").doesNotContain("insert 2");
      assertThat(tables.rows()).containsOnlyKeys(new Seat(new StudentId(1_000), new SeatsId(3)));
    }

    @Test
    void aClaimThatIsAnsweredWhileItsLockIsWaitedForIsNotWritten() {
      ClaimWriter writer = writer();
      for (Claim claim : List.of(claim(FIRST_COURSE, 1), granted(FIRST_COURSE, 2))) {
        tables.onLock = () -> claim.result.complete(NotEnrolled.UNKNOWN);
        offer(writer, claim);
        Claim next = claim(SECOND_COURSE, claim.seat.studentId().value());
        await().until(claim::isAnswered);
        tables.onLock = InMemoryTables.Fault.NONE;
        assertThat(result(writer, next)).isInstanceOf(Enrolled.class);
      }
      assertThat(tables.rows())
          .containsOnlyKeys(
              new Seat(new StudentId(1), new SeatsId(SECOND_COURSE)),
              new Seat(new StudentId(2), new SeatsId(SECOND_COURSE)));
    }

    @Test
    void aDeferredClaimThatADefectEndedIsNotWritten() {
      PlanKey plan = new PlanKey(new StudentId(1), 20261);
      plans.student(plan, 18);
      plans.lockedElsewhere.add(plan);
      ClaimWriter writer = writer(1, Duration.ZERO, 100, SOON);
      Claim deferred =
          new Claim(
              new Seat(new StudentId(1), new SeatsId(FIRST_COURSE)),
              null,
              Instant.now(),
              false,
              20261L,
              Actor.student(1));
      offer(writer, deferred);
      await().until(() -> tables.events.stream().filter("commit"::equals).count() > 1);
      tables.onInsert =
          () -> {
            throw new NoClassDefFoundError("of the test");
          };
      // With the deferred one in its group.
      offer(writer, claim(SECOND_COURSE, 2));
      assertThat(deferred.result).succeedsWithin(SOON).isEqualTo(NotEnrolled.UNKNOWN);
      tables.onInsert = InMemoryTables.Fault.NONE;
      plans.lockedElsewhere.clear();
      assertThat(result(writer, claim(SECOND_COURSE, 3))).isInstanceOf(Enrolled.class);
      assertThat(tables.rows())
          .containsOnlyKeys(new Seat(new StudentId(3), new SeatsId(SECOND_COURSE)));
    }

    @Test
    void aDeferredClaimCanBeGivenUpByItsSender() {
      plans.studentsLockedElsewhere.add(new StudentId(1));
      ClaimWriter writer = writer();
      Claim deferred = claim(FIRST_COURSE, 1);
      offer(writer, deferred);
      await().until(() -> tables.events.stream().filter("commit"::equals).count() > 1);
      await().until(deferred::giveUp);
      plans.studentsLockedElsewhere.clear();
      assertThat(result(writer, claim(FIRST_COURSE, 2))).isInstanceOf(Enrolled.class);
      assertThat(deferred.result).isNotDone();
      assertThat(tables.rows())
          .containsOnlyKeys(new Seat(new StudentId(2), new SeatsId(FIRST_COURSE)));
    }
  }

  @Nested
  class StudentsLocked {

    @Test
    void aStudentThatIsLockedElsewhereDefersTheOwnClaimsAlone() {
      for (boolean granted : List.of(true, false)) {
        plans.studentsLockedElsewhere.add(new StudentId(1));
        ClaimWriter writer = writer();
        long course = granted ? FIRST_COURSE : SECOND_COURSE;
        Claim deferred = granted ? granted(course, 1) : claim(course, 1);
        Claim other = granted ? granted(course, 2) : claim(course, 2);
        tables.course(3, 50);
        try (Held held = new Held(writer, granted ? 3 : 4)) {
          offer(writer, deferred);
          offer(writer, other);
          held.release();
        }
        assertThat(other.result).succeedsWithin(SOON).isInstanceOf(Enrolled.class);
        assertThat(deferred.result).isNotDone();
        plans.studentsLockedElsewhere.clear();
        assertThat(deferred.result).succeedsWithin(SOON).isInstanceOf(Enrolled.class);
      }
      assertThat(state.failures).isEmpty();
    }

    @Test
    void aStudentThatDoesNotExistIsNotFound() {
      tables.unknownStudents.add(new StudentId(1));
      assertThat(result(writer(), granted(FIRST_COURSE, 1)))
          .isEqualTo(NotEnrolled.STUDENT_NOT_FOUND);
    }
  }

  @Nested
  class OutcomeOpen {
    private final RuntimeException lost = new TransactionSystemException("of the test");

    @Test
    void aCommitThatArrivedIsEnrolledByItsOwnRow() {
      tables.afterCommit = failing(lost);
      ClaimResult result = result(writer(), claim(FIRST_COURSE, 1));
      assertThat(result)
          .isEqualTo(
              new Enrolled(tables.rowOf(new Seat(new StudentId(1), new SeatsId(FIRST_COURSE)))));
      assertThat(state.failures).containsExactly(lost);
    }

    @Test
    void aCommitThatGotLostIsNotInserted() {
      tables.beforeCommit = failing(lost);
      assertThat(result(writer(), claim(FIRST_COURSE, 1))).isEqualTo(NotEnrolled.NOT_INSERTED);
    }

    @Test
    void aRowOfAnotherClaimIsAlreadyEnrolled() {
      Seat seat = new Seat(new StudentId(1), new SeatsId(FIRST_COURSE));
      tables.beforeCommit = failing(lost);
      onLookUp = () -> tables.row(7, seat);
      assertThat(result(writer(), claim(FIRST_COURSE, 1)))
          .isEqualTo(new AlreadyEnrolled(tables.rowOf(seat)));
    }

    @Test
    void whereTheLookUpFailsTheOutcomeIsUnknown() {
      tables.afterCommit = failing(lost);
      RuntimeException impossible = new QueryTimeoutException("of the test");
      onLookUp = failing(impossible);
      assertThat(result(writer(), claim(FIRST_COURSE, 1))).isEqualTo(NotEnrolled.UNKNOWN);
      assertThat(state.failures).containsExactly(lost, impossible);
    }

    @Test
    void eachCourseOfAGroupIsLookedUpByItself() {
      Claim first = claim(FIRST_COURSE, 1);
      Claim second = claim(SECOND_COURSE, 1);
      ClaimWriter writer = writer();
      try (Held held = new Held(writer)) {
        offer(writer, first);
        offer(writer, second);
        tables.afterCommit =
            () -> {
              if (tables.rows().containsKey(first.seat)) {
                throw lost;
              }
            };
        held.release();
      }
      assertThat(first.result).succeedsWithin(SOON).isInstanceOf(Enrolled.class);
      assertThat(second.result).succeedsWithin(SOON).isInstanceOf(Enrolled.class);
      assertThat(lookUps).hasValue(2);
    }

    @Test
    void withMySqlKnownToBeDownNothingIsLookedUp() {
      tables.afterCommit =
          () -> {
            state.up = false;
            throw lost;
          };
      assertThat(result(writer(), claim(FIRST_COURSE, 1))).isEqualTo(NotEnrolled.UNKNOWN);
      assertThat(lookUps).hasValue(0);
    }

    @Test
    void aTransactionThatDidNotBeginInsertedNothing() {
      tables.onBegin = failing(new CannotCreateTransactionException("of the test"));
      assertThat(result(writer(), claim(FIRST_COURSE, 1))).isEqualTo(NotEnrolled.NOT_INSERTED);
      assertThat(lookUps).hasValue(0);
      assertThat(state.failures).hasSize(1);
    }

    @Test
    void aReadOnlyMySqlInsertedNothing() {
      tables.onInsert =
          failing(
              new UncategorizedSQLException("insert", "INSERT", InMemoryTables.error(READ_ONLY)));
      assertThat(result(writer(), claim(FIRST_COURSE, 1))).isEqualTo(NotEnrolled.NOT_INSERTED);
      assertThat(lookUps).hasValue(0);
      assertThat(state.failures).hasSize(1);
    }
  }

  @Nested
  class NotTried {

    @Test
    void aClaimThatIsOlderThanItsTimeLimitIsDropped() {
      ClaimWriter writer = writer(8, Duration.ZERO, 100, Duration.ZERO);
      assertThat(result(writer, claim(FIRST_COURSE, 1))).isEqualTo(NotEnrolled.NOT_INSERTED);
      assertThat(tables.events).isEmpty();
    }

    @Test
    void anOldClaimCostsTheOthersOfItsGroupNothing() {
      Duration timeout = Duration.ofSeconds(1);
      ClaimWriter writer = writer(8, Duration.ZERO, 100, timeout);
      Claim old = claim(FIRST_COURSE, 1);
      Claim fresh = claim(FIRST_COURSE, 2);
      try (Held held = new Held(writer)) {
        offer(writer, old);
        now.addAndGet(timeout.toNanos());
        offer(writer, fresh);
        held.release();
      }
      assertThat(old.result).succeedsWithin(SOON).isEqualTo(NotEnrolled.NOT_INSERTED);
      assertThat(fresh.result).succeedsWithin(SOON).isInstanceOf(Enrolled.class);
      assertThat(events()).contains("insert 1");
    }

    @Test
    void aClaimThatItsSenderGaveUpIsNotWritten() {
      Claim givenUp = claim(FIRST_COURSE, 1);
      assertThat(givenUp.take()).isTrue();
      ClaimWriter writer = writer();
      assertThat(writer.offer(givenUp)).isTrue();
      assertThat(result(writer, claim(FIRST_COURSE, 2))).isInstanceOf(Enrolled.class);
      assertThat(givenUp.result).isNotDone();
      assertThat(tables.rows())
          .containsOnlyKeys(new Seat(new StudentId(2), new SeatsId(FIRST_COURSE)));
    }

    @Test
    void withMySqlKnownToBeDownNoIdIsTaken() {
      state.up = false;
      assertThat(result(writer(), claim(FIRST_COURSE, 1))).isEqualTo(NotEnrolled.NOT_INSERTED);
      assertThat(lastId).hasValue(100);
    }

    @Test
    void whenMySqlGoesDownWithTheIdsNothingIsWritten() {
      ids =
          () -> {
            state.up = false;
            return 1;
          };
      assertThat(result(writer(), claim(FIRST_COURSE, 1))).isEqualTo(NotEnrolled.NOT_INSERTED);
      assertThat(tables.events).isEmpty();
    }

    @Test
    void withoutAnIdNothingIsWritten() {
      RuntimeException failure = new DataAccessResourceFailureException("of the test");
      ids =
          () -> {
            throw failure;
          };
      assertThat(result(writer(), claim(FIRST_COURSE, 1))).isEqualTo(NotEnrolled.NOT_INSERTED);
      assertThat(tables.events).isEmpty();
      assertThat(state.failures).containsExactly(failure);
    }
  }

  @Nested
  class Life {

    @Test
    void anErrorCostsItsGroupAndNotTheWriter() {
      ClaimWriter writer = writer();
      tables.onInsert =
          () -> {
            throw new NoClassDefFoundError("of the test");
          };
      assertThat(result(writer, claim(FIRST_COURSE, 1))).isEqualTo(NotEnrolled.UNKNOWN);
      tables.onInsert = InMemoryTables.Fault.NONE;
      assertThat(result(writer, claim(FIRST_COURSE, 2))).isInstanceOf(Enrolled.class);
      assertThat(writer.alive()).isTrue();
    }

    @Test
    void aDefectOfALookUpIsAnsweredToo() {
      tables.beforeCommit = failing(new TransactionSystemException("of the test"));
      onLookUp =
          () -> {
            throw new NoClassDefFoundError("of the test");
          };
      assertThat(result(writer(), claim(FIRST_COURSE, 1))).isEqualTo(NotEnrolled.UNKNOWN);
    }

    @Test
    void stopWritesWhatWaitsAndRefusesMore() throws InterruptedException {
      ClaimWriter writer = writer();
      CompletableFuture<ClaimResult> last;
      try (Held held = new Held(writer)) {
        last = offer(writer, claim(FIRST_COURSE, 1));
        writer.stop(Duration.ofNanos(1));
        assertThat(writer.alive()).isTrue();
        assertThat(writer.offer(claim(FIRST_COURSE, 2))).isFalse();
        held.release();
      }
      writer.stop();
      assertThat(last.join()).isInstanceOf(Enrolled.class);
      assertThat(writer.alive()).isFalse();
    }

    @Test
    void stopEndsTheIntervalBetweenTwoGroups() throws InterruptedException {
      ClaimWriter writer = writer(8, Duration.ofSeconds(1), 100, SOON);
      together(writer, claim(FIRST_COURSE, 1), claim(FIRST_COURSE, 2));
      CompletableFuture<ClaimResult> last = offer(writer, claim(FIRST_COURSE, 3));
      await().until(() -> writer.waiting() == 0);
      writer.stop();
      assertThat(last.join()).isInstanceOf(Enrolled.class);
    }

    @Test
    void anInterruptEndsTheWriterAndAnswersItsGroup() {
      ClaimWriter writer = writer(8, Duration.ofSeconds(1), 100, SOON);
      together(writer, claim(FIRST_COURSE, 1), claim(FIRST_COURSE, 2));
      CompletableFuture<ClaimResult> gathering = offer(writer, claim(FIRST_COURSE, 3));
      await().until(() -> writer.waiting() == 0);
      writerThread.get().interrupt();
      assertThat(gathering).succeedsWithin(SOON).isEqualTo(NotEnrolled.UNKNOWN);
      await().until(() -> !writer.alive());
      assertThat(writer.offer(claim(FIRST_COURSE, 4))).isFalse();
    }
  }

  @Nested
  class Plans {
    private static final long TERM = 20263;
    private static final long STUDENT = 7;
    private static final long OTHER = 8;
    private final PlanKey plan = new PlanKey(new StudentId(STUDENT), TERM);

    Plans() {
      plans.student(plan, 6);
      plans.student(new PlanKey(new StudentId(OTHER), TERM), 6);
      plans.course(new PlanCourse(new SeatsId(FIRST_COURSE), TERM, 10, 3, SlotMask.of(null), "전선"));
      plans.course(
          new PlanCourse(new SeatsId(SECOND_COURSE), TERM, 10, 3, SlotMask.of(null), "전선"));
    }

    private Claim ofTerm(long course, long student) {
      return new Claim(
          new Seat(new StudentId(student), new SeatsId(course)),
          null,
          Instant.now(),
          true,
          TERM,
          Actor.student(1));
    }

    @Test
    void plansAreLockedBeforeCoursesAndReadAfterThem() {
      together(writer(), ofTerm(SECOND_COURSE, OTHER), ofTerm(FIRST_COURSE, STUDENT));
      assertThat(events())
          .containsExactly(
              "lock plans of [7, 8]",
              "lock [1, 2] UPDATE",
              "read plans",
              "insert 2",
              "count {1=1, 2=1}",
              "save credits [3, 3]",
              "commit");
    }

    @Test
    void aRefusedClaimLeavesTheGroupAndTakesNoSeat() {
      Claim first = ofTerm(FIRST_COURSE, STUDENT);
      Claim second = ofTerm(SECOND_COURSE, STUDENT);
      Claim ofAnother = ofTerm(SECOND_COURSE, OTHER);
      together(writer(), first, second, ofAnother);
      assertThat(first.result.join()).isInstanceOf(Enrolled.class);
      assertThat(second.result.join())
          .isEqualTo(new RejectedClaim(new SameSubject(new SeatsId(FIRST_COURSE))));
      assertThat(ofAnother.result.join()).isInstanceOf(Enrolled.class);
      assertThat(tables.enrolled(SECOND_COURSE)).isEqualTo(1);
      assertThat(plans.credits).containsEntry(plan, 3);
    }

    @Test
    void aRowOfAnEarlierTransactionCounts() {
      tables.row(1, new Seat(new StudentId(STUDENT), new SeatsId(FIRST_COURSE)));
      assertThat(result(writer(), ofTerm(SECOND_COURSE, STUDENT)))
          .isEqualTo(new RejectedClaim(new SameSubject(new SeatsId(FIRST_COURSE))));
    }

    @Test
    void aStudentWhoIsNotInTheTermIsRefused() {
      assertThat(result(writer(), ofTerm(FIRST_COURSE, 9)))
          .isEqualTo(new RejectedClaim(new NotInTerm(TERM)));
    }

    private Claim retake(long course, long student, int most) {
      CoursePermit permit = new CoursePermit(new Retake(99, most, null, null, 0), List.of());
      return new Claim(
          new Seat(new StudentId(student), new SeatsId(course)),
          null,
          Instant.now(),
          true,
          TERM,
          permit,
          Actor.student(1));
    }

    private Claim ofHeldSeat(long student, PlanRejection refusal) {
      return new Claim(
          new Seat(new StudentId(student), new SeatsId(FIRST_COURSE)),
          null,
          Instant.now(),
          true,
          TERM,
          CoursePermit.ofHeldSeat(refusal),
          Actor.student(1));
    }

    @Test
    void aPermitOfAHeldSeatGivesNoNewOneAfterACancel() {
      PlanRejection refusal = new SameSubject(new SeatsId(SECOND_COURSE));
      tables.row(1, new Seat(new StudentId(STUDENT), new SeatsId(FIRST_COURSE)));
      assertThat(result(writer(), ofHeldSeat(STUDENT, refusal)))
          .isInstanceOf(AlreadyEnrolled.class);
      assertThat(result(writer(), ofHeldSeat(OTHER, refusal)))
          .isEqualTo(new RejectedClaim(refusal));
      assertThat(tables.enrolled(FIRST_COURSE)).isEqualTo(1);
    }

    @Test
    void ofTwoRetakesAtOnceThatFitOnlyOnceOneIsRecorded() {
      plans.course(
          new PlanCourse(new SeatsId(SECOND_COURSE), TERM, 11, 3, SlotMask.of(null), "전선"));
      Claim first = retake(FIRST_COURSE, STUDENT, 1);
      Claim second = retake(SECOND_COURSE, STUDENT, 1);
      together(writer(), first, second);
      assertThat(first.result.join()).isInstanceOf(Enrolled.class);
      assertThat(second.result.join())
          .isEqualTo(new RejectedClaim(new RetakeLimit(RetakeUnit.COURSES_OF_TERM, 1, 1)));
      assertThat(
              tables.rowOf(new Seat(new StudentId(STUDENT), new SeatsId(FIRST_COURSE))).retakeOf())
          .isEqualTo(99);
    }

    @Test
    void aRetakeOfAnEarlierTransactionCounts() {
      plans.course(
          new PlanCourse(new SeatsId(SECOND_COURSE), TERM, 11, 3, SlotMask.of(null), "전선"));
      ClaimWriter writer = writer();
      assertThat(result(writer, retake(FIRST_COURSE, STUDENT, 1))).isInstanceOf(Enrolled.class);
      assertThat(result(writer, retake(SECOND_COURSE, STUDENT, 1)))
          .isEqualTo(new RejectedClaim(new RetakeLimit(RetakeUnit.COURSES_OF_TERM, 1, 1)));
    }

    @Test
    void aCorequisiteOfTheSameGroupCounts() {
      plans.course(
          new PlanCourse(new SeatsId(SECOND_COURSE), TERM, 11, 3, SlotMask.of(null), "전선"));
      CoursePermit permit =
          new CoursePermit(null, List.of(new SubjectName(10, "PHY101", "Physics")));
      Claim lab =
          new Claim(
              new Seat(new StudentId(STUDENT), new SeatsId(SECOND_COURSE)),
              null,
              Instant.now(),
              true,
              TERM,
              permit,
              Actor.student(1));
      Claim without =
          new Claim(
              new Seat(new StudentId(OTHER), new SeatsId(SECOND_COURSE)),
              null,
              Instant.now(),
              true,
              TERM,
              permit,
              Actor.student(1));
      together(writer(), ofTerm(FIRST_COURSE, STUDENT), lab, without);
      assertThat(lab.result.join()).isInstanceOf(Enrolled.class);
      assertThat(without.result.join())
          .isEqualTo(new RejectedClaim(new Corequisite(permit.corequisites())));
    }

    @Test
    void thePlansOfAGroupAreSeenAfterItsCommit() {
      together(writer(), ofTerm(FIRST_COURSE, STUDENT), ofTerm(SECOND_COURSE, STUDENT));
      assertThat(seen).containsOnlyKeys(plan);
      assertThat(seen.values())
          .allSatisfy(of ->
              assertThat(of.map(StudentPlan::courses))
                  .hasValueSatisfying(courses ->
                      assertThat(courses)
                          .extracting(PlanCourse::seatsId)
                          .containsExactly(new SeatsId(FIRST_COURSE))));
      assertThat(result(writer(), ofTerm(FIRST_COURSE, 9))).isInstanceOf(RejectedClaim.class);
      assertThat(seen.get(new PlanKey(new StudentId(9), TERM))).isEmpty();
    }

    @Test
    void aPlanOfAnUnknownOutcomeIsNotSeen() {
      tables.beforeCommit = failing(new TransactionSystemException("of the test"));
      assertThat(result(writer(), ofTerm(FIRST_COURSE, STUDENT)))
          .isEqualTo(NotEnrolled.NOT_INSERTED);
      assertThat(seen).isEmpty();
    }

    @Test
    void aPlanThatIsLockedElsewhereDefersItsOwnClaimsAlone() {
      plans.lockedElsewhere.add(plan);
      ClaimWriter writer = writer();
      CompletableFuture<ClaimResult> deferred;
      CompletableFuture<ClaimResult> other;
      try (Held held = new Held(writer)) {
        deferred = offer(writer, ofTerm(FIRST_COURSE, STUDENT));
        other = offer(writer, ofTerm(FIRST_COURSE, OTHER));
        held.release();
      }
      assertThat(other).succeedsWithin(SOON).isInstanceOf(Enrolled.class);
      assertThat(deferred).isNotDone();
      plans.lockedElsewhere.clear();
      assertThat(deferred).succeedsWithin(SOON).isInstanceOf(Enrolled.class);
      assertThat(state.failures).isEmpty();
    }

    @Test
    void aClaimThatIsDeferredForLongIsNotInserted() {
      plans.lockedElsewhere.add(plan);
      Duration timeout = Duration.ofMillis(50);
      ClaimWriter writer = writer(8, Duration.ZERO, 100, timeout);
      CompletableFuture<ClaimResult> deferred = offer(writer, ofTerm(FIRST_COURSE, STUDENT));
      await().until(() -> tables.events.contains("commit"));
      assertThat(deferred).isNotDone();
      now.addAndGet(timeout.toNanos());
      assertThat(deferred).succeedsWithin(SOON).isEqualTo(NotEnrolled.NOT_INSERTED);
      assertThat(tables.rows()).isEmpty();
    }
  }
}
