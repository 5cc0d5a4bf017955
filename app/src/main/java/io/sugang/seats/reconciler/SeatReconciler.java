package io.sugang.seats.reconciler;

import io.sugang.platform.ids.Ids;
import io.sugang.platform.ids.SeatsId;
import io.sugang.seats.gate.SeatCircuit;
import io.sugang.seats.gate.SeatRosters;
import io.sugang.seats.ledger.CourseSeats;
import io.sugang.seats.ledger.EnrollmentLedger;
import io.sugang.seats.reconciler.CourseRosters.Load;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The reconciler, a thread that keeps the gate equal to the ledger. It works in every period, and
 * at once when the circuit opens or a course is suspect. While the circuit is open it alone probes
 * Redis, and it closes the circuit when every roster is loaded.
 */
final class SeatReconciler implements RosterRepair, SmartLifecycle {
  private static final Logger log = LoggerFactory.getLogger(SeatReconciler.class);

  // Interval of the probes while Redis is away.
  private static final Duration PROBE_INTERVAL = Duration.ofMillis(250);
  // Periods between two reads of the ledger while Redis is away.
  private static final int PERIODS_WITHOUT_GATE = 3;

  // A course costs an instance some 60 µs of a pass: so a pass takes a part of a second, and not
  // all of it.
  private static final int COURSES_PER_PERIOD = 2_000;
  // Periods after which the findings of a pass are out of date.
  private static final int FRESH_PERIODS = 6;

  private final SeatRosters gateRosters;
  private final SeatCircuit circuit;
  private final EnrollmentLedger ledger;
  private final CourseRosters courseRosters;
  private final RosterRotation turns;
  private final DriftDetector driftDetector;
  private final Lease lease;
  private final SeatGauges gauges;
  private final ReconcilerProperties properties;
  private final LongSupplier nanoClock;

  private final ReconcilerThread thread = new ReconcilerThread(this::run, this::untilNextRun);
  private final SingleCourses singleCourses;
  private final Set<SeatsId> suspects = ConcurrentHashMap.newKeySet();
  private volatile CompletableFuture<Void> fresh = new CompletableFuture<>();
  private @Nullable String runId;
  // What was loaded since the last doubt, so that one busy course does not undo all others.
  private final Set<SeatsId> loaded = new HashSet<>();
  private long loadedSince;
  // Time between two passes, by the number of courses at the last one.
  private Duration period;
  private long nextRun;
  private long nextFullRun;
  private long nextLedgerPass;

  SeatReconciler(
      SeatRosters gateRosters,
      SeatCircuit circuit,
      EnrollmentLedger ledger,
      CourseRosters courseRosters,
      RosterRotation turns,
      DriftDetector driftDetector,
      Lease lease,
      SeatGauges gauges,
      ReconcilerProperties properties) {
    this(
        gateRosters,
        circuit,
        ledger,
        courseRosters,
        turns,
        driftDetector,
        lease,
        gauges,
        properties,
        System::nanoTime);
  }

  /**
   * @param nanoClock clock of the rounds
   */
  SeatReconciler(
      SeatRosters gateRosters,
      SeatCircuit circuit,
      EnrollmentLedger ledger,
      CourseRosters courseRosters,
      RosterRotation turns,
      DriftDetector driftDetector,
      Lease lease,
      SeatGauges gauges,
      ReconcilerProperties properties,
      LongSupplier nanoClock) {
    this.gateRosters = gateRosters;
    this.circuit = circuit;
    this.ledger = ledger;
    this.courseRosters = courseRosters;
    this.turns = turns;
    this.driftDetector = driftDetector;
    this.lease = lease;
    this.gauges = gauges;
    this.properties = properties;
    this.nanoClock = nanoClock;
    this.period = properties.period();
    long now = nanoClock.getAsLong();
    nextRun = now;
    nextFullRun = now;
    nextLedgerPass = now;
    singleCourses = new SingleCourses(courseRosters, properties.grace());
    circuit.onOpen(thread::wake);
  }

