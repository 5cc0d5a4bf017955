package io.sugang.lab.loadgen;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Processor time until now that JVMs have spent on compiling their code, as Linux counts it.
 *
 * @param byThread in seconds, of the compiler threads that there are
 */
public record CompilerTimes(Map<Long, Double> byThread) {
  private static final Path PROC = Path.of("/proc");

  // As much of "C2 CompilerThread0" as Linux keeps.
  private static final String COMPILER = "C[12] CompilerThre.*";

  /**
   * @param processes JVMs
   * @throws IOException when one of them has ended, or this is no Linux
   */
  public static CompilerTimes read(List<Long> processes) throws IOException {
    return read(PROC, processes);
  }

  static CompilerTimes read(Path proc, List<Long> processes) throws IOException {
    return new CompilerTimes(ThreadFigures.read(proc, processes, CompilerTimes::of));
  }

  private static @Nullable Double of(Path thread) throws IOException {
    String stat = ProcessorTimes.text(thread.resolve("stat"));
    return stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')')).matches(COMPILER)
        ? ProcessorTimes.ticksOf(stat) / ProcessorTimes.TICKS
        : null;
  }

  /**
   * Seconds from {@code earlier} until this, of the threads that still are: the JVM ends those that
   * have nothing to do.
   */
  public double since(CompilerTimes earlier) {
    return ThreadFigures.since(byThread, earlier.byThread);
  }
}
