package io.sugang.lab.loadgen;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Context switches of processes until now, voluntary and involuntary, as Linux counts them.
 *
 * @param byThread of the threads that there are
 */
public record ContextSwitches(Map<Long, Double> byThread) {
  private static final Path PROC = Path.of("/proc");
  private static final String FIELD = "ctxt_switches:";

  /**
   * @throws IOException when a process has ended, or this is no Linux
   */
  public static ContextSwitches read(List<Long> processes) throws IOException {
    return read(PROC, processes);
  }

  static ContextSwitches read(Path proc, List<Long> processes) throws IOException {
    return new ContextSwitches(ThreadFigures.read(proc, processes, ContextSwitches::of));
  }

  private static Double of(Path thread) throws IOException {
    return ProcessorTimes.text(thread.resolve("status"))
        .lines()
        .filter(line -> line.contains(FIELD))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(':') + 1)))
        .sum();
  }

  /** Returns the switches from {@code earlier} until this, of the threads that still are. */
  public long since(ContextSwitches earlier) {
    return (long) ThreadFigures.since(byThread, earlier.byThread);
  }
}
