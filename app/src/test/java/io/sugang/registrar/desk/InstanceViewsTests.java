package io.sugang.registrar.desk;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.registrar.desk.Overview.AlarmView;
import io.sugang.registrar.desk.Overview.AnswerSums;
import io.sugang.registrar.desk.Overview.InstanceView;
import io.sugang.registrar.instances.GateState;
import io.sugang.registrar.instances.Heartbeat;
import io.sugang.registrar.instances.Heartbeats.HeartbeatReading;
import io.sugang.registrar.instances.InstanceState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the overview makes of heartbeats. */
class InstanceViewsTests {
  private static final Instant TEN = Instant.parse("2027-02-22T01:00:00Z");

  private static Heartbeat heartbeat(
      String instance, Instant at, InstanceState state, long enrolled, long full) {
    return heartbeat(
        instance,
        at,
        state,
        GateState.IN_USE,
        true,
        0,
        0,
        Map.of("ENROLLED", enrolled, "COURSE_FULL", full));
  }

  private static Heartbeat heartbeat(
      String instance,
      Instant at,
      InstanceState state,
      GateState gate,
      boolean ledger,
      double offset,
      long rejected,
      Map<String, Long> answers) {
    return new Heartbeat(
        instance,
        TEN.minusSeconds(600).toEpochMilli(),
        at.toEpochMilli(),
        state,
        gate,
        ledger,
        "REDIS",
        offset,
        0.4,
        0,
        0,
        0,
        0,
        rejected,
        100L,
        0,
        answers);
  }

  private static AnswerSeries series(List<Heartbeat> heartbeats) {
    return new AnswerSeries(heartbeats, TEN.toEpochMilli(), InstanceViews.LATELY.toMillis());
  }

  @Test
  void answersAreThoseBetweenTwoHeartbeatsInTheSecondBeforeTheLater() {
    AnswerSums sums =
        series(
                List.of(
                    heartbeat("a", TEN.minusMillis(2_990), InstanceState.READY, 1_000, 5),
                    heartbeat("b", TEN.minusMillis(2_500), InstanceState.READY, 70, 0),
                    heartbeat("a", TEN.minusMillis(1_990), InstanceState.READY, 1_010, 5),
                    heartbeat("b", TEN.minusMillis(1_400), InstanceState.READY, 72, 3),
                    heartbeat("a", TEN.minusMillis(990), InstanceState.READY, 1_010, 6)))
            .sums(TEN);
    assertThat(sums.total()).isEqualTo(Map.of("ENROLLED", 12L, "COURSE_FULL", 4L));
    assertThat(sums.perSecond()).hasSize(AnswerSeries.SECONDS);
    assertThat(sums.perSecond().subList(AnswerSeries.SECONDS - 3, AnswerSeries.SECONDS))
        .extracting(
            second -> second.at().getEpochSecond() - TEN.getEpochSecond() + ":" + second.answers())
        .containsExactly("-4:{}", "-3:{ENROLLED=10}", "-2:{COURSE_FULL=4, ENROLLED=2}");
  }

  @Test
  void anInstanceThatSaysNothingIsSilentAndThenLeaves() {
    HeartbeatReading reading =
        new HeartbeatReading(
            true,
            List.of(
                heartbeat("gone", TEN.minusSeconds(60), InstanceState.READY, 0, 0),
                heartbeat("silent", TEN.minusSeconds(59), InstanceState.READY, 0, 0),
                heartbeat("drains", TEN.minusSeconds(2), InstanceState.DRAINING, 0, 0),
                heartbeat("stopped", TEN.minusSeconds(2), InstanceState.READY, 0, 0),
                heartbeat("ready", TEN.minusSeconds(3), InstanceState.READY, 0, 0),
                heartbeat("stopped", TEN.minusSeconds(1), InstanceState.STOPPED, 0, 0)));
    AnswerSeries series = series(reading.heartbeats());
    List<InstanceView> shown = InstanceViews.of(reading, series, TEN);
    assertThat(shown)
        .extracting(instance -> instance.instance() + " " + instance.state())
        .containsExactly("drains DRAINING", "ready READY", "silent SILENT");
    assertThat(InstanceViews.alarms(reading, shown, series, TEN))
        .extracting(alarm -> alarm.code() + " " + alarm.instance())
        .containsExactly("SILENT silent");
  }

  @Test
  void whatIsWrongIsSaidOfEachInstance() {
    Instant before = TEN.minusSeconds(2);
    Instant last = TEN.minusSeconds(1);
    InstanceState ready = InstanceState.READY;
    HeartbeatReading reading =
        new HeartbeatReading(
            false,
            List.of(
                heartbeat("a", before, ready, GateState.IN_USE, true, 0, 7, Map.of()),
                heartbeat("a", last, ready, GateState.FALLBACK, false, -51, 9, Map.of()),
                heartbeat("b", last, ready, GateState.OFF, true, 50, 3, Map.of())));
    AnswerSeries series = series(reading.heartbeats());
    List<InstanceView> shown = InstanceViews.of(reading, series, TEN);
    assertThat(shown).extracting(InstanceView::rejected).containsExactly(2L, 0L);
    List<AlarmView> alarms = InstanceViews.alarms(reading, shown, series, TEN);
    assertThat(alarms)
        .extracting(alarm -> alarm.code() + " " + alarm.instance())
        .containsExactly(
            "REDIS_AWAY null", "FALLBACK a", "LEDGER_AWAY a", "CLOCK_OFF a", "SHEDDING a");
    assertThat(alarms.getLast().detail()).isEqualTo("a rejected 2 requests in 10 seconds.");
  }
}
