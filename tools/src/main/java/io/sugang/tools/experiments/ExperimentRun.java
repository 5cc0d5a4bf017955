package io.sugang.tools.experiments;

import io.sugang.tools.loadgen.CpuUse;
import io.sugang.tools.loadgen.LoadFigures;
import io.sugang.tools.testbed.Measurement;
import java.util.List;
import java.util.Map;

/**
 * One load on one variant, once.
 *
 * @param repetition counted from 1
 * @param readySeconds from the start of the instances until all were ready
 * @param redisPerRequest calls of each command
 * @param mysqlPerRequest by the names of {@code SHOW GLOBAL STATUS}
 * @param warnings why these figures may not be those of the service
 */
record ExperimentRun(
    String experiment,
    String variant,
    String load,
    int repetition,
    double readySeconds,
    LoadFigures figures,
    CpuUse cpu,
    Map<String, Double> redisPerRequest,
    Map<String, Double> mysqlPerRequest,
    List<String> warnings) {

  /** Processor seconds of a part; 0 when there is no such part. */
  double cpuSeconds(String part) {
    return reading().cpuSeconds(part);
  }

  /**
   * Expected answers per processor second of NGINX, instances, Redis and MySQL together. The driver
   * is no part of the service.
   */
  double requestsPerCpuSecond() {
    return reading().requestsPerCpuSecond();
  }

  double redisCallsPerRequest() {
    return redisPerRequest.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  double mysqlStatementsPerRequest() {
    return mysqlPerRequest.getOrDefault("Questions", 0.0);
  }

  Measurement reading() {
    return new Measurement(figures, cpu, redisPerRequest, mysqlPerRequest, warnings);
  }
}
