package io.sugang.registrar.desk;

import io.sugang.registrar.desk.Overview.AlarmCode;
import io.sugang.registrar.desk.Overview.AlarmView;
import io.sugang.registrar.desk.Overview.InstanceView;
import io.sugang.registrar.instances.GateState;
import io.sugang.registrar.instances.Heartbeat;
import io.sugang.registrar.instances.Heartbeats.HeartbeatReading;
import io.sugang.registrar.instances.InstanceState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the instances last said, and what the desk has to look at. */
final class InstanceViews {
  /** How long an instance may say nothing before it counts as silent. */
  static final Duration SILENT = Duration.ofSeconds(3);

  /** How long a silent one is shown. */
  static final Duration SHOWN = Duration.ofMinutes(1);

  /** For how long a rejection by load shedding is an alarm. */
  static final Duration LATELY = Duration.ofSeconds(10);

  /** Beyond this a clock is wrong, as docs/metrics.md says. */
  private static final double CLOCK_OFF_MILLIS = 50;

  private InstanceViews() {}

  /** Returns the instances by name. */
  static List<InstanceView> of(HeartbeatReading reading, AnswerSeries series, Instant now) {
    Map<String, Heartbeat> last = new TreeMap<>();
    reading.heartbeats().forEach(heartbeat -> last.put(heartbeat.instance(), heartbeat));
    return last.values().stream()
        .filter(heartbeat -> heartbeat.state() != InstanceState.STOPPED)
        .filter(heartbeat -> age(heartbeat, now).compareTo(SHOWN) < 0)
        .map(heartbeat -> view(heartbeat, series, now))
        .toList();
  }

  private static Duration age(Heartbeat heartbeat, Instant now) {
    return Duration.between(Instant.ofEpochMilli(heartbeat.at()), now);
  }

  private static InstanceView view(Heartbeat last, AnswerSeries series, Instant now) {
    InstanceView.Presence state =
        age(last, now).compareTo(SILENT) > 0
            ? InstanceView.Presence.SILENT
            : last.state() == InstanceState.READY
                ? InstanceView.Presence.READY
                : InstanceView.Presence.DRAINING;
    return new InstanceView(
        last.instance(),
        state,
        Instant.ofEpochMilli(last.startedAt()),
        Instant.ofEpochMilli(last.at()),
        last.gate(),
        last.ledgerAvailable(),
        last.clockSource(),
        last.clockOffsetMillis(),
        last.clockErrorMillis(),
        last.waitingClaims(),
        last.waitingCancels(),
        last.waitingForThread(),
        last.inFlight(),
        series.rejected(last.instance()));
  }

  /** Returns the alarms of instances and of all. */
  static List<AlarmView> alarms(
      HeartbeatReading reading, List<InstanceView> instances, AnswerSeries series, Instant now) {
    List<AlarmView> alarms = new ArrayList<>();
    if (!reading.complete()) {
      alarms.add(
          new AlarmView(
              AlarmCode.REDIS_AWAY,
              null,
              "Redis does not answer: the ledger decides alone, and other instances are not seen."));
    }
    int oversold =
        reading.heartbeats().stream()
            .filter(heartbeat -> age(heartbeat, now).compareTo(SILENT) < 0)
            .mapToInt(heartbeat -> heartbeat.oversold() == null ? 0 : heartbeat.oversold())
            .max()
            .orElse(0);
    if (oversold > 0) {
      alarms.add(
          new AlarmView(
              AlarmCode.OVERSOLD,
              null,
              "%d courses have more enrollments than seats.".formatted(oversold)));
    }
    for (InstanceView instance : instances) {
      if (instance.state() == InstanceView.Presence.SILENT) {
        alarms.add(
            alarm(AlarmCode.SILENT, instance, "has said nothing since " + instance.seenAt()));
        continue;
      }
      if (instance.gate() == GateState.FALLBACK) {
        alarms.add(alarm(AlarmCode.FALLBACK, instance, "decides without the gate"));
      }
      if (!instance.ledgerAvailable()) {
        alarms.add(alarm(AlarmCode.LEDGER_AWAY, instance, "gets no answer from MySQL"));
      }
      if (Math.abs(instance.clockOffsetMs()) > CLOCK_OFF_MILLIS) {
        alarms.add(
            alarm(
                AlarmCode.CLOCK_OFF,
                instance,
                "runs on a host whose clock is wrong by %.0f ms"
                    .formatted(instance.clockOffsetMs())));
      }
      long shed = series.rejectedLately(instance.instance());
      if (shed > 0) {
        alarms.add(
            alarm(
                AlarmCode.SHEDDING,
                instance,
                "rejected %d requests in %d seconds".formatted(shed, LATELY.toSeconds())));
      }
    }
    return alarms;
  }

  private static AlarmView alarm(AlarmCode code, InstanceView instance, String what) {
    return new AlarmView(code, instance.instance(), instance.instance() + " " + what + ".");
  }
}
