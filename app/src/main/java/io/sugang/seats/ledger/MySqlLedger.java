package io.sugang.seats.ledger;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.audit.Actor;
import io.sugang.audit.CancelEvents;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.SharedLookUps;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.CoursePermit;
import io.sugang.rules.plan.CourseTerms;
import io.sugang.rules.plan.PlanObserver;
import io.sugang.rules.plan.RulesProperties;
import io.sugang.rules.plan.UnknownCourseException;
import io.sugang.seats.ledger.ClaimResult.NotEnrolled;
import io.sugang.seats.ledger.LedgerRows.Lock;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** The ledger in MySQL, with its threads and connections. */
@Component
final class MySqlLedger implements EnrollmentLedger {
  private final Duration claimTimeout;
  private final ClaimTimeLimit timeLimit;
  private final TransactionTemplate transaction;
  private final LedgerConnections connections;
  private final LedgerRows rows;
  private final LedgerRows lockedRows;
  private final CancelEvents events;
  private final LedgerHealth health;
  // As many threads as connections: more would wait for a connection and time out after a second.
  private final ExecutorService lookUps;
  private final SharedLookUps<Seat, EnrollmentRow> seatRows;
  private final CancelQueue cancels;
  private final ClaimsInDoubt inDoubt;
  private final ClaimWriter writer;
  private final LedgerMeters meters;
  private final CourseTerms terms;

  MySqlLedger(
      HikariDataSource dataSource,
      LedgerProperties properties,
      MeterRegistry metrics,
      CourseTerms terms,
      RulesProperties rules,
      PlanObserver observer) {
    this.terms = rules.enabled() ? terms : CourseTerms.NONE;
    connections = new LedgerConnections(dataSource, properties.connections(), metrics);
    JdbcTemplate transactions = new JdbcTemplate(connections.transactions());
    claimTimeout = properties.claimTimeout();
    timeLimit = new ClaimTimeLimit(claimTimeout);
    transaction = transactionsOn(connections.transactions());
    JdbcTemplate reads = new JdbcTemplate(dataSource);
    rows = new LedgerRows(reads);
    events = new CancelEvents(reads);
    lockedRows = new LedgerRows(transactions);
    health = new LedgerHealth(connections, properties.probeInterval());
    lookUps =
        Executors.newFixedThreadPool(
            dataSource.getMaximumPoolSize(),
            Thread.ofVirtual().name("ledger-look-up-", 0).factory());
    seatRows = new SharedLookUps<>(seats -> readingIfUp(() -> rows.bySeats(seats)));
    cancels =
        new CancelQueue(
            new CancelTransaction(
                transaction,
                transactions,
                lockedRows,
                new JdbcPlanStatements(transactions),
                this.terms,
                observer),
            this::lookUpBehindLock,
            health,
            Math.max(1, (properties.connections() - 1) / 2),
            properties.queueCapacity(),
            claimTimeout);
    inDoubt = new ClaimsInDoubt(this::lookUpBehindLock, health);
    meters = new LedgerMeters(metrics);
    writer = writer(properties, observer);
    meters.register(writer, cancels, health, properties.queueCapacity());
  }

  private ClaimWriter writer(LedgerProperties properties, PlanObserver observer) {
    TransactionTemplate claims = transactionsOn(connections.writer());
    JdbcTemplate jdbc = new JdbcTemplate(connections.writer());
    return new ClaimWriter(
        new ClaimTransaction(
            claims, new JdbcClaimStatements(jdbc), new JdbcPlanStatements(jdbc), observer),
        new EnrollmentIds(JdbcClient.create(jdbc), claims)::next,
        inDoubt,
        health,
        meters,
        properties);
  }

  private static TransactionTemplate transactionsOn(DataSource dataSource) {
    return new TransactionTemplate(new JdbcTransactionManager(dataSource));
  }

  @Override
  public boolean available() {
    return health.up();
  }

  @Override
  public CompletableFuture<ClaimResult> claim(
      Seat seat,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      Actor actor,
      CoursePermit permit) {
    return claim(seat, idempotencyKey, arrivedAt, actor, false, permit);
  }

  @Override
  public CompletableFuture<ClaimResult> claimGranted(
      Seat seat,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      Actor actor,
      CoursePermit permit) {
    return claim(seat, idempotencyKey, arrivedAt, actor, true, permit);
  }

  private CompletableFuture<ClaimResult> claim(
      Seat seat,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      Actor actor,
      boolean granted,
      CoursePermit permit) {
    long start = System.nanoTime();
    Long termId;
    try {
      termId = terms.termOf(seat.seatsId());
    } catch (UnknownCourseException unknown) {
      return claimed(NotEnrolled.COURSE_NOT_FOUND, start);
    } catch (RuntimeException unanswered) {
      // The caller releases the entry of the gate by this result, and would not by a failure.
      health.failed(unanswered);
      return claimed(NotEnrolled.NOT_INSERTED, start);
    }
    Claim claim = new Claim(seat, idempotencyKey, arrivedAt, granted, termId, permit, actor);
    CompletableFuture<ClaimResult> result =
        claim.result.whenComplete(
            (known, never) -> meters.claimed(known, System.nanoTime() - start));
    timeLimit.start(claim);
    if (!writer.offer(claim)) {
      claim.complete(NotEnrolled.NOT_INSERTED);
    }
    return result;
  }

