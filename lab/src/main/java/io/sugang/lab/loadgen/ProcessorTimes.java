package io.sugang.lab.loadgen;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;

/**
 * Processor time until now of the processors that this process may use, in seconds, as Linux counts
 * it. With {@code taskset} or a cpuset they are not all of the machine, and the load of the others
 * does not count.
 *
 * @param processors how many they are
 * @param pinned whether the machine has others
 * @param used by all processes of the machine, without interrupts of the kernel
 * @param idle nothing to do, or nothing but to wait for a disk
 * @param stolen that another virtual machine had instead of this one
 * @param all of it, interrupts too
 */
public record ProcessorTimes(
    int processors, boolean pinned, double used, double idle, double stolen, double all) {

  // USER_HZ; the same on every Linux that a JVM runs on, whatever the kernel's own ticks are.
  static final double TICKS = 100;
  private static final Path PROC = Path.of("/proc");
  private static final String ALLOWED = "Cpus_allowed_list:";

  /**
   * @throws IOException when this is no Linux
   */
  public static ProcessorTimes read() throws IOException {
    return read(PROC);
  }

  static ProcessorTimes read(Path proc) throws IOException {
    BitSet allowed = allowed(text(proc.resolve("self/status")));
    int processors = 0;
    int others = 0;
    double used = 0;
    double idle = 0;
    double stolen = 0;
    double all = 0;
    for (String line : text(proc.resolve("stat")).lines().toList()) {
      if (!line.matches("cpu[0-9].*")) {
        continue;
      }
      String[] fields = line.split(" +");
      if (!allowed.get(Integer.parseInt(fields[0].substring(3)))) {
        others++;
        continue;
      }
      if (fields.length < 9) {
        throw new IOException(proc + "/stat has too few times: " + line);
      }
      processors++;
      used += ticks(fields[1]) + ticks(fields[2]) + ticks(fields[3]);
      idle += ticks(fields[4]) + ticks(fields[5]);
      stolen += ticks(fields[8]);
      // What follows, time of guests, is part of what users had.
      for (int i = 1; i <= 8; i++) {
        all += ticks(fields[i]);
      }
    }
    if (processors == 0) {
      throw new IOException(proc + "/stat has none of the processors that may be used");
    }
    return new ProcessorTimes(
        processors, others > 0, used / TICKS, idle / TICKS, stolen / TICKS, all / TICKS);
  }

  /** Returns which share of the time from {@code earlier} until this they were not idle, 0 to 1. */
  public double busySince(ProcessorTimes earlier) {
    double time = all - earlier.all;
    return time > 0 ? Math.clamp(1 - (idle - earlier.idle) / time, 0, 1) : 0;
  }

  // Like 0-3,8
  private static BitSet allowed(String status) throws IOException {
    String list =
        status
            .lines()
            .filter(line -> line.startsWith(ALLOWED))
            .findFirst()
            .map(line -> line.substring(ALLOWED.length()).strip())
            .orElseThrow(() -> new IOException("/proc does not say which processors may be used"));
    BitSet allowed = new BitSet();
    for (String range : list.split(",")) {
      int dash = range.indexOf('-');
      int first = (int) ticks(dash < 0 ? range : range.substring(0, dash));
      allowed.set(first, 1 + (dash < 0 ? first : (int) ticks(range.substring(dash + 1))));
    }
    return allowed;
  }

  /** Ticks that a process or a thread had, in user and in kernel mode, by its {@code stat}. */
  static double ticksOf(String stat) throws IOException {
    // The name in parentheses may hold blanks; after it the state is field 0.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return ticks(fields[11]) + ticks(fields[12]);
  }

  static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }

  private static double ticks(String field) throws IOException {
    try {
      return Long.parseLong(field.strip());
    } catch (NumberFormatException wrong) {
      throw new IOException("/proc says \"" + field + "\" where a number belongs", wrong);
    }
  }
}
