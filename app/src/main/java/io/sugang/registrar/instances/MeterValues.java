package io.sugang.registrar.instances;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.sugang.platform.problem.ProblemType;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The values of this instance's meters that a heartbeat has. */
@Component
class MeterValues {
  /** Cancels that were answered 204. */
  static final String CANCELLED = "CANCELLED";

  // Outcomes whose answer has another code.
  private static final Map<String, String> CODES =
      Map.of(
          "IN_FLIGHT", ProblemType.REQUEST_IN_FLIGHT.code(),
          "KEY_REUSED", ProblemType.IDEMPOTENCY_KEY_REUSED.code(),
          "UNAVAILABLE", ProblemType.TEMPORARILY_UNAVAILABLE.code());

  private final MeterRegistry registry;

  MeterValues(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Returns the value of a gauge; null without one, and where its value is not known. */
  @Nullable Double gauge(String name) {
    Gauge found = registry.find(name).gauge();
    double value = found == null ? Double.NaN : found.value();
    return Double.isNaN(value) ? null : value;
  }

  /** Returns the value of a gauge as a whole number; 0 where it is not known. */
  int count(String name) {
    Double value = gauge(name);
    return value == null ? 0 : value.intValue();
  }

  /** Returns the value of a counter; 0 without one. */
  long counter(String name) {
    Counter found = registry.find(name).counter();
    FunctionCounter of = found == null ? registry.find(name).functionCounter() : null;
    return found != null ? (long) found.count() : of == null ? 0 : (long) of.count();
  }

  /** Returns the tag of the gauge, of some with one name, whose value is 1. */
  String chosen(String name, String tag) {
    for (Gauge gauge : registry.find(name).gauges()) {
      if (gauge.value() == 1) {
        return String.valueOf(gauge.getId().getTag(tag)).toUpperCase(Locale.ROOT);
      }
    }
    return "";
  }

  /** Returns the answers to enrollments and cancels since the start, by code; none of 0. */
  Map<String, Long> answers() {
    Map<String, Long> answers = new TreeMap<>();
    for (Timer timer : registry.find("sugang.enrollment").timers()) {
      String outcome = String.valueOf(timer.getId().getTag("outcome")).toUpperCase(Locale.ROOT);
      add(answers, CODES.getOrDefault(outcome, outcome), timer.count());
    }
    for (Timer timer :
        registry.find("http.server.requests").tags("method", "DELETE", "status", "204").timers()) {
      if (String.valueOf(timer.getId().getTag("uri")).endsWith("/enrollments/{id}")) {
        add(answers, CANCELLED, timer.count());
      }
    }
    return answers;
  }

  private static void add(Map<String, Long> answers, String code, long count) {
    if (count > 0) {
      answers.merge(code, count, Long::sum);
    }
  }
}