  @Override
  public void suspect(SeatsId seatsId) {
    if (suspects.add(seatsId)) {
      thread.wake();
    }
  }

  @Override
  public void load(SeatsId seatsId) {
    singleCourses.load(seatsId);
  }

  @Override
  public boolean reconcile(Collection<SeatsId> seatsIds) {
    boolean done = singleCourses.reconcile(seatsIds);
    if (!done) {
      seatsIds.forEach(this::suspect);
    }
    return done;
  }

  // Also while the circuit of this instance is open: those of others may be closed.
  @Override
  public void raise(SeatsId seatsId, int capacity) {
    try {
      gateRosters.raise(seatsId, capacity).toCompletableFuture().join();
    } catch (CompletionException away) {
      log.info(
          "The gate does not know yet that course {} gets {} seats; a load follows: {}",
          seatsId,
          capacity,
          String.valueOf(away.getCause()));
    }
  }

  @Override
  public boolean awaitFresh(Duration limit) {
    return SingleCourses.awaitQuietly(fresh, limit);
  }

  @Override
  public void start() {
    thread.start();
  }

  /** Returns whether the thread works; see {@link ReconcilerThread#isAlive}. */
  boolean isAlive(Duration limit) {
    return thread.isAlive(limit);
  }

  /** Returns the nanoseconds until the next round, unless it is woken before. */
  long untilNextRun() {
    if (!circuit.closed()) {
      return PROBE_INTERVAL.toNanos();
    }
    long next = Math.min(nextRun, nextFullRun) - nanoClock.getAsLong();
    return Math.max(ReconcilerThread.PAUSE.toNanos(), next);
  }

  /** Runs one round. */
  void run() {
    // Independent of the number of courses: run id and clock of Redis are read at this interval.
    nextRun = nanoClock.getAsLong() + properties.period().toNanos();
    if (!ledger.available()) {
      return;
    }
    if (!gateRosters.connect()) {
      showLedgerOnly();
      return;
    }
    String current = gateRosters.runAndTime().orElse(null);
    if (current == null) {
      log.info("Redis did not answer in time; the next round asks again");
      showLedgerOnly();
      return;
    }
    if (!current.equals(runId)) {
      // Another Redis, or the same one restarted: what it holds may be old.
      circuit.open("Redis runs as " + current + ", before: " + runId);
      runId = current;
    }
    if (!circuit.closed()) {
      reloadAll();
      return;
    }
    reconcileSuspects();
    if (nanoClock.getAsLong() - nextFullRun >= 0) {
      nextFullRun = afterThisRun();
      if (lease.tryAcquire(period)) {
        reconcileAllOrGiveBack();
      }
    }
  }

  // Otherwise an instance that fails at each pass could win every lease, and none would reconcile.
  private void reconcileAllOrGiveBack() {
    boolean done = false;
    try {
      reconcileAll();
      done = true;
    } finally {
      if (!done) {
        lease.giveBack();
      }
    }
  }

  // A whole number of runs later.
  private long afterThisRun() {
    return nextRun + period.minus(properties.period()).toNanos();
  }

  private SortedMap<SeatsId, CourseSeats> seatsOfAll() {
    SortedMap<SeatsId, CourseSeats> courses = ledger.seatsBelow(Ids.RESERVED_FROM);
    period = periodOf(courses.size(), properties.period());
    return courses;
  }

  /** Returns the period for a number of courses: that of the settings for each 2,000 begun. */
  static Duration periodOf(int courses, Duration period) {
    return period.multipliedBy(Math.max(1, Math.ceilDiv(courses, COURSES_PER_PERIOD)));
  }

  private void show(ReconcilePass pass, Map<SeatsId, CourseSeats> courses, long start) {
    gauges.show(pass, courses, nanoClock.getAsLong() - start, freshNanos());
  }

  private long freshNanos() {
    return period.multipliedBy(FRESH_PERIODS).toNanos();
  }

