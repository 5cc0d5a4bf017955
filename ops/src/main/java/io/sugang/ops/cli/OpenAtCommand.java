package io.sugang.ops.cli;

import io.sugang.ops.control.TemporaryWindows;
import io.sugang.ops.workspace.CommandLock;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "open-at",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Closes enrolling in the newest term, and opens it for all students at a time.",
      "The term's own windows are postponed meanwhile; --restore puts them back. Seats can be given back all the time.",
      "./sugang rush --beside-me lets 2,000 other students wait for the window."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./sugang open-at now+60s              stand in front of a window that opens in a minute",
      "  ./sugang open-at 10:00                the next ten o'clock of this machine",
      "  ./sugang open-at 2027-03-02T10:00:00+09:00",
      "  ./sugang open-at --restore            afterwards"
    })
final class OpenAtCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "TIME",
      description = "now+60s (s, m or h), HH:MM[:SS], or an ISO time, at most a year ahead.")
  private @Nullable String time;

  @Option(names = "--restore", description = "Puts the term's own windows back.")
  private boolean restore;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Session session;

  OpenAtCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    String given = time;
    if ((given == null) != restore) {
      throw new ParameterException(spec.commandLine(), "give a time, like now+60s, or --restore");
    }
    ZonedDateTime opens = given == null ? null : opening(given, ZonedDateTime.now());
    Mode mode = session.requireRunning();
    try (var _ = CommandLock.take(session.workspace())) {
      var windows = new TemporaryWindows(session.running(mode));
      if (opens != null) {
        requireRules();
      }
      long restored = windows.restore();
      if (opens == null) {
        session.console().part("windows", "%d of the term put back".formatted(restored));
      } else {
        report(windows.openForAll(opens.toInstant()), opens);
      }
      return 0;
    }
  }

  private void requireRules() {
    if (session.settings().get("SUGANG_RULES").equals("off")) {
      throw new Failure(
          "With SUGANG_RULES=off windows do not count. Set it to on, then ./sugang up.");
    }
  }

  private void report(TemporaryWindows.Term term, ZonedDateTime opens) {
    Console console = session.console();
    console.part(
        "window",
        "term %d opens for all students at %s, in %d s"
            .formatted(
                term.id(),
                opens.toOffsetDateTime().truncatedTo(ChronoUnit.MILLIS),
                Duration.between(Instant.now(), opens).toSeconds()));
    if (term.taken() > 0) {
      console.part("seats", "%,d are taken; ./sugang reset frees them".formatted(term.taken()));
    }
    console.part("others", "./sugang rush --beside-me");
    console.part("afterwards", "./sugang open-at --restore");
  }

  /** Returns the time that a word means. */
  private ZonedDateTime opening(String word, ZonedDateTime now) {
    try {
      ZonedDateTime opens = parse(word, now);
      if (opens.isBefore(now.plusYears(1))) {
        return opens;
      }
    } catch (DateTimeException | ArithmeticException notATime) {
      // Said below.
    }
    throw new ParameterException(
        spec.commandLine(),
        "TIME must be like now+60s, 10:00, 10:00:30 or 2027-03-02T10:00:00+09:00, at most a year ahead, not '%s'"
            .formatted(word));
  }

  static ZonedDateTime parse(String word, ZonedDateTime now) {
    ZoneId zone = now.getZone();
    if (word.startsWith("now+")) {
      return now.plus(Duration.parse("PT" + word.substring(4).toUpperCase(Locale.ROOT)));
    }
    if (!word.contains("T")) {
      ZonedDateTime today = now.with(LocalTime.parse(word));
      return today.isAfter(now) ? today : today.plusDays(1);
    }
    return isoTime(word, zone);
  }

  /** Returns the time of an ISO text; without an offset it is one of the zone. */
  static ZonedDateTime isoTime(String word, ZoneId zone) {
    return word.matches(".*T.*(Z|[+-][0-9:]+)")
        ? OffsetDateTime.parse(word).atZoneSameInstant(zone)
        : LocalDateTime.parse(word).atZone(zone);
  }
}
