package io.sugang.ops.cli;

import io.sugang.ops.backup.Backups;
import io.sugang.ops.backup.RestorePoint;
import io.sugang.ops.local.LocalStack;
import io.sugang.ops.workspace.CommandLock;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Settings;
import java.nio.file.Files;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Replaces the data of MySQL by a backup and the transactions that followed it, and starts the stack.",
      "It stops the service meanwhile. Nothing of MySQL's own data is needed.",
      "Redis starts empty, and the instances load the rosters anew. Waits until the verifier says valid.",
      "On a terminal it asks first; without a terminal it needs --yes."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:restored, and the verifier found the seats valid",
      "1:not restored; the message says what runs",
      "2:wrong arguments"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./sugang restore --yes                        all that was copied, after the loss of a disk",
      "  ./sugang restore --until 10:03:07             the moment before a mistake",
      "  ./sugang restore --until 2027-03-02T10:03:07.250+09:00"
    })
final class RestoreCommand implements Callable<Integer> {
  @Mixin private ModeOption modeOption = new ModeOption();

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description =
          "Leaves out what was committed later: HH:MM[:SS] of today, or an ISO time (default: leaves out nothing).")
  private @Nullable String until;

  @Option(
      names = {"-y", "--yes"},
      description = "Does not ask.")
  private boolean yes;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Session session;

  RestoreCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    Instant moment = until == null ? null : moment(until, ZonedDateTime.now());
    try (var _ = CommandLock.take(session.workspace())) {
      Mode mode = modeOfBackups(session, modeOption.mode());
      Settings settings = session.settings();
      settings.check();
      settings.provide(session.console());
      Backups backups = session.backups(mode);
      // A moment that the backups do not lead to is refused before anything stops.
      RestorePoint expected = backups.find(orAll(moment));
      ask(mode, expected);
      session.console().section("Sugang: restore");
      int scale = session.scale(mode);
      int port = mode == Mode.DOCKER ? session.docker().port() : 0;
      stop(mode);
      backups.copyRest();
      RestorePoint point = backups.find(orAll(moment));
      backups.restore(point);
      report(point);
      start(
          mode,
          scale > 0 ? scale : settings.number("SUGANG_SCALE"),
          port > 0 ? port : settings.number("SUGANG_PORT"));
      BackupCommand.takeFirst(session, mode);
      session.seatReset(session.running(mode)).awaitValid();
      session.console().say("  valid, after %d s".formatted(session.seconds()));
      return 0;
    }
  }

  /** Returns the mode of a stack, also of one that has stopped. */
  static Mode modeOfBackups(Session session, @Nullable Mode asked) {
    Mode mode = session.runningMode(asked);
    if (mode != null) {
      return mode;
    }
    if (Files.isDirectory(session.local().shipper().folder())) {
      return Mode.LOCAL;
    }
    throw new Failure(
        "nothing runs here; name the mode of the backups: ./sugang restore --docker or --local");
  }

  private static Instant orAll(@Nullable Instant moment) {
    // Not the clock of this machine: that of MySQL may have been ahead.
    return moment == null ? Instant.MAX : moment;
  }

  private void ask(Mode mode, RestorePoint point) {
    String what = "Replace the data of MySQL (%s) by those of %s?".formatted(mode, point.last());
    if (!yes && Console.canAsk()) {
      session.confirm(what);
    } else if (!yes) {
      throw new Failure("restore replaces all data; without a terminal it needs --yes");
    }
  }

  private void stop(Mode mode) {
    if (mode == Mode.LOCAL) {
      session.local().down();
    } else {
      session.docker().down();
    }
  }

  private void report(RestorePoint point) {
    Console console = session.console();
    console.part(
        "restored",
        "the backup of %s and %,d transactions, the last one of %s"
            .formatted(point.backup().taken(), point.transactions(), point.last()));
    Instant dropped = point.dropped();
    if (dropped != null) {
      console.part("left out", "what was committed from %s on".formatted(dropped));
    }
  }

  private void start(Mode mode, int scale, int port) {
    if (mode == Mode.LOCAL) {
      LocalStack local = session.local();
      session.signals().undoWith(local::undo);
      local.up(new LocalStack.UpRequest(scale, port, false));
    } else {
      session.signals().undoWith(session.docker()::undo);
      session.docker().up(scale, port, false, false);
    }
    session.signals().done();
  }

  private Instant moment(String word, ZonedDateTime now) {
    try {
      Instant moment = parse(word, now).toInstant();
      if (!moment.isAfter(now.toInstant())) {
        return moment;
      }
    } catch (DateTimeException notATime) {
      // Refused below.
    }
    throw new ParameterException(
        spec.commandLine(),
        "--until takes a moment in the past, like 10:03:07 of today or 2027-03-02T10:03:07.250+09:00, not '%s'"
            .formatted(word));
  }

  static ZonedDateTime parse(String word, ZonedDateTime now) {
    return word.contains("T")
        ? OpenAtCommand.isoTime(word, now.getZone())
        : now.with(LocalTime.parse(word));
  }
}
