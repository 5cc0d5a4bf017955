package io.sugang.lab.loadgen;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Processor time until now, in seconds, as Linux counts it in {@code /proc}, to a hundredth.
 *
 * @param byPart of the processes of each part
 * @param machine of all processes on the processors that this one may use, whosever they are (see
 *     {@link ProcessorTimes})
 * @param stolen from these processors by another virtual machine
 * @param atNanos when it was read, by {@link System#nanoTime}
 */
public record CpuTimes(Map<String, Double> byPart, double machine, double stolen, long atNanos) {
  private static final Path PROC = Path.of("/proc");

  /**
   * @param parts the process ids of each part
   * @throws IOException when one of them has ended, or this is no Linux
   */
  public static CpuTimes read(Map<String, List<Long>> parts) throws IOException {
    return read(PROC, parts);
  }

  static CpuTimes read(Path proc, Map<String, List<Long>> parts) throws IOException {
    Map<String, Double> byPart = new TreeMap<>();
    for (Map.Entry<String, List<Long>> part : parts.entrySet()) {
      double ticks = 0;
      for (long pid : part.getValue()) {
        ticks += process(proc, part.getKey(), pid);
      }
      byPart.put(part.getKey(), ticks / ProcessorTimes.TICKS);
    }
    ProcessorTimes processors = ProcessorTimes.read(proc);
    return new CpuTimes(byPart, processors.used(), processors.stolen(), System.nanoTime());
  }

  private static double process(Path proc, String part, long pid) throws IOException {
    try {
      return ProcessorTimes.ticksOf(ProcessorTimes.text(proc.resolve(pid + "/stat")));
    } catch (NoSuchFileException ended) {
      throw new IOException("the process " + pid + " of " + part + " has ended", ended);
    }
  }

  /** Returns what was used from {@code earlier} until this. */
  public CpuUse since(CpuTimes earlier) {
    Map<String, Double> used = new TreeMap<>();
    byPart.forEach(
        (part, seconds) -> used.put(part, seconds - earlier.byPart.getOrDefault(part, 0.0)));
    double ours = used.values().stream().mapToDouble(Double::doubleValue).sum();
    return new CpuUse(
        (atNanos - earlier.atNanos) / 1e9,
        used,
        Math.max(0, machine - earlier.machine - ours),
        stolen - earlier.stolen);
  }
}
