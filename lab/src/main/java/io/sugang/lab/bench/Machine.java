package io.sugang.lab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The machine on which the figures were measured.
 *
 * @param cores that this process may use, and so may all that was started with it
 */
record Machine(int cores, String processor, long memoryMegabytes, String system, String java) {

  public static Machine here() {
    return new Machine(
        Runtime.getRuntime().availableProcessors(),
        line("/proc/cpuinfo", "model name"),
        kilobytes(line("/proc/meminfo", "MemTotal")) / 1024,
        System.getProperty("os.name", "?") + " " + System.getProperty("os.version", "?"),
        Runtime.version().toString());
  }

  /** Returns the machine in words. */
  String words() {
    return "%d cores (%s), %,d MB, %s, Java %s"
        .formatted(cores, processor, memoryMegabytes, system, java);
  }

  private static String line(String file, String name) {
    try (var lines = Files.lines(Path.of(file))) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException noLinux) {
      return "unknown";
    }
  }

  private static long kilobytes(String text) {
    String digits = text.replaceAll("[^0-9]", "");
    return digits.isEmpty() ? 0 : Long.parseLong(digits);
  }
}
