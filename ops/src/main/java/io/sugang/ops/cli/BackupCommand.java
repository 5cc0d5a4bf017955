package io.sugang.ops.cli;

import io.sugang.ops.backup.Backup;
import io.sugang.ops.backup.Backups;
import io.sugang.ops.options.Range;
import io.sugang.ops.workspace.CommandLock;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "backup",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Copies the data of the running MySQL. The service answers meanwhile.",
      "Needs SUGANG_BACKUP=on, with which a process copies MySQL's binary logs all the time.",
      "./sugang restore brings back any moment from the oldest backup on."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./sugang backup             once a day, for example by cron",
      "  ./sugang backup --keep 14",
      "  ./sugang backup --list"
    })
final class BackupCommand implements Callable<Integer> {
  @Option(
      names = "--keep",
      paramLabel = "N",
      defaultValue = "7",
      description =
          "Backups that are kept, 1 to 1000 (default: 7). Older ones are deleted, with the logs before them.")
  @Range(from = 1, to = 1_000)
  private int kept;

  @Option(names = "--list", description = "Lists the backups and makes none.")
  private boolean list;

  private final Session session;

  BackupCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    try (var _ = CommandLock.take(session.workspace())) {
      if (list) {
        Backups backups = session.backups(RestoreCommand.modeOfBackups(session, null));
        List<Backup> all = backups.all();
        all.forEach(
            backup -> session.console().say("%s  %s".formatted(backup.taken(), backup.server())));
        if (all.isEmpty()) {
          session.console().say("there is no backup");
        }
        return 0;
      }
      Mode mode = session.requireRunning();
      if (!session.settings().backupOn()) {
        throw new Failure("set SUGANG_BACKUP=on in .env, then ./sugang up");
      }
      Backups backups = session.backups(mode);
      take(session, backups, mode);
      int deleted = backups.keepNewest(kept);
      if (deleted > 0) {
        session.console().part("deleted", "%d older ones".formatted(deleted));
      }
      return 0;
    }
  }

  /**
   * Makes the first backup of data that have none, where the settings ask for backups: without it
   * the copied logs restore nothing.
   */
  static void takeFirst(Session session, Mode mode) {
    if (session.settings().backupOn()) {
      Backups backups = session.backups(mode);
      if (!backups.currentServerHasOne(session.running(mode))) {
        take(session, backups, mode);
      }
    }
  }

  private static void take(Session session, Backups backups, Mode mode) {
    Console console = session.console();
    console.clock("copying the data of MySQL ...");
    Backup backup = backups.take(session.running(mode));
    console.clearClock();
    console.part(
        "backup",
        "of %s; from then on ./sugang restore --until TIME brings back any moment"
            .formatted(backup.taken()));
  }
}
