package io.sugang.ops.backup;

import io.sugang.ops.control.MysqlAccount;
import io.sugang.ops.control.RunningStack;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Interruption;
import java.io.FilterInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The backups of a stack's MySQL. A backup is a clone of the data folder, and the binary logs are
 * copied while MySQL writes them; both are needed to restore a moment.
 */
public final class Backups {
  private static final Duration COPIED_WITHIN = Duration.ofSeconds(30);
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(2);

  private final BackupScript script;
  private final String folder;
  private final Console console;
  private final Path log;

  /**
   * @param folder the folder of the backups, as MySQL sees it
   * @param log where the output of a restore goes
   */
  public Backups(BackupScript script, String folder, Console console, Path log) {
    this.script = script;
    this.folder = folder;
    this.console = console;
    this.log = log;
  }

  private String call(String... arguments) {
    return call(List.of(arguments));
  }

  private String call(List<String> arguments) {
    return script.job(arguments).run().orFailure();
  }

  private BackupFiles files() {
    return BackupFiles.of(call("list").lines().toList());
  }

  /** Returns all backups, the oldest first. */
  public List<Backup> all() {
    return files().backups();
  }

  /** Returns whether there is a backup of the data that MySQL serves, with all logs after it. */
  public boolean currentServerHasOne(RunningStack stack) {
    String server = stack.sql(MysqlAccount.ROOT, "SELECT @@server_uuid").strip();
    BackupFiles files = files();
    return files.backups().stream()
        .anyMatch(backup -> backup.server().equals(server) && files.whole(backup));
  }

  /**
   * Copies the data of the running MySQL, which answers meanwhile, and waits until its binary logs
   * are copied up to this moment.
   */
  public Backup take(RunningStack stack) {
    requirePlugin(stack);
    String[] begin =
        stack.sql(MysqlAccount.ROOT, "SELECT @@server_uuid; SHOW BINARY LOG STATUS").split("\\s+");
    String partial = "partial-" + UUID.randomUUID();
    var made = new ArrayList<>(List.of("delete", partial));
    try {
      stack.sql(
          MysqlAccount.ROOT,
          "CLONE LOCAL DATA DIRECTORY = '%s/%s'".formatted(folder.replace("'", "''"), partial));
      String taken =
          stack
              .sql(
                  MysqlAccount.ROOT, "SELECT DATE_FORMAT(UTC_TIMESTAMP(6), '%Y-%m-%dT%H:%i:%s.%f')")
              .strip();
      var backup =
          new Backup(begin[0], LocalDateTime.parse(taken).toInstant(ZoneOffset.UTC), begin[1]);
      call("keep", partial, backup.path());
      made.add(backup.path());
      awaitCopied(stack, backup.server());
      return backup;
    } catch (RuntimeException failed) {
      script.job(made).run();
      throw failed;
    }
  }

  private static void requirePlugin(RunningStack stack) {
    String present =
        stack
            .sql(
                MysqlAccount.ROOT,
                "SELECT COUNT(*) FROM information_schema.plugins WHERE plugin_name = 'clone'")
            .strip();
    if (present.equals("0")) {
      stack.sql(MysqlAccount.ROOT, "INSTALL PLUGIN clone SONAME 'mysql_clone.so'");
    }
  }

  // What was committed before the copy was complete can then be restored.
  private void awaitCopied(RunningStack stack, String server) {
    String[] written = stack.sql(MysqlAccount.ROOT, "SHOW BINARY LOG STATUS").split("\\s+");
    int number = BackupFiles.numberOf(written[0]);
    long position = Long.parseLong(written[1]);
    long end = System.nanoTime() + COPIED_WITHIN.toNanos();
    while (files().logs().getOrDefault(server, List.of()).stream()
        .noneMatch(copied ->
            copied.number() > number || copied.number() == number && copied.size() >= position)) {
      if (System.nanoTime() > end) {
        throw new Failure(
            "MySQL's binary log %s was not copied within %d s. ./sugang logs shipper tells why"
                .formatted(written[0], COPIED_WITHIN.toSeconds()));
      }
      Interruption.sleep(Duration.ofMillis(100));
    }
  }

  /**
   * Returns how many bytes of the binary logs wait for a shipper that does not proceed; 0 if it
   * follows MySQL.
   */
  public long stuck() {
    long before = behind();
    if (before == 0) {
      return 0;
    }
    Interruption.sleep(LOOK_AGAIN);
    long after = behind();
    return after < before ? 0 : after;
  }

  private long behind() {
    return Long.parseLong(call("behind").strip());
  }

  /**
   * Deletes all but the newest backups, and the logs that are older.
   *
   * @return how many backups were deleted
   */
  public int keepNewest(int kept) {
    BackupFiles files = files();
    List<String> paths = files.without(kept);
    if (!paths.isEmpty()) {
      var arguments = new ArrayList<>(List.of("delete"));
      arguments.addAll(paths);
      call(arguments);
    }
    return Math.max(0, files.backups().size() - kept);
  }

  /** Copies what the logs of a stopped MySQL still have, if its data are there. */
  public void copyRest() {
    try {
      call("round");
    } catch (Failure unreadable) {
      throw new Failure(
          "nothing runs now, and the last logs of MySQL cannot be copied (%s). To restore without them, move the data of MySQL away"
              .formatted(unreadable.message()));
    }
  }

  /** Returns what a restore up to a moment consists of, or throws a failure. */
  public RestorePoint find(Instant until) {
    return RestorePoint.find(files(), until, source());
  }

  private RestorePoint.LogSource source() {
    return copied -> {
      Process process = script.job(List.of("log", copied.path())).begin();
      return new FilterInputStream(process.getInputStream()) {
        @Override
        public void close() throws IOException {
          process.destroy();
          super.close();
        }
      };
    };
  }

  /** Replaces the data of MySQL, which has to be stopped. */
  public void restore(RestorePoint point) {
    var arguments = new ArrayList<>(List.of("restore", point.backup().path(), point.lastGtid()));
    point.parts().forEach(part -> arguments.add(part.log() + "=" + part.bytes()));
    int status = script.job(arguments).logged(console, "restoring the data of MySQL", log);
    if (status != 0) {
      throw new Failure(
          "the backup could not be restored, and nothing runs now. The log says why; then ./sugang restore again",
          log);
    }
  }
}
