package io.sugang.ops.backup;

import io.sugang.ops.backup.BackupFiles.CopiedLog;
import io.sugang.ops.workspace.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a restore makes of the backups: a backup, and the transactions that were committed after it.
 *
 * @param parts the logs with these transactions, each up to the last of them
 * @param lastGtid the id of the last transaction of the logs, or "" if they have none
 * @param transactions how many were committed after the backup
 * @param last when the last one was committed; without one, when the backup was taken
 * @param dropped when the first transaction was committed that is left out, or null if none is
 */
public record RestorePoint(
    Backup backup,
    List<LogPart> parts,
    String lastGtid,
    int transactions,
    Instant last,
    @Nullable Instant dropped) {

  /** The first bytes of a log. */
  record LogPart(String log, long bytes) {}

  /** Opens a copied log. */
  @FunctionalInterface
  interface LogSource {
    InputStream open(CopiedLog log) throws IOException;
  }

  /**
   * Returns the point up to a moment; throws a failure if the backups and logs do not lead there.
   *
   * @param until transactions that were committed later are left out
   */
  static RestorePoint find(BackupFiles files, Instant until, LogSource source) {
    if (files.backups().isEmpty()) {
      throw new Failure(
          "there is no backup; with SUGANG_BACKUP=on in .env ./sugang up and ./sugang backup make one");
    }
    List<Backup> older =
        files.backups().stream().filter(backup -> !backup.taken().isAfter(until)).toList();
    if (older.isEmpty()) {
      throw new Failure(
          "no backup was taken before %s; the oldest is of %s"
              .formatted(until, files.backups().getFirst().taken()));
    }
    Backup backup = older.getLast();
    for (List<CopiedLog> others : files.logsOfOthers(backup)) {
      requireNotBetween(backup, others, until, source);
    }
    return upTo(until, backup, files.logsOf(backup), source);
  }

  // Another server took over after the backup: its changes would be missing without a word.
  private static void requireNotBetween(
      Backup backup, List<CopiedLog> logs, Instant until, LogSource source) {
    Instant first = firstTransaction(logs, source);
    if (first != null && first.isAfter(backup.taken()) && !first.isAfter(until)) {
      throw new Failure(
          "MySQL with the id %s wrote from %s on, and has no backup before that moment, so its changes cannot be restored. What was there before comes back with --until %s"
              .formatted(logs.getFirst().server(), first, first.minusMillis(1)));
    }
  }

  private static @Nullable Instant firstTransaction(List<CopiedLog> logs, LogSource source) {
    for (CopiedLog log : logs) {
      try (InputStream bytes = source.open(log)) {
        BinaryLog.Transaction first = BinaryLog.read(bytes, log.size()).next();
        if (first != null) {
          return first.committed();
        }
      } catch (IOException unreadable) {
        throw unreadable(log, unreadable);
      }
    }
    return null;
  }

  private static RestorePoint upTo(
      Instant until, Backup backup, List<CopiedLog> logs, LogSource source) {
    var parts = new ArrayList<LogPart>();
    String gtid = "";
    int transactions = 0;
    Instant last = backup.taken();
    int expected = BackupFiles.numberOf(backup.log());
    if (logs.isEmpty()) {
      throw missing(backup, expected);
    }
    for (CopiedLog log : logs) {
      if (log.number() != expected++) {
        throw missing(backup, expected - 1);
      }
      long end = 0;
      try (InputStream bytes = source.open(log)) {
        BinaryLog binaryLog = BinaryLog.read(bytes, log.size());
        BinaryLog.Transaction next;
        while ((next = binaryLog.next()) != null && !next.committed().isAfter(until)) {
          gtid = next.gtid();
          end = next.end();
          if (next.committed().isAfter(backup.taken())) {
            transactions++;
            last = next.committed();
          }
        }
        if (end > 0) {
          parts.add(new LogPart(log.name(), end));
        }
        if (next != null) {
          return new RestorePoint(backup, parts, gtid, transactions, last, next.committed());
        }
      } catch (IOException unreadable) {
        throw unreadable(log, unreadable);
      }
    }
    return new RestorePoint(backup, parts, gtid, transactions, last, null);
  }

  private static Failure missing(Backup backup, int number) {
    return new Failure(
        "of the logs after the backup of %s number %d was not copied before MySQL deleted it, so nothing from there on can be restored"
            .formatted(backup.taken(), number));
  }

  private static Failure unreadable(CopiedLog log, IOException reason) {
    return new Failure(
        "the copied log %s cannot be read: %s".formatted(log.path(), reason.getMessage()));
  }
}
