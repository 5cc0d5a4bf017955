package io.sugang.lab.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScheduleTests {
  @Test
  void inTheClosedLoopARequestIsDueWhenThePreviousAnswerCame() {
    Schedule schedule = new Schedule.ClosedLoop();
    assertThat(schedule.dueNanos(0, 100, 100)).isEqualTo(100);
    assertThat(schedule.dueNanos(17, 100, 4_000)).isEqualTo(4_000);
  }

  @Test
  void inTheOpenLoopAnswersDoNotMoveWhatIsDue() {
    Schedule schedule = new Schedule.OpenLoop(1_000);
    assertThat(schedule.dueNanos(0, 100, 100)).isEqualTo(100);
    assertThat(schedule.dueNanos(5, 100, 900_000_000)).isEqualTo(5_000_100);
    assertThat(schedule.dueNanos(3_600_000_000L, 0, 0)).isEqualTo(3_600_000_000_000_000L);
  }
}
