package io.sugang.reconciler;

import io.sugang.id.Ids;
import io.sugang.ledger.CourseSeats;
import io.sugang.ledger.EnrollmentLedger;
import io.sugang.reconciler.CourseRosters.Load;
import io.sugang.seat.SeatCircuit;
import io.sugang.seat.SeatRosters;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The thread that keeps the gate true to the ledger. Every period, and at once when the circuit
 * opens or a course is suspect. While the circuit is open it is the one who tries Redis, and it
 * closes the circuit when every roster was loaded.
 */
final class SeatReconciler implements RosterRepair, SmartLifecycle {
  private static final Logger log = LoggerFactory.getLogger(SeatReconciler.class);

  // Shortest pause between two runs, so that a flood of suspects is answered in bundles.
  private static final Duration PAUSE = Duration.ofMillis(50);
  // How often Redis is tried while it is away.
  private static final Duration PROBE_INTERVAL = Duration.ofMillis(250);
  // Periods between two looks at the ledger while Redis is away.
  private static final int LOOK_WITHOUT_GATE = 3;

  // A course costs an instance some 60 µs to look at: so much of a second, and not all of it.
  private static final int COURSES_PER_PERIOD = 2_000;
  // Periods after which a look is out of date, whoever looks.
  private static final int LOOK_IS_FRESH = 6;

  private final SeatRosters gateRosters;
  private final SeatCircuit circuit;
  private final EnrollmentLedger ledger;
  private final CourseRosters courseRosters;
  private final RosterTurns turns;
  private final OddCourses oddCourses;
  private final ReconcilerLease lease;
  private final SeatWatch watch;
  private final ReconcilerProperties properties;

  private final Semaphore wakeUp = new Semaphore(0);
  private final Set<Long> suspects = ConcurrentHashMap.newKeySet();
  private final Map<Long, CompletableFuture<Void>> loads = new ConcurrentHashMap<>();
  private volatile CompletableFuture<Void> fresh = new CompletableFuture<>();
  private volatile @Nullable Thread thread;
  private @Nullable String runId;
  // Between two looks, by the number of courses at the last one.
  private Duration period;
  private long nextFullRun = System.nanoTime();
  private long nextLookWithoutGate = System.nanoTime();

  SeatReconciler(
      SeatRosters gateRosters,
      SeatCircuit circuit,
      EnrollmentLedger ledger,
      CourseRosters courseRosters,
      RosterTurns turns,
      OddCourses oddCourses,
      ReconcilerLease lease,
      SeatWatch watch,
      ReconcilerProperties properties) {
    this.gateRosters = gateRosters;
    this.circuit = circuit;
    this.ledger = ledger;
    this.courseRosters = courseRosters;
    this.turns = turns;
    this.oddCourses = oddCourses;
    this.lease = lease;
    this.watch = watch;
    this.properties = properties;
    this.period = properties.period();
    circuit.onOpen(wakeUp::release);
  }

  @Override
  public void suspect(long courseId) {
    if (suspects.add(courseId)) {
      wakeUp.release();
    }
  }

  @Override
  public void load(long courseId) {
    CompletableFuture<Void> mine = new CompletableFuture<>();
    CompletableFuture<Void> first = loads.putIfAbsent(courseId, mine);
    if (first != null) {
      awaitQuietly(first, properties.grace());
      return;
    }
    try {
      courseRosters.reconcile(ledger.seats(List.of(courseId)), Load.WHERE_DIFFERENT, new Look());
    } catch (RuntimeException unreachable) {
      log.info("Roster of course {} not loaded: {}", courseId, unreachable.toString());
    } finally {
      loads.remove(courseId);
      mine.complete(null);
    }
  }

  @Override
  public boolean awaitFresh(Duration limit) {
    return awaitQuietly(fresh, limit);
  }

