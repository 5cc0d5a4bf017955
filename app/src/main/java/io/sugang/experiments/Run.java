package io.sugang.experiments;

import io.sugang.measure.CpuUse;
import io.sugang.measure.LoadFigures;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One load on one variant, once.
 *
 * @param repetition counted from 1
 * @param readySeconds from the start of the instances until all were ready
 * @param redisPerRequest calls of each command
 * @param mysqlPerRequest by the names of {@code SHOW GLOBAL STATUS}
 * @param warnings why these figures may not be those of the service
 */
record Run(
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

  static final String DRIVER = "driver";

  /** Processor seconds of a part; 0 when there is no such part. */
  double cpuSeconds(String part) {
    return cpu.byPart().getOrDefault(part, 0.0);
  }

  /**
   * Expected answers per processor second of NGINX, instances, Redis and MySQL together. The driver
   * is no part of the service.
   */
  double requestsPerCpuSecond() {
    double used = cpu.without(Set.of(DRIVER));
    return used > 0 ? figures.expected() / used : Double.NaN;
  }

  double redisCallsPerRequest() {
    return redisPerRequest.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  double mysqlStatementsPerRequest() {
    return mysqlPerRequest.getOrDefault("Questions", 0.0);
  }
}
