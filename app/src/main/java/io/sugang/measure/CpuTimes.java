package io.sugang.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Processor time until now, in seconds, as Linux counts it in {@code /proc}, to a hundredth.
 *
 * @param byPart of the processes of each part
 * @param machine of all processes of the machine, those of its other users included; without what
 *     the kernel spends on interrupts, which belongs to nobody
 * @param stolen that another virtual machine had instead of this one
 * @param atNanos when it was read, by {@link System#nanoTime}
 */
public record CpuTimes(Map<String, Double> byPart, double machine, double stolen, long atNanos) {
  // USER_HZ; the same on every Linux that a JVM runs on, whatever the kernel's own ticks are.
  private static final double TICKS = 100;
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
      byPart.put(part.getKey(), ticks / TICKS);
    }
    String[] cpu = text(proc.resolve("stat")).lines().findFirst().orElse("").split(" +");
    if (cpu.length < 9 || !cpu[0].equals("cpu")) {
      throw new IOException(proc + "/stat does not begin with the times of all processors");
    }
    double machine = (ticks(cpu[1]) + ticks(cpu[2]) + ticks(cpu[3])) / TICKS;
    return new CpuTimes(byPart, machine, ticks(cpu[8]) / TICKS, System.nanoTime());
  }

  private static double process(Path proc, String part, long pid) throws IOException {
    String stat;
    try {
      stat = text(proc.resolve(pid + "/stat"));
    } catch (NoSuchFileException ended) {
      throw new IOException("the process " + pid + " of " + part + " has ended", ended);
    }
    // The name in parentheses may hold blanks; after it the state is field 0.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return ticks(fields[11]) + ticks(fields[12]);
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }

  private static double ticks(String field) throws IOException {
    try {
      return Long.parseLong(field.strip());
    } catch (NumberFormatException wrong) {
      throw new IOException("/proc says \"" + field + "\" where a number belongs", wrong);
    }
  }

  /** What was used from {@code earlier} until this. */
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
