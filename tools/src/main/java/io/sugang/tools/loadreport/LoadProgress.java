package io.sugang.tools.loadreport;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;

/** The progress of a load by k6: a line on the terminal, and a summary of each second. */
public final class LoadProgress {
  private static final int SECONDS_BETWEEN_LINES = 10;

  private final PrintWriter out;
  private final long seconds;
  private final boolean live;
  private int latest = -1;

  /**
   * @param seconds how long the load takes
   * @param live rewrites one line; otherwise prints a line every ten seconds
   */
  public LoadProgress(PrintWriter out, long seconds, boolean live) {
    this.out = out;
    this.seconds = seconds;
    this.live = live;
  }

  /**
   * Reads the CSV of k6 until it ends, and writes the seconds as JSON.
   *
   * @throws IllegalArgumentException for a line that k6 does not write
   */
  public void follow(InputStream csv, Path series) throws IOException {
    Seconds all = new Seconds();
    try (var lines =
        new BufferedReader(new InputStreamReader(csv, StandardCharsets.UTF_8), 1 << 16)) {
      String line;
      while ((line = lines.readLine()) != null) {
        K6Sample sample = K6Sample.parse(line);
        if (sample == null) {
          continue;
        }
        all.add(sample);
        if (sample.kind() == K6Sample.Metric.USERS) { // once a second
          Second whole = all.lastWhole();
          if (whole != null && due(whole.at())) {
            show(whole);
          }
        }
      }
    }
    if (live && latest >= 0) {
      out.print("\r\u001b[K");
      out.flush();
    }
    Files.writeString(series, JsonMapper.shared().writeValueAsString(all.all()));
  }

  private boolean due(int second) {
    boolean next = live || second / SECONDS_BETWEEN_LINES > latest / SECONDS_BETWEEN_LINES;
    return second > latest && (latest < 0 || next);
  }

  private void show(Second second) {
    latest = second.at();
    String line =
        String.format(
            Locale.ROOT,
            "  %d:%02d of %d:%02d   %,d/s   read %,d   won %,d   refused %,d   errors %,d   dropped %,d   p50 %.1f   p95 %.1f   p99 %.1f ms",
            (second.at() + 1) / 60,
            (second.at() + 1) % 60,
            seconds / 60,
            seconds % 60,
            second.answers(),
            second.of(Band.READ),
            second.of(Band.WON),
            second.of(Band.REFUSED),
            second.of(Band.ERRORS),
            second.dropped(),
            second.p50(),
            second.p95(),
            second.p99());
    out.print(live ? "\r" + line + "\u001b[K" : line + "\n");
    out.flush();
  }
}
