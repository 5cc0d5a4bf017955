package io.sugang.tools.loadgen;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
    Map<Long, Double> byThread = new HashMap<>();
    for (long pid : processes) {
      try (DirectoryStream<Path> threads = Files.newDirectoryStream(proc.resolve(pid + "/task"))) {
        for (Path thread : threads) {
          read(thread, byThread);
        }
      } catch (NoSuchFileException ended) {
        throw new IOException("the process " + pid + " has ended", ended);
      }
    }
    return new CompilerTimes(byThread);
  }

  private static void read(Path thread, Map<Long, Double> byThread) throws IOException {
    String stat;
    try {
      stat = ProcessorTimes.text(thread.resolve("stat"));
    } catch (NoSuchFileException ended) {
      return;
    }
    if (stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')')).matches(COMPILER)) {
      byThread.put(
          Long.valueOf(thread.getFileName().toString()),
          ProcessorTimes.ticksOf(stat) / ProcessorTimes.TICKS);
    }
  }

  /**
   * Seconds from {@code earlier} until this, of the threads that still are: the JVM ends those that
   * have nothing to do.
   */
  public double since(CompilerTimes earlier) {
    return byThread.entrySet().stream()
        .mapToDouble(
            thread -> thread.getValue() - earlier.byThread.getOrDefault(thread.getKey(), 0.0))
        .sum();
  }
}
