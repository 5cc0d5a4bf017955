package io.sugang.lab.loadgen;

import java.io.IOException;
import java.nio.file.Path;

/** The memory that a process has in RAM, as Linux counts it. */
public final class ResidentMemory {
  private static final String RESIDENT = "VmRSS:";

  private ResidentMemory() {}

  /**
   * @return in MB of 1,048,576 bytes
   * @throws IOException when the process has ended, or this is no Linux
   */
  public static double megabytes(long pid) throws IOException {
    String status = ProcessorTimes.text(Path.of("/proc", Long.toString(pid), "status"));
    String line =
        status
            .lines()
            .filter(one -> one.startsWith(RESIDENT))
            .findFirst()
            .orElseThrow(() -> new IOException("/proc/" + pid + "/status has no " + RESIDENT));
    return Long.parseLong(line.substring(RESIDENT.length(), line.length() - "kB".length()).strip())
        / 1024.0;
  }
}