  private CompletableFuture<ClaimResult> claimed(NotEnrolled result, long start) {
    meters.claimed(result, System.nanoTime() - start);
    return CompletableFuture.completedFuture(result);
  }

  @Override
  public CompletableFuture<CancelResult> cancel(Cancel cancel) {
    return cancels.offer(cancel);
  }

  /** Returns whether the claim writer lives. */
  boolean writes() {
    return writer.alive();
  }

  @Override
  public Map<StudentId, EnrollmentRow> lookUpBehindLock(
      SeatsId seatsId, Collection<StudentId> studentIds) {
    return lookUp(seatsId, studentIds, Lock.SHARE);
  }

  @Override
  public Optional<Map<StudentId, EnrollmentRow>> lookUpUnlessLocked(
      SeatsId seatsId, Collection<StudentId> studentIds) {
    return lookUpIfGranted(seatsId, studentIds, Lock.SHARE_NOWAIT);
  }

  @Override
  public Optional<Map<StudentId, EnrollmentRow>> lookUpBehindBusyLock(
      SeatsId seatsId, Collection<StudentId> studentIds) {
    return lookUpIfGranted(seatsId, studentIds, Lock.SHARE_WITHIN_A_SECOND);
  }

  private Optional<Map<StudentId, EnrollmentRow>> lookUpIfGranted(
      SeatsId seatsId, Collection<StudentId> studentIds, Lock lock) {
    try {
      return Optional.of(lookUp(seatsId, studentIds, lock));
    } catch (DataAccessException | TransactionException failure) {
      if (LedgerErrors.LOCK_NOT_GRANTED.contains(LedgerErrors.code(failure))) {
        return Optional.empty();
      }
      throw failure;
    }
  }

  private Map<StudentId, EnrollmentRow> lookUp(
      SeatsId seatsId, Collection<StudentId> studentIds, Lock lock) {
    return transaction.execute(status -> {
      lockedRows.lockedSeats(List.of(seatsId), lock);
      if (studentIds.isEmpty()) {
        return Map.of();
      }
      return lockedRows
          .bySeats(studentIds.stream().map(student -> new Seat(student, seatsId)).toList())
          .values()
          .stream()
          .collect(Collectors.toMap(EnrollmentRow::studentId, row -> row));
    });
  }

  @Override
  public Optional<EnrollmentRow> find(long enrollmentId) {
    return reading(() -> rows.byId(enrollmentId));
  }

  @Override
  public CompletableFuture<Optional<EnrollmentRow>> find(Seat seat) {
    return seatRows.find(seat).thenApply(Optional::ofNullable);
  }

  @Override
  public CompletableFuture<Optional<EnrollmentRow>> findAsync(long enrollmentId) {
    return later(() -> rows.byId(enrollmentId));
  }

  @Override
  public CompletableFuture<Optional<EnrollmentRow>> findCancelled(
      long enrollmentId, Instant since) {
    return later(() ->
        events
            .find(enrollmentId, since)
            .map(cancelled ->
                new EnrollmentRow(
                    enrollmentId,
                    new StudentId(cancelled.studentId()),
                    new SeatsId(cancelled.courseId()),
                    cancelled.at(),
                    null)));
  }

  @Override
  public CompletableFuture<Optional<EnrollmentRow>> find(String idempotencyKey, Seat preferred) {
    return later(() -> rows.byKey(idempotencyKey, preferred));
  }

  @Override
  public SortedMap<SeatsId, CourseSeats> seatsBelow(long firstExcluded) {
    return reading(() -> rows.seatsBelow(firstExcluded));
  }

  @Override
  public SortedMap<SeatsId, CourseSeats> seats(Collection<SeatsId> seatsIds) {
    return reading(() -> rows.seats(seatsIds));
  }

  @Override
  public Map<SeatsId, Set<StudentId>> rosters(Collection<SeatsId> seatsIds) {
    return reading(() -> rows.rosters(seatsIds));
  }

  @Override
  public int waitingClaims() {
    return writer.waiting();
  }

  @Override
  public Map<SeatsId, Integer> enrolledBelow(long firstExcluded) {
    return reading(() -> rows.enrolledBelow(firstExcluded));
  }

  @Override
  public Set<SeatsId> oversold(Collection<SeatsId> seatsIds) {
    return reading(() -> rows.oversold(seatsIds));
  }

  @Override
  public Set<SeatsId> drifted(Collection<SeatsId> seatsIds) {
    return reading(() -> rows.drifted(seatsIds));
  }

  // The request of a read that waited as long as a claim may has been answered.
  private <T> CompletableFuture<T> later(Supplier<T> read) {
    long latest = System.nanoTime() + claimTimeout.toNanos();
    return CompletableFuture.supplyAsync(
        () -> {
          if (System.nanoTime() - latest > 0) {
            throw new TransientDataAccessResourceException("MySQL does not answer in time");
          }
          return readingIfUp(read);
        },
        lookUps);
  }

  private <T> T readingIfUp(Supplier<T> read) {
    if (!health.up()) {
      throw new TransientDataAccessResourceException("MySQL does not answer");
    }
    return reading(read);
  }

  private <T> T reading(Supplier<T> read) {
    try {
      return read.get();
    } catch (DataAccessException | TransactionException failure) {
      health.failed(failure);
      throw failure;
    }
  }

  @PreDestroy
  void stop() throws InterruptedException {
    health.stop();
    lookUps.shutdown();
    writer.stop();
    inDoubt.stop();
    timeLimit.close();
    cancels.stop();
    connections.close();
  }
}
