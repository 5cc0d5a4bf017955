package io.sugang.platform.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the follower makes of what two servers tell; its own time moves when a test moves it. */
class ClockFollowerTests {
  private static final Instant TRUE_TIME = Instant.parse("2026-03-02T10:00:00Z");

  private long nanoTime = Duration.ofHours(7).toNanos();
  private final Server redis = new Server();
  private final Server mysql = new Server();
  private Duration hostWrong = Duration.ZERO;
  private SharedClock clock = hostClock(Duration.ZERO);
  private ClockFollower follower = follower();

  private SharedClock hostClock(Duration wrong) {
    hostWrong = wrong;
    return new SharedClock(nanosOf(TRUE_TIME.plus(wrong)) - nanoTime);
  }

  private ClockFollower follower() {
    return new ClockFollower(
        clock, redis, mysql, () -> nanosOf(TRUE_TIME.plus(hostWrong)) - BEGIN, () -> nanoTime);
  }

  private static long nanosOf(Instant instant) {
    return Duration.between(Instant.EPOCH, instant).toNanos();
  }

  private final class Server implements TimeServer {
    private Duration wrong = Duration.ZERO;
    private Duration roundTrip = Duration.ofNanos(200_000);
    private boolean away;

    @Override
    public Optional<Offset> probe() {
      if (away) {
        return Optional.empty();
      }
      long asked = nanoTime - roundTrip.toNanos();
      long answered = nanoTime;
      long middle = (asked + answered) / 2;
      long now = nanosOf(TRUE_TIME) - BEGIN + middle + wrong.toNanos();
      return Optional.of(Offset.of(asked, answered, now / 1_000));
    }
  }

  private static final long BEGIN = Duration.ofHours(7).toNanos();

  @AfterEach
  void end() {
    follower.close();
  }

  private void pass(Duration time) {
    nanoTime += time.toNanos();
  }

  /** How far the shared clock is from the true time. */
  private Duration wrong() {
    Instant truth = TRUE_TIME.plusNanos(nanoTime - BEGIN);
    return Duration.between(truth, clock.at(nanoTime));
  }

  private void restartWithHostClock(Duration wrong) {
    follower.close();
    clock = hostClock(wrong);
    follower = follower();
  }

  @Test
  void aHostClockThatIsFiveSecondsWrongIsCorrectedByTheFirstMeasurement() {
    restartWithHostClock(Duration.ofSeconds(5));
    assertThat(wrong()).isEqualTo(Duration.ofSeconds(5));
    follower.round();
    assertThat(wrong().abs()).isLessThan(Duration.ofMillis(1));
    assertThat(follower.source()).isEqualTo(ClockSource.REDIS);
    assertThat(follower.jumps()).as("nothing was followed before").isZero();
  }

  @Test
  void nothingIsKnownBeforeTheFirstAnswer() {
    redis.away = true;
    mysql.away = true;
    follower.round();
    assertThat(follower.source()).isEqualTo(ClockSource.HOLDOVER);
    assertThat(follower.errorNanos()).isEmpty();
    assertThat(follower.disagreementNanos()).isEmpty();
    assertThat(wrong()).isEqualTo(Duration.ZERO);
  }

  @Test
  void mySqlIsFollowedWhileRedisIsAway() {
    follower.round();
    redis.away = true;
    mysql.wrong = Duration.ofMillis(20);
    pass(Duration.ofSeconds(1));
    follower.round();
    assertThat(follower.source()).isEqualTo(ClockSource.MYSQL);
    assertThat(wrong()).isBetween(Duration.ofMillis(19), Duration.ofMillis(21));
    redis.away = false;
    pass(Duration.ofSeconds(1));
    follower.round();
    assertThat(follower.source()).isEqualTo(ClockSource.REDIS);
    assertThat(wrong().abs()).isLessThan(Duration.ofMillis(1));
    assertThat(follower.jumps()).isZero();
  }

