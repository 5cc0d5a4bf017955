package io.sugang.platform.clock;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the shared clock at that of Redis, by a measurement each second.
 *
 * <ul>
 *   <li>Redis' clock counts. MySQL's counts while Redis does not answer, and the last offset is
 *       kept while neither does.
 *   <li>When both answer and are apart by more than {@link #ALARM}, the one counts that still
 *       agrees with the clock on which both agreed last, at the start with the host's. So neither
 *       can lead the clock away by small steps. Where both agree with it, the clock stays as it is.
 *       Where neither does, the middle one of Redis, MySQL and the host counts. One that disagreed
 *       is not followed while it alone answers.
 *   <li>A measurement that may agree with the last one replaces it only when its bound of error is
 *       smaller. So the clock is corrected only where it is known to be wrong, or known worse.
 * </ul>
 */
final class ClockFollower implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ClockFollower.class);

  /** Beyond this difference a clock counts as wrong, and the log asks an operator to set it. */
  static final Duration ALARM = Duration.ofMillis(50);

  private static final int PROBES = 5;

  private final SharedClock clock;
  private final TimeServer redis;
  private final TimeServer mysql;
  private final LongSupplier hostZero;
  private final LongSupplier nanoClock;
  private final ScheduledExecutorService rounds =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("shared-clock").factory());
  // Written by one round at a time.
  private volatile Offset offset;
  private volatile ClockSource source = ClockSource.HOLDOVER;
  private volatile OptionalLong disagreementNanos = OptionalLong.empty();
  private final LongAdder jumps = new LongAdder();
  private volatile boolean measured;
  private boolean apart;
  // The offset on which Redis and MySQL agreed last, or that of the only one that answered.
  private Offset agreed;

  /**
   * @param clock set to the host's clock
   * @param hostZero nanoseconds since 1970, by the host's clock, when nanoTime was 0
   */
  ClockFollower(
      SharedClock clock,
      TimeServer redis,
      TimeServer mysql,
      LongSupplier hostZero,
      LongSupplier nanoClock) {
    this.hostZero = hostZero;
    this.clock = clock;
    this.redis = redis;
    this.mysql = mysql;
    this.nanoClock = nanoClock;
    // As far as a host's clock is trusted that nothing was compared with.
    offset = new Offset(clock.zeroNanos(), 0, nanoClock.getAsLong());
    agreed = offset;
  }

  /** Measures now, and then each {@code period} until {@link #close}. */
  void start(Duration period) {
    round();
    rounds.scheduleWithFixedDelay(
        this::round, period.toNanos(), period.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** One measurement of both servers, and the correction that follows from it. */
  void round() {
    try {
      Optional<Offset> ofRedis = Offset.measure(redis, PROBES);
      // One is enough to compare with.
      follow(ofRedis, Offset.measure(mysql, ofRedis.isPresent() ? 1 : PROBES));
    } catch (Throwable defect) {
      // It would end the rounds.
      log.error("The shared clock could not be measured, it is tried again", defect);
    }
  }

  private void follow(Optional<Offset> ofRedis, Optional<Offset> ofMySql) {
    compare(ofRedis, ofMySql);
    if (ofRedis.isPresent() && ofMySql.isPresent() && apart) {
      decide(ofRedis.get(), ofMySql.get());
    } else if (ofRedis.isPresent()) {
      agreeUnlessRejected(ClockSource.REDIS, ofRedis.get());
    } else if (ofMySql.isPresent()) {
      agreeUnlessRejected(ClockSource.MYSQL, ofMySql.get());
    } else {
      follow(ClockSource.HOLDOVER);
    }
  }

  // Of two clocks that disagree, the wrong one may be the only one that answers.
  private void agreeUnlessRejected(ClockSource from, Offset found) {
    // Within the drift that may have been since, a wrong clock agrees with the last one in time.
    if (apart && isAlarming(Offset.apartWithoutDrift(found, agreed))) {
      follow(ClockSource.HOLDOVER);
    } else {
      agree(from, found);
    }
  }

  private void agree(ClockSource from, Offset found) {
    agreed = found;
    adopt(from, found);
  }

  /** Chooses one of two clocks that disagree. */
  private void decide(Offset ofRedis, Offset ofMySql) {
    boolean redisMoved = isAlarming(Offset.apart(ofRedis, agreed));
    boolean mySqlMoved = isAlarming(Offset.apart(ofMySql, agreed));
    if (redisMoved == mySqlMoved) {
      long host = hostZero.getAsLong();
      if (!redisMoved || isBetween(ofRedis.zeroNanos(), host, ofMySql.zeroNanos())) {
        follow(ClockSource.HOLDOVER);
        return;
      }
      mySqlMoved = isBetween(ofMySql.zeroNanos(), ofRedis.zeroNanos(), host);
    }
    if (mySqlMoved) {
      adopt(ClockSource.REDIS, ofRedis);
    } else {
      adopt(ClockSource.MYSQL, ofMySql);
    }
  }

  private static boolean isBetween(long one, long middle, long other) {
    return Math.min(one, other) <= middle && middle <= Math.max(one, other);
  }

  private void compare(Optional<Offset> ofRedis, Optional<Offset> ofMySql) {
    disagreementNanos =
        ofRedis.isPresent() && ofMySql.isPresent()
            ? OptionalLong.of(Offset.apart(ofRedis.get(), ofMySql.get()))
            : OptionalLong.empty();
    if (disagreementNanos.isPresent() && apart != isAlarming(disagreementNanos.getAsLong())) {
      apart = !apart;
      if (apart) {
        log.error(
            "The clocks of Redis and MySQL are {} ms apart. Windows open by one of them: set the clocks of both hosts by NTP",
            TimeUnit.NANOSECONDS.toMillis(disagreementNanos.getAsLong()));
      } else {
        log.warn("The clocks of Redis and MySQL agree again");
      }
    }
  }

  private void adopt(ClockSource from, Offset found) {
    follow(from);
    long apartNanos = Offset.apart(found, offset);
    if (measured
        && apartNanos == 0
        && found.errorNanos() >= offset.errorAt(nanoClock.getAsLong())) {
      return;
    }
    if (isAlarming(apartNanos)) {
      log.warn(
          "The shared clock is corrected by {} ms, {}",
          TimeUnit.NANOSECONDS.toMillis(found.zeroNanos() - offset.zeroNanos()),
          measured ? "because the clock that it follows was set" : "because the host's is wrong");
      if (measured) {
        jumps.increment();
      }
    }
    clock.setZero(found.zeroNanos());
    offset = found;
    measured = true;
  }

  private void follow(ClockSource next) {
    if (source != next) {
      log.info("The shared clock follows {}", next);
      source = next;
    }
  }

  private static boolean isAlarming(long nanos) {
    return nanos > ALARM.toNanos();
  }

  /** The clock that is kept. */
  SharedClock clock() {
    return clock;
  }

  ClockSource source() {
    return source;
  }

  /** By how much the shared clock may be wrong, in nanoseconds; empty before the first answer. */
  OptionalLong errorNanos() {
    return measured ? OptionalLong.of(offset.errorAt(nanoClock.getAsLong())) : OptionalLong.empty();
  }

  /** How far Redis' and MySQL's clocks are surely apart; empty unless both answered. */
  OptionalLong disagreementNanos() {
    return disagreementNanos;
  }

  /** Corrections of a clock that had been measured by more than {@link #ALARM}. */
  long jumps() {
    return jumps.sum();
  }

  @Override
  public void close() {
    rounds.shutdownNow();
  }
}