  private static boolean awaitQuietly(CompletableFuture<Void> future, Duration limit) {
    try {
      future.get(limit.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException | ExecutionException notYet) {
      return false;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void start() {
    // Known before it runs: the loop ends when it does not find itself running.
    Thread created = Thread.ofPlatform().name("seat-reconciler").unstarted(this::loop);
    thread = created;
    created.start();
  }

  private void loop() {
    while (isRunning()) {
      try {
        run();
      } catch (RuntimeException failure) {
        log.warn("Reconciliation broken off, it is tried again: {}", failure.toString());
      }
      try {
        boolean woken = wakeUp.tryAcquire(untilNextRun(), TimeUnit.NANOSECONDS);
        if (woken) {
          wakeUp.drainPermits();
          TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
        }
      } catch (InterruptedException stop) {
        return;
      }
    }
  }

  private long untilNextRun() {
    return circuit.closed()
        ? Math.max(PAUSE.toNanos(), nextFullRun - System.nanoTime())
        : PROBE_INTERVAL.toNanos();
  }

  private void run() {
    if (!ledger.available()) {
      return;
    }
    if (!gateRosters.connect()) {
      lookWithoutGate();
      return;
    }
    String current = gateRosters.runAndTime().orElse(null);
    if (current == null) {
      log.info("Redis did not answer in time, it is asked again");
      lookWithoutGate();
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
    if (System.nanoTime() - nextFullRun >= 0) {
      nextFullRun = System.nanoTime() + period.toNanos();
      if (lease.tryAcquire(period)) {
        lookAtAll();
      }
    }
  }

  private SortedMap<Long, CourseSeats> seatsOfAll() {
    SortedMap<Long, CourseSeats> courses = ledger.seatsBelow(Ids.RESERVED_FROM);
    period = periodOf(courses.size(), properties.period());
    return courses;
  }

  /** The period of so many courses: that of the settings for each begun 2,000. */
  static Duration periodOf(int courses, Duration period) {
    return period.multipliedBy(Math.max(1, Math.ceilDiv(courses, COURSES_PER_PERIOD)));
  }

  private void show(Look look, Map<Long, CourseSeats> courses, long start) {
    watch.show(look, courses, System.nanoTime() - start, freshNanos());
  }

  private long freshNanos() {
    return period.multipliedBy(LOOK_IS_FRESH).toNanos();
  }

  private void lookAtAll() {
    long start = System.nanoTime();
    Look look = new Look();
    SortedMap<Long, CourseSeats> courses = seatsOfAll();
    Set<Long> compared =
        turns.next(courses, properties.rows() * period.dividedBy(properties.period()));
    SortedMap<Long, CourseSeats> others = new TreeMap<>(courses);
    others.keySet().removeAll(compared);
    compared.addAll(oddCourses.among(others, look));
    SortedMap<Long, CourseSeats> rostersToCompare = new TreeMap<>(courses);
    rostersToCompare.keySet().retainAll(compared);
    suspects.addAll(courseRosters.reconcile(rostersToCompare, Load.WHERE_DIFFERENT, look));
    turns.done();
    show(look, courses, start);
  }

  // The ledger decides alone then, so somebody should see what it does. Every instance looks, as
  // the lease is in Redis, and less often for it.
  private void lookWithoutGate() {
    if (System.nanoTime() - nextLookWithoutGate >= 0) {
      nextLookWithoutGate = System.nanoTime() + LOOK_WITHOUT_GATE * period.toNanos();
      watch.lookWithoutGate(Ids.RESERVED_FROM, freshNanos());
    }
  }

  private void reloadAll() {
    long openings = circuit.openings();
    long start = System.nanoTime();
    Look look = new Look();
    SortedMap<Long, CourseSeats> courses = seatsOfAll();
    Set<Long> left = courseRosters.reconcile(courses, Load.ALWAYS, look);
    if (!left.isEmpty()) {
      log.info("{} of {} rosters not loaded yet", left.size(), courses.size());
      show(look, courses, start);
      return;
    }
    log.info(
        "{} rosters loaded in {} ms",
        courses.size(),
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    circuit.close(openings);
    nextFullRun = System.nanoTime() + period.toNanos();
    if (circuit.closed()) {
      fresh.complete(null);
    }
    // Last: nobody should wait for the gate because of it.
    show(look, courses, start);
  }

  private void reconcileSuspects() {
    Set<Long> now = new HashSet<>(suspects);
    if (!now.isEmpty()) {
      suspects.removeAll(now);
      suspects.addAll(courseRosters.reconcile(ledger.seats(now), Load.WHERE_DIFFERENT, new Look()));
    }
  }

  @Override
  public void stop() {
    Thread running = thread;
    thread = null;
    if (running != null) {
      running.interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return thread != null;
  }
}