  @Test
  void theLastOffsetIsKeptWhileBothAreAwayAndItsErrorGrows() {
    restartWithHostClock(Duration.ofSeconds(-5));
    follower.round();
    redis.away = true;
    mysql.away = true;
    pass(Duration.ofMinutes(1));
    follower.round();
    assertThat(follower.source()).isEqualTo(ClockSource.HOLDOVER);
    assertThat(wrong().abs()).isLessThan(Duration.ofMillis(1));
    assertThat(follower.errorNanos().orElseThrow())
        .isBetween(Duration.ofMillis(60).toNanos(), Duration.ofMillis(61).toNanos());
  }

  @Test
  void aClockOfRedisThatWasSetIsNotFollowedWhileMySqlSaysSo() {
    follower.round();
    redis.wrong = Duration.ofHours(1);
    pass(Duration.ofSeconds(1));
    follower.round();
    assertThat(follower.source()).isEqualTo(ClockSource.MYSQL);
    assertThat(wrong().abs()).isLessThan(Duration.ofMillis(1));
    assertThat(follower.disagreementNanos().orElseThrow())
        .isGreaterThan(Duration.ofMinutes(59).toNanos());
    redis.wrong = Duration.ZERO;
    pass(Duration.ofSeconds(1));
    follower.round();
    assertThat(follower.source()).isEqualTo(ClockSource.REDIS);
    assertThat(follower.disagreementNanos()).hasValue(0);
    assertThat(follower.jumps()).isZero();
  }

  @Test
  void anInstanceThatStartsAfterwardsDecidesByItsHostsClock() {
    redis.wrong = Duration.ofHours(1);
    follower.round();
    assertThat(follower.source()).isEqualTo(ClockSource.MYSQL);
    assertThat(wrong().abs()).isLessThan(Duration.ofMillis(1));
  }

