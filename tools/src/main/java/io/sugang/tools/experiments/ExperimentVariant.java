package io.sugang.tools.experiments;

import io.sugang.tools.testbed.Service;
import java.util.List;

/**
 * A way to run the service.
 *
 * @param id in file names and tables, told apart within its experiment
 * @param name for a person
 * @param seats who decides about them, {@code redis} or {@code lock}
 * @param cache of students, {@code two-level}, {@code redis} or {@code none}
 * @param redisKilled when the instances are ready, before their first load
 */
record ExperimentVariant(
    String id,
    String name,
    int instances,
    String seats,
    String cache,
    boolean warmUp,
    boolean redisKilled) {

  Service service() {
    return new Service(Service.PRESENT, instances, settings());
  }

  /**
   * For the environment of its instances; every setting that matters, so that none is inherited.
   */
  List<String> settings() {
    return List.of(
        "SUGANG_SEAT_CONTROL=" + seats,
        "SUGANG_STUDENT_CACHE=" + cache,
        "SUGANG_WARMUP=" + (warmUp ? "on" : "off"));
  }
}
