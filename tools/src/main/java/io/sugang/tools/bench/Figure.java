package io.sugang.tools.bench;

import io.sugang.tools.loadgen.LoadFigures;
import io.sugang.tools.loadgen.Rate;
import io.sugang.tools.loadgen.Spread;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** A figure of a run as it stands in tables, charts and CSV. */
enum Figure {
  TPS("tps_mean", "TPS mean", 0, run -> run.figures().rate().mean()),
  TPS_P50("tps_p50", "TPS p50", 0, Rate::p50, run -> run.figures().rate()),
  TPS_P5("tps_p5", "TPS p5", 0, Rate::p5, run -> run.figures().rate()),
  TPS_P1("tps_p1", "TPS p1", 0, Rate::p1, run -> run.figures().rate()),
  MEAN("response_mean_ms", "mean ms", 2, run -> run.figures().response().mean()),
  P50("response_p50_ms", "p50 ms", 2, run -> run.figures().response().p50()),
  P95("response_p95_ms", "p95 ms", 2, run -> run.figures().response().p95()),
  P99("response_p99_ms", "p99 ms", 2, run -> run.figures().response().p99()),
  P999("response_p999_ms", "p99.9 ms", 2, run -> run.figures().response().p999()),
  MAX("response_max_ms", "max ms", 2, run -> run.figures().response().max()),
  FIRST_BYTE("first_byte_mean_ms", "first byte ms", 2, run -> run.figures().firstByte().mean()),
  CHANGE("first_byte_change_ms", "its change ms", 3, run -> run.figures().firstByteChange()),
  ERRORS("errors", "errors", 0, run -> run.figures().errors()),
  PER_CPU("requests_per_cpu_second", "req / CPU s", 0, Measurement::requestsPerCpuSecond),
  CPU_NGINX("cpu_nginx_s", "nginx CPU s", 2, run -> run.cpuSeconds("nginx")),
  CPU_APP("cpu_app_s", "app CPU s", 2, run -> run.cpuSeconds("app")),
  CPU_REDIS("cpu_redis_s", "redis CPU s", 2, run -> run.cpuSeconds("redis")),
  CPU_MYSQL("cpu_mysql_s", "mysql CPU s", 2, run -> run.cpuSeconds("mysql")),
  CPU_DRIVER("cpu_driver_s", "driver CPU s", 2, run -> run.cpuSeconds(Measurement.DRIVER)),
  CPU_OTHERS("cpu_others_s", "others CPU s", 2, run -> run.cpu().others() + run.cpu().stolen()),
  REDIS("redis_calls_per_request", "Redis / req", 2, run -> sum(run.redisPerRequest())),
  MYSQL(
      "mysql_statements_per_request",
      "MySQL / req",
      3,
      run -> run.mysqlPerRequest().getOrDefault("Questions", 0.0)),
  LATE("sent_late_p99_ms", "sent late p99 ms", 2, run -> run.figures().lateP99()),
  READY("ready_s", "ready after s", 1, Measurement::readySeconds),
  MEMORY("instance_mb", "MB each", 0, Measurement::instanceMegabytes),
  SWITCHES(
      "context_switches_per_request",
      "switches / req",
      2,
      run -> (double) run.contextSwitches() / run.figures().expected());

  private final String column;
  private final String title;
  private final int digits;
  private final ToDoubleFunction<Measurement> value;
  private final @Nullable ToDoubleFunction<Rate> ofSeconds;

  Figure(String column, String title, int digits, ToDoubleFunction<Measurement> value) {
    this.column = column;
    this.title = title;
    this.digits = digits;
    this.value = value;
    this.ofSeconds = null;
  }

  Figure(
      String column,
      String title,
      int digits,
      ToDoubleFunction<Rate> ofSeconds,
      Function<Measurement, Rate> rate) {
    this.column = column;
    this.title = title;
    this.digits = digits;
    this.value = run -> ofSeconds.applyAsDouble(rate.apply(run));
    this.ofSeconds = ofSeconds;
  }

  /** Name in CSV files. */
  String column() {
    return column;
  }

  /** Name in tables. */
  String title() {
    return title;
  }

  double of(Measurement run) {
    return value.applyAsDouble(run);
  }

  /**
   * Of the repetitions of a load on a variant: the one in the middle and how far the others lie
   * from it. Where the figure is a percentile of seconds, one figure over the seconds of all of
   * them, as a repetition alone has too few: its slowest second would be both p5 and p1.
   */
  Spread of(List<Run> runs) {
    if (ofSeconds == null) {
      return Spread.of(runs.stream().mapToDouble(run -> run.of(this)).toArray());
    }
    double[] seconds =
        runs.stream()
            .flatMap(run -> run.seconds().stream())
            .mapToDouble(LoadFigures.Slice::answered)
            .toArray();
    return Spread.of(ofSeconds.applyAsDouble(Rate.of(Double.NaN, seconds)));
  }

  /** For a person, with as many digits as mean something; a dash when it was not measured. */
  String text(double number) {
    return text(number, digits);
  }

  static String text(double number, int digits) {
    return NumberText.number(number, digits);
  }

  private static double sum(Map<String, Double> each) {
    return each.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