  private void reconcileAll() {
    long start = nanoClock.getAsLong();
    ReconcilePass pass = new ReconcilePass();
    SortedMap<SeatsId, CourseSeats> courses = seatsOfAll();
    Set<SeatsId> compared =
        turns.next(courses, properties.rows() * period.dividedBy(properties.period()));
    SortedMap<SeatsId, CourseSeats> others = new TreeMap<>(courses);
    others.keySet().removeAll(compared);
    compared.addAll(driftDetector.among(others, pass));
    PassBacklog backlog =
        courseRosters.reconcile(new TreeSet<>(compared), Load.WHERE_DIFFERENT, pass);
    suspects.addAll(backlog.courses());
    turns.done();
    show(pass, courses, start);
    finish(backlog);
  }

  // After a pass with the gate in use.
  private void finish(PassBacklog backlog) {
    if (!backlog.withoutMemory().isEmpty() && circuit.closed()) {
      circuit.open(
          "Redis has no memory for the rosters of " + backlog.withoutMemory().size() + " courses");
    }
    courseRosters.settleOneInUse(backlog);
  }

  // The ledger decides alone then, so its state should be visible. Every instance reads it, because
  // the lease is in Redis, and less often for that reason.
  private void showLedgerOnly() {
    if (nanoClock.getAsLong() - nextLedgerPass >= 0) {
      nextLedgerPass = nanoClock.getAsLong() + PERIODS_WITHOUT_GATE * period.toNanos();
      gauges.showLedgerOnly(Ids.RESERVED_FROM, freshNanos());
    }
  }

  private void reloadAll() {
    long openings = circuit.openings();
    long start = nanoClock.getAsLong();
    ReconcilePass pass = new ReconcilePass();
    SortedMap<SeatsId, CourseSeats> courses = seatsOfAll();
    if (loadedSince != openings) {
      loadedSince = openings;
      loaded.clear();
    }
    Set<SeatsId> missing = new TreeSet<>(courses.keySet());
    missing.removeAll(loaded);
    // What was claimed or cancelled without the gate since its roster was loaded.
    suspects.stream().filter(courses::containsKey).forEach(missing::add);
    PassBacklog backlog = courseRosters.reconcile(missing, Load.ALWAYS, pass);
    loaded.addAll(missing);
    loaded.removeAll(backlog.overtaken());
    loaded.removeAll(backlog.withoutMemory());
    // None keeps the gate out of use: entries and lower capacities may wait, and a forgotten course
    // is NOT_LOADED.
    suspects.addAll(backlog.unsettled());
    suspects.addAll(backlog.notLowered());
    suspects.addAll(backlog.unreadable());
    if (!backlog.overtaken().isEmpty() || !backlog.withoutMemory().isEmpty()) {
      log.info(
          "Of {} rosters {} are not loaded yet, because entries were settled meanwhile, and {},"
              + " because Redis has no memory",
          courses.size(),
          backlog.overtaken().size(),
          backlog.withoutMemory().size());
      show(pass, courses, start);
      return;
    }
    log.info(
        "{} rosters loaded in {} ms",
        missing.size(),
        TimeUnit.NANOSECONDS.toMillis(nanoClock.getAsLong() - start));
    circuit.close(openings);
    nextFullRun = afterThisRun();
    if (circuit.closed()) {
      fresh.complete(null);
    }
    // Last, so that no request waits for the gate because of it.
    show(pass, courses, start);
  }

  private void reconcileSuspects() {
    Set<SeatsId> now = new HashSet<>(suspects);
    if (!now.isEmpty()) {
      suspects.removeAll(now);
      try {
        PassBacklog backlog =
            courseRosters.reconcile(now, Load.WHERE_DIFFERENT, new ReconcilePass());
        suspects.addAll(backlog.courses());
        finish(backlog);
      } catch (RuntimeException unreachable) {
        suspects.addAll(now);
        throw unreachable;
      }
    }
  }

  @Override
  public void stop() {
    thread.stop();
  }

  @Override
  public boolean isRunning() {
    return thread.isRunning();
  }
}
