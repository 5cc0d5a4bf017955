package io.sugang.tools.loadgen;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Context switches of processes until now, voluntary and involuntary, as Linux counts them in
 * {@code /proc/PID/task/TID/status}.
 *
 * @param byThread by the id of each thread that is alive
 */
public record ContextSwitches(Map<Long, Long> byThread) {
  private static final Path PROC = Path.of("/proc");
  private static final String FIELD = "ctxt_switches:";

  /**
   * @throws IOException when a process has ended, or this is no Linux
   */
  public static ContextSwitches read(List<Long> processes) throws IOException {
    return read(PROC, processes);
  }

  static ContextSwitches read(Path proc, List<Long> processes) throws IOException {
    Map<Long, Long> byThread = new HashMap<>();
    for (long process : processes) {
      try (DirectoryStream<Path> threads =
          Files.newDirectoryStream(proc.resolve(process + "/task"))) {
        for (Path thread : threads) {
          count(thread, byThread);
        }
      }
    }
    return new ContextSwitches(byThread);
  }

  private static void count(Path thread, Map<Long, Long> byThread) throws IOException {
    try {
      long switches =
          ProcessorTimes.text(thread.resolve("status"))
              .lines()
              .filter(line -> line.contains(FIELD))
              .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
              .sum();
      byThread.put(Long.valueOf(String.valueOf(thread.getFileName())), switches);
    } catch (IOException ended) {
      if (Files.exists(thread)) {
        throw ended;
      }
    }
  }

  /**
   * Returns the switches from {@code earlier} until now, without those of threads that have ended.
   */
  public long since(ContextSwitches earlier) {
    return byThread.entrySet().stream()
        .mapToLong(one -> one.getValue() - earlier.byThread.getOrDefault(one.getKey(), 0L))
        .sum();
  }
}
