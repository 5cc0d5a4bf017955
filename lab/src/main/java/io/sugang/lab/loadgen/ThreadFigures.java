package io.sugang.lab.loadgen;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A figure that grows, of each thread of some processes, from {@code /proc/PID/task/TID}. */
final class ThreadFigures {
  private ThreadFigures() {}

  /** The figure of one thread. */
  @FunctionalInterface
  interface ThreadFigure {
    /** Returns the figure from the thread's folder; null when the thread does not count. */
    @Nullable Double of(Path thread) throws IOException;
  }

  /**
   * Returns the figures by the id of the thread. Threads that end meanwhile are left out.
   *
   * @throws IOException when a process has ended, or this is no Linux
   */
  static Map<Long, Double> read(Path proc, List<Long> processes, ThreadFigure figure)
      throws IOException {
    Map<Long, Double> byThread = new HashMap<>();
    for (long pid : processes) {
      try (DirectoryStream<Path> threads = Files.newDirectoryStream(proc.resolve(pid + "/task"))) {
        for (Path thread : threads) {
          Double found = unlessEnded(thread, figure);
          if (found != null) {
            byThread.put(Long.valueOf(String.valueOf(thread.getFileName())), found);
          }
        }
      } catch (NoSuchFileException ended) {
        throw new IOException("the process " + pid + " has ended", ended);
      }
    }
    return byThread;
  }

  // Linux fails an open file of a thread that ends with another exception than a missing one.
  private static @Nullable Double unlessEnded(Path thread, ThreadFigure figure) throws IOException {
    try {
      return figure.of(thread);
    } catch (NoSuchFileException ended) {
      return null;
    } catch (IOException failure) {
      if (Files.exists(thread)) {
        throw failure;
      }
      return null;
    }
  }

  /** Returns how much the figures grew together, of the threads that still are. */
  static double since(Map<Long, Double> now, Map<Long, Double> earlier) {
    return now.entrySet().stream()
        .mapToDouble(thread -> thread.getValue() - earlier.getOrDefault(thread.getKey(), 0.0))
        .sum();
  }
}
