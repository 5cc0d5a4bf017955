package io.sugang.lab.ngrinder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The schedule of a worker process, on a clock of its own: sleeping moves it, nothing else does. */
class PacingTests {
  private static final long SECOND = 1_000_000_000L;

  private static Class<?> pacing = Object.class;

  private final AtomicLong clock = new AtomicLong(77 * SECOND);

  @BeforeAll
  static void compile() throws Exception {
    var scripts = new Scripts();
    scripts.parse();
    pacing = scripts.other("Pacing");
  }

  @Test
  void withoutARampTheSlotsOfASecondAreAsManyAsTheRate() {
    var schedule = pacing(200, 0, 1, 0);
    assertThat(sent(schedule, 1_000)).allMatch(at -> at >= 0).satisfies(times -> {
      for (int second = 0; second < 5; second++) {
        assertThat(countWithin(times, second, second + 1)).isEqualTo(200);
      }
    });
  }

  @Test
  void theRateRisesEvenlyDuringTheRampAndStaysAfterwards() {
    var times = sent(pacing(1_000, 10, 1, 0), 5_000 + 5_000);
    // the area below the line: t²/20 of 1000 a second
    for (int second = 0; second < 10; second++) {
      long expected = 50L * (second + 1) * (second + 1) - 50L * second * second;
      assertThat(countWithin(times, second, second + 1))
          .isCloseTo((int) expected, within(1));
    }
    for (int second = 10; second < 15; second++) {
      assertThat(countWithin(times, second, second + 1)).isCloseTo(1_000, within(1));
    }
  }

  @Test
  void theLoadIsInStepAtTheEndOfTheRamp() {
    var schedule = pacing(2_000, 30, 1, 0);
    long gap = due(schedule, 30_001) - due(schedule, 30_000);
    long before = due(schedule, 29_999) - due(schedule, 29_998);
    assertThat(gap).isEqualTo(500_000);
    assertThat(before).isCloseTo(500_000L, within(1_000L));
  }

  @Test
  void severalProcessesShareTheRateAndLieBetweenEachOther() {
    var all = new ArrayList<Long>();
    for (int number = 0; number < 4; number++) {
      var schedule = pacing(100, 2, 4, number);
      for (int n = 0; n < 250; n++) {
        all.add(due(schedule, n));
      }
    }
    all.sort(null);
    var alone = pacing(100, 2, 1, 0);
    for (int n = 0; n < 1_000; n++) {
      assertThat(all.get(n)).isCloseTo(due(alone, n), within(2L));
    }
  }

  @Test
  void aProcessNumberThatIsNotThereStillGivesASchedule() {
    // The Grinder: an agent without a console has the number -1
    assertThat(due(pacing(10, 0, 2, -1), 0)).isEqualTo(SECOND / 10);
    assertThat(due(pacing(10, 0, 2, 7), 0)).isEqualTo(SECOND / 10);
  }

  @Test
  void afterAStallNoSlotIsDroppedAndTheirLatenessIsTold() {
    var schedule = pacing(100, 0, 1, 0);
    for (int n = 0; n < 10; n++) {
      assertThat(await(schedule)).isZero();
    }
    clock.addAndGet(SECOND);
    // due 10 ms after the last one, and 1 s was lost
    for (int n = 0; n < 100; n++) {
      assertThat(await(schedule)).isEqualTo(SECOND - (n + 1) * SECOND / 100);
    }
    long caughtUp = clock.get();
    assertThat(await(schedule)).isZero();
    assertThat(clock.get()).isEqualTo(caughtUp + SECOND / 100);
  }

  @Test
  void theScheduleBeginsWithItsFirstSlotAndNotWhenItWasMade() {
    var schedule = pacing(100, 0, 1, 0);
    clock.addAndGet(3_600 * SECOND);
    assertThat(await(schedule)).isZero();
  }

  @Test
  void aStopEndsAWaitAndAllLaterOnes() {
    Object[] schedule = new Object[1];
    var sleeps = new ArrayList<Long>();
    schedule[0] =
        make(1, 0, 1, 0, clock::get, nanos -> {
          sleeps.add(nanos);
          clock.addAndGet(nanos);
          if (sleeps.size() == 3) {
            Scripts.call(schedule[0], "stop");
          }
        });
    assertThat(await(schedule[0])).isZero();
    assertThat(await(schedule[0])).isEqualTo(-1);
    assertThat(await(schedule[0])).isEqualTo(-1);
    // looked again every 100 ms, and slept no more after it
    assertThat(sleeps).containsExactly(100_000_000L, 100_000_000L, 100_000_000L);
  }

  @Test
  void whatTheSleepThrowsEndsTheWait() {
    var schedule = make(1, 0, 1, 0, clock::get, _ -> {
      throw new IllegalStateException("shut down");
    });
    await(schedule);
    assertThatThrownBy(() -> await(schedule)).hasMessageContaining("shut down");
  }

  @Test
  void threadsNeverTakeTheSameSlot() throws Exception {
    // due at once, so that lateness tells which slot it was
    var schedule = make(1e6, 0, 1, 0, new LongSupplier() {
      private final ThreadLocal<Boolean> first = ThreadLocal.withInitial(() -> true);
      @Override
      public long getAsLong() {
        return first.get() && Thread.currentThread().getName().equals("origin") ? 0 : 10 * SECOND;
      }
    }, _ -> {
      throw new IllegalStateException("nothing to wait for");
    });
    var origin = new Thread(() -> assertThat(await(schedule)).isZero(), "origin");
    origin.start();
    origin.join();
    Set<Long> latenesses = ConcurrentHashMap.newKeySet();
    var done = new CountDownLatch(8);
    for (int thread = 0; thread < 8; thread++) {
      Thread.ofPlatform().start(() -> {
        for (int n = 0; n < 10_000; n++) {
          latenesses.add(await(schedule));
        }
        done.countDown();
      });
    }
    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(latenesses).hasSize(80_000);
  }

  @Test
  void nonsenseIsRefused() {
    assertThatThrownBy(() -> pacing(0, 0, 1, 0)).hasStackTraceContaining("tps 0.0");
    assertThatThrownBy(() -> pacing(1, -1, 1, 0)).hasStackTraceContaining("ramp -1.0");
    assertThatThrownBy(() -> pacing(1, 0, 0, 0)).hasStackTraceContaining("0 processes");
  }

  private Object pacing(double tps, double ramp, int processes, int number) {
    return make(tps, ramp, processes, number, clock::get, clock::addAndGet);
  }

  private static Object make(
      double tps, double ramp, int processes, int number, LongSupplier clock, LongConsumer sleeper) {
    try {
      return pacing
          .getConstructor(double.class, double.class, int.class, int.class, LongSupplier.class, LongConsumer.class)
          .newInstance(tps, ramp, processes, number, clock, sleeper);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** When each of the first slots was handed out, in nanoseconds after the first. */
  private List<Long> sent(Object schedule, int slots) {
    long begun = clock.get();
    return LongStream.range(0, slots)
        .map(_ -> {
          assertThat(await(schedule)).isZero();
          return clock.get() - begun;
        })
        .boxed()
        .toList();
  }

  private static int countWithin(List<? extends Long> times, int from, int to) {
    return (int) times.stream().filter(at -> at >= from * SECOND && at < to * SECOND).count();
  }

  private static long await(Object schedule) {
    return (long) Scripts.call(schedule, "awaitSlot");
  }

  private static long due(Object schedule, long n) {
    return (long) Scripts.call(schedule, "dueAfter", n);
  }
}
