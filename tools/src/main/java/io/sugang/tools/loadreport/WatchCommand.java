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
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** Reads what k6 measures while it runs, shows how it goes, and keeps a summary of each second. */
@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    description = "Reads the CSV of k6 from standard input until it ends.")
final class WatchCommand implements Callable<Integer> {

  private static final int SECONDS_BETWEEN_LINES = 10;

  @Option(names = "--series", required = true, description = "Where the seconds are written, JSON.")
  private Path series = Path.of("");

  @Option(names = "--seconds", required = true, description = "How long the run takes.")
  private int seconds;

  @Option(names = "--live", description = "Rewrite one line instead of printing one now and then.")
  private boolean live;

  private final InputStream in;
  private final PrintWriter out;

  WatchCommand(InputStream in, PrintWriter out) {
    this.in = in;
    this.out = out;
  }

  @Override
  public Integer call() throws IOException {
    Seconds all = new Seconds();
    int shown = -1;
    try (var lines =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8), 1 << 16)) {
      String line;
      while ((line = lines.readLine()) != null) {
        Sample sample = Sample.parse(line);
        if (sample == null) {
          continue;
        }
        all.add(sample);
        if (sample.kind() == Sample.Kind.USERS) { // once a second
          shown = show(all.lastWhole(), shown);
        }
      }
    }
    if (live && shown >= 0) {
      out.print("\r\u001b[K");
      out.flush();
    }
    Files.writeString(series, JsonMapper.shared().writeValueAsString(all.all()));
    return 0;
  }

  private int show(@Nullable Second second, int shown) {
    if (second == null || second.at() <= shown) {
      return shown;
    }
    if (!live
        && second.at() / SECONDS_BETWEEN_LINES <= shown / SECONDS_BETWEEN_LINES
        && shown >= 0) {
      return shown;
    }
    String line = line(second);
    if (live) {
      out.print("\r" + line + "\u001b[K");
    } else {
      out.println(line);
    }
    out.flush();
    return second.at();
  }

  private String line(Second second) {
    return String.format(
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
  }
}
