package io.sugang.ops.backup;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A backup: a copy of MySQL's data folder, made while MySQL ran.
 *
 * @param server the UUID of the server
 * @param taken when the copy was complete: it has all that was committed before it was begun, and
 *     nothing that was committed later than this
 * @param log the binary log that was written when the copy was begun
 */
public record Backup(String server, Instant taken, String log) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
  private static final Pattern PATH =
      Pattern.compile("([-0-9a-f]{36})/backup-(\\d{8}T\\d{6}\\.\\d{6}Z)-(binlog\\.\\d+)");

  /** Returns the backup of a path, or null if it is none. */
  static @Nullable Backup of(String path) {
    Matcher parts = PATH.matcher(path);
    return parts.matches()
        ? new Backup(parts.group(1), TIME.parse(parts.group(2), Instant::from), parts.group(3))
        : null;
  }

  /** Returns its path in the folder of the backups. */
  String path() {
    return "%s/backup-%s-%s".formatted(server, TIME.format(taken), log);
  }
}
