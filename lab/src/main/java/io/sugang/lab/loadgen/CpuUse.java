package io.sugang.lab.loadgen;

import java.util.Map;
import java.util.Set;

/**
 * Processor time that was used during a load, in seconds.
 *
 * @param elapsed how long the load took
 * @param byPart of each part
 * @param others of processes that are none of the parts
 * @param stolen by other virtual machines of the host
 */
public record CpuUse(double elapsed, Map<String, Double> byPart, double others, double stolen) {

  /** Returns the processor time of all parts but those. */
  public double without(Set<String> parts) {
    return byPart.entrySet().stream()
        .filter(part -> !parts.contains(part.getKey()))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  /**
   * Returns what others and other machines took, as a share of the cores.
   *
   * @param cores that may be used
   */
  public double disturbance(int cores) {
    return (others + stolen) / (elapsed * cores);
  }
}
