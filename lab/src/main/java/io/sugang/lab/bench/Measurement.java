package io.sugang.lab.bench;

import io.sugang.lab.loadgen.CpuUse;
import io.sugang.lab.loadgen.LoadFigures;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The figures that were seen while a load was sent, once.
 *
 * @param contextSwitches of the instances' threads
 * @param redisPerRequest calls of each command
 * @param mysqlPerRequest by the names of {@code SHOW GLOBAL STATUS}
 * @param readySeconds from the start of the instances until all were ready
 * @param instanceMegabytes resident memory of an instance after the load; NaN without one
 * @param claimsPerGroup claims that shared a transaction, on average; NaN without a group
 * @param warnings why these figures may not be those of the service
 */
record Measurement(
    LoadFigures figures,
    CpuUse cpu,
    long contextSwitches,
    Map<String, Double> redisPerRequest,
    Map<String, Double> mysqlPerRequest,
    double readySeconds,
    double instanceMegabytes,
    double claimsPerGroup,
    List<String> warnings) {

  /** The part that is this process, and no part of the service. */
  static final String DRIVER = "driver";

  /** With one more warning. */
  Measurement warning(String warning) {
    return new Measurement(
        figures,
        cpu,
        contextSwitches,
        redisPerRequest,
        mysqlPerRequest,
        readySeconds,
        instanceMegabytes,
        claimsPerGroup,
        Stream.concat(warnings.stream(), Stream.of(warning)).toList());
  }

  /** Returns the processor seconds of a part; 0 when there is no such part. */
  double cpuSeconds(String part) {
    return cpu.byPart().getOrDefault(part, 0.0);
  }

  /**
   * Returns the expected answers per processor second of all parts together; NaN when they used
   * none.
   */
  double requestsPerCpuSecond() {
    double used = cpu.without(Set.of(DRIVER));
    return used > 0 ? figures.expected() / used : Double.NaN;
  }
}
