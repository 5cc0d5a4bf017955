package io.sugang.lab.bench;

import io.sugang.lab.loadgen.Spread;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** A figure of a run. */
enum Figure {
  TPS(0, run -> run.figures().perSecond()),
  P50(2, run -> run.figures().response().p50()),
  P99(2, run -> run.figures().response().p99()),
  P999(2, run -> run.figures().response().p999()),
  MAX(2, run -> run.figures().response().max()),
  PER_CPU(0, Measurement::requestsPerCpuSecond),
  CPU_NGINX(2, run -> run.cpuSeconds("nginx")),
  CPU_APP(2, run -> run.cpuSeconds("app")),
  CPU_REDIS(2, run -> run.cpuSeconds("redis")),
  CPU_MYSQL(2, run -> run.cpuSeconds("mysql")),
  CPU_DRIVER(2, run -> run.cpuSeconds(Measurement.DRIVER)),
  REDIS(2, run -> sum(run.redisPerRequest())),
  MYSQL(3, run -> run.mysqlPerRequest().getOrDefault("Questions", 0.0)),
  READY(1, Measurement::readySeconds),
  MEMORY(0, Measurement::instanceMegabytes),
  GROUP(1, Measurement::claimsPerGroup),
  SWITCHES(2, run -> (double) run.contextSwitches() / run.figures().expected());

  private final int digits;
  private final ToDoubleFunction<Measurement> value;

  Figure(int digits, ToDoubleFunction<Measurement> value) {
    this.digits = digits;
    this.value = value;
  }

  /** NaN when it was not measured. */
  double of(Measurement run) {
    return value.applyAsDouble(run);
  }

  /** The repetition in the middle and how far the others lie from it. */
  Spread of(List<Run> runs) {
    return Spread.of(runs.stream().mapToDouble(run -> run.of(this)).toArray());
  }

  /** For a person, with as many digits as mean something; a dash when it was not measured. */
  String text(double number) {
    return Numbers.format(number, digits);
  }

  private static double sum(Map<String, Double> each) {
    return each.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
