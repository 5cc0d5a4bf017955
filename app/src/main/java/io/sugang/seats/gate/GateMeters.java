package io.sugang.seats.gate;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.sugang.platform.metrics.LatencyTimers;
import io.sugang.platform.metrics.TimersByOutcome;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Meters of the gate: answers of its scripts, and how long requests waited for them. */
final class GateMeters {
  private static final String CALL = "sugang.gate.call";
  private static final String CALL_TEXT = "Calls of the gate's scripts that a request waits for";

  private final TimersByOutcome<SeatCode> enrolls;
  private final TimersByOutcome<SeatCode> marks;
  private final Timer unansweredEnrolls;
  private final Timer unansweredMarks;
  private final Counter bypassed;
  private final Map<SeatScript, Map<Settlement, Counter>> settlements =
      new EnumMap<>(SeatScript.class);

  GateMeters(MeterRegistry registry, SeatCircuit circuit) {
    enrolls =
        calls(
            registry,
            SeatScript.ENROLL,
            EnumSet.of(
                SeatCode.GRANTED,
                SeatCode.FULL,
                SeatCode.ALREADY_ENROLLED,
                SeatCode.PENDING,
                SeatCode.NOT_LOADED,
                SeatCode.LATE));
    marks = calls(registry, SeatScript.MARK_CANCEL, EnumSet.of(SeatCode.OK, SeatCode.LATE));
    unansweredEnrolls = unanswered(registry, SeatScript.ENROLL);
    unansweredMarks = unanswered(registry, SeatScript.MARK_CANCEL);
    bypassed =
        Counter.builder("sugang.gate.bypassed")
            .description(
                "Requests to enroll that went straight to the ledger, the gate being out of use")
            .register(registry);
    for (SeatScript script : EnumSet.of(SeatScript.CONFIRM, SeatScript.RELEASE)) {
      settlements.put(script, settlements(registry, script));
    }
    Gauge.builder("sugang.gate.in.use", circuit, state -> state.closed() ? 1 : 0)
        .description("1: the gate is asked; 0: fallback, the ledger decides alone")
        .register(registry);
    FunctionCounter.builder("sugang.gate.fallbacks", circuit, SeatCircuit::fallbacks)
        .description("How often the gate fell out of use")
        .register(registry);
  }

  private static TimersByOutcome<SeatCode> calls(
      MeterRegistry registry, SeatScript script, EnumSet<SeatCode> answers) {
    return new TimersByOutcome<>(
        registry, CALL, CALL_TEXT, "answer", answers, "script", name(script));
  }

  private static Timer unanswered(MeterRegistry registry, SeatScript script) {
    return LatencyTimers.register(
        registry, CALL, CALL_TEXT, "script", name(script), "answer", "none");
  }

  private static Map<Settlement, Counter> settlements(MeterRegistry registry, SeatScript script) {
    Map<Settlement, Counter> counters = new EnumMap<>(Settlement.class);
    for (Settlement settlement : Settlement.values()) {
      counters.put(
          settlement,
          Counter.builder("sugang.gate.settlements")
              .description("Entries that were confirmed or released, by what became of it")
              .tag("script", name(script))
              .tag("settlement", name(settlement))
              .register(registry));
    }
    return counters;
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** Counts a script that a request waited for; without a code it failed or was late. */
  void called(SeatScript script, @Nullable SeatCode code, long nanos) {
    boolean enroll = script == SeatScript.ENROLL;
    if (code == null) {
      (enroll ? unansweredEnrolls : unansweredMarks).record(nanos, TimeUnit.NANOSECONDS);
    } else {
      (enroll ? enrolls : marks).record(code, nanos);
    }
  }

  void bypassed() {
    bypassed.increment();
  }

  void settled(SeatScript script, Settlement settlement) {
    Map<Settlement, Counter> counters = Objects.requireNonNull(settlements.get(script));
    Objects.requireNonNull(counters.get(settlement)).increment();
  }
}
