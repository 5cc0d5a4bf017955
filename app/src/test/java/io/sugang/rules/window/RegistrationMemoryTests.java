package io.sugang.rules.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.CourseStatus;
import io.sugang.rules.window.CourseEntry.PoolEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is remembered admits a student only while it is fresh. */
class RegistrationMemoryTests {
  private static final long TERM = 20271;
  private static final Duration MOST_AGE = Duration.ofMinutes(1);
  private static final Instant TEN = Instant.parse("2027-02-15T01:00:00Z");

  private final RegistrationMemory memory =
      new RegistrationMemory(Duration.ofMinutes(1), 10, MOST_AGE);

  @BeforeEach
  void courseAndStudent() {
    memory.remember(new CourseEntry(new SeatsId(42), TERM, null), System.nanoTime());
    memory.remember(
        List.of(
            new StudentProfile(new StudentId(7), 2, 2, 3, "REGULAR", "ENROLLED", 5L, List.of())));
  }

  @Test
  void windowsAdmitWhileTheyWereReadLately() {
    memory.remember(open(), System.nanoTime());

    assertThat(windowDecision()).isNotNull();
    assertThat(memory.windows(new StudentId(7), TEN, TEN)).isNotNull();
  }

  @Test
  void windowsThatWereReadTooLongAgoDecideNothing() {
    memory.remember(open(), System.nanoTime() - MOST_AGE.toNanos() - 1);

    assertThat(windowDecision()).isNull();
    assertThat(memory.windows(new StudentId(7), TEN, TEN)).isNull();
  }

  @Test
  void aReadThatBeganEarlierReplacesNoNewerOne() {
    long now = System.nanoTime();
    memory.remember(new RegistrationCalendar(List.of(), List.of()), now);
    memory.remember(open(), now - 1);

    assertThat(windowDecision()).isNull();
  }

  @Test
  void poolsThatWereReadTooLongAgoDecideNothing() {
    memory.remember(open(), System.nanoTime());
    memory.remember(withPool(null), System.nanoTime());
    assertThat(windowDecision()).isNotNull();

    memory.rememberAll(List.of(), System.nanoTime());
    memory.remember(withPool(null), System.nanoTime() - MOST_AGE.toNanos() - 1);
    assertThat(windowDecision()).isNull();
  }

  @Test
  void aReadOfCoursesThatBeganEarlierReplacesAndForgetsNoNewerOne() {
    memory.remember(open(), System.nanoTime());
    long now = System.nanoTime();
    memory.remember(withPool(TEN), now);

    memory.rememberAll(List.of(withPool(null)), now - 1);
    assertThat(windowDecision())
        .extracting(WindowDecision::pools)
        .isEqualTo(List.of(new SeatsId(43), new SeatsId(42)));

    memory.rememberAll(List.of(), now - 1);
    assertThat(windowDecision()).isNotNull();
    memory.rememberAll(List.of(), now);
    assertThat(windowDecision()).isNull();
  }

  private static CourseEntry withPool(@Nullable Instant mergesAt) {
    return new CourseEntry(
        new SeatsId(42),
        TERM,
        null,
        CourseStatus.OPEN,
        List.of(new PoolEntry(new SeatsId(43), null, mergesAt)));
  }

  private @Nullable WindowDecision windowDecision() {
    return memory.windowDecision(RegistrationAction.ENROLL, new StudentId(7), new SeatsId(42), TEN);
  }

  private static RegistrationCalendar open() {
    return new RegistrationCalendar(
        List.of(
            new RegistrationWindow(
                1,
                TERM,
                "ENROLL",
                null,
                TEN.minusSeconds(1),
                TEN.plusSeconds(3600),
                Set.of(RegistrationAction.ENROLL))),
        List.of());
  }
}