  @Test
  void aClockOfMySqlThatIsWrongChangesNothing() {
    mysql.wrong = Duration.ofSeconds(-30);
    follower.round();
    pass(Duration.ofSeconds(1));
    follower.round();
    assertThat(follower.source()).isEqualTo(ClockSource.REDIS);
    assertThat(wrong().abs()).isLessThan(Duration.ofMillis(1));
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 4, 49, -40, 1})
  void aRedisThatWalksBySmallStepsLeadsTheClockNowhere(int millisOfARound) {
    follower.round();
    for (int second = 0; second < 600; second++) {
      pass(Duration.ofSeconds(1));
      redis.wrong = redis.wrong.plusMillis(millisOfARound);
      follower.round();
      assertThat(wrong().abs()).isLessThan(Duration.ofMillis(100));
    }
    redis.wrong = Duration.ZERO;
    pass(Duration.ofSeconds(1));
    follower.round();
    assertThat(follower.source()).isEqualTo(ClockSource.REDIS);
    assertThat(wrong().abs()).isLessThan(Duration.ofMillis(1));
  }

  @Test
  void aMySqlThatWalksBySmallStepsLeadsTheClockNowhere() {
    follower.round();
    for (int second = 0; second < 600; second++) {
      pass(Duration.ofSeconds(1));
      mysql.wrong = mysql.wrong.plusMillis(40);
      follower.round();
      assertThat(wrong().abs()).isLessThan(Duration.ofMillis(100));
    }
  }

  @Test
  void theMiddleOneCountsWhereBothServersWereSet() {
    follower.round();
    // As after a suspended machine, whose nanoTime stood still, and a Redis that was set besides.
    mysql.wrong = Duration.ofSeconds(30);
    redis.wrong = Duration.ofSeconds(40);
    hostWrong = Duration.ofSeconds(29);
    pass(Duration.ofSeconds(1));
    follower.round();
    assertThat(follower.source()).isEqualTo(ClockSource.MYSQL);
    assertThat(wrong()).isBetween(Duration.ofMillis(29_999), Duration.ofMillis(30_001));
  }

  @Test
  void redisCountsWhereAllThreeDiffer() {
    restartWithHostClock(Duration.ofSeconds(5));
    mysql.wrong = Duration.ofSeconds(-30);
    follower.round();
    assertThat(follower.source()).isEqualTo(ClockSource.REDIS);
    assertThat(wrong().abs()).isLessThan(Duration.ofMillis(1));
  }

  @Test
  void aJumpOfTheFollowedClockIsFollowedAndCountedWhereMySqlIsAway() {
    mysql.away = true;
    follower.round();
    redis.wrong = Duration.ofMillis(-80);
    pass(Duration.ofSeconds(1));
    follower.round();
    assertThat(wrong()).isBetween(Duration.ofMillis(-81), Duration.ofMillis(-79));
    assertThat(follower.jumps()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"true, PT1S", "true, PT5H", "false, PT1S", "false, PT5H"})
  void aClockThatWasFoundWrongIsNotFollowedWhileItAloneAnswers(
      boolean redisIsWrong, Duration afterwards) {
    follower.round();
    Server wrongOne = redisIsWrong ? redis : mysql;
    Server rightOne = redisIsWrong ? mysql : redis;
    wrongOne.wrong = Duration.ofSeconds(10);
    pass(Duration.ofSeconds(1));
    follower.round();
    pass(afterwards);
    for (boolean away : new boolean[] {true, true, false, false}) {
      rightOne.away = away;
      pass(Duration.ofSeconds(1));
      follower.round();
      assertThat(wrong().abs()).isLessThan(Duration.ofMillis(1));
    }
    assertThat(follower.jumps()).isZero();
    wrongOne.wrong = Duration.ZERO;
    follower.round();
    assertThat(follower.source()).isEqualTo(ClockSource.REDIS);
  }

  @Test
  void aMeasurementThatMayAgreeAndIsWorseChangesNothing() {
    follower.round();
    Instant before = clock.at(nanoTime);
    redis.roundTrip = Duration.ofMillis(40);
    mysql.roundTrip = Duration.ofMillis(40);
    redis.wrong = Duration.ofMillis(10);
    follower.round();
    assertThat(clock.at(nanoTime)).isEqualTo(before);
    pass(Duration.ofSeconds(1));
    redis.roundTrip = Duration.ofNanos(100_000);
    redis.wrong = Duration.ZERO;
    follower.round();
    assertThat(follower.errorNanos().orElseThrow()).isLessThan(Duration.ofMillis(1).toNanos());
  }

  @Test
  void neverGoesBackByMoreThanBothBoundsTogether() {
    mysql.away = true;
    follower.round();
    for (int second = 0; second < 1_000; second++) {
      // A clock that is slewed by 500 ppm, and answers that take between 0.1 and 9.1 ms.
      pass(Duration.ofSeconds(1));
      redis.wrong = redis.wrong.minusNanos(500_000);
      redis.roundTrip = Duration.ofNanos(100_000 + second % 10 * 1_000_000L);
      Instant before = clock.at(nanoTime);
      Duration bounds =
          Duration.ofNanos(follower.errorNanos().orElseThrow())
              .plus(redis.roundTrip.dividedBy(2))
              .plusNanos(2_000);
      follower.round();
      assertThat(Duration.between(clock.at(nanoTime), before)).isLessThanOrEqualTo(bounds);
    }
    assertThat(wrong().minus(redis.wrong).abs()).isLessThan(Duration.ofMillis(10));
    assertThat(follower.jumps()).isZero();
  }

  @Test
  void theBestOfSeveralProbesCounts() {
    long[] micros = {0};
    int[] roundTrips = {9, 4, 1, 5, 7};
    Optional<Offset> best =
        Offset.measure(
            () -> {
              int millis = roundTrips[(int) micros[0]++];
              return Optional.of(Offset.of(0, millis * 1_000_000L, 1_000_000));
            },
            5);
    assertThat(best.orElseThrow().errorNanos()).isEqualTo(501_000);
    assertThat(best.orElseThrow().zeroNanos()).isEqualTo(999_500_000);
  }
}
