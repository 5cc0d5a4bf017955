package io.sugang.ops.backup;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The files in the folder of the backups.
 *
 * @param backups the oldest first
 * @param logs the copied binary logs by server, the oldest first
 */
record BackupFiles(List<Backup> backups, Map<String, List<CopiedLog>> logs) {

  /** A copied binary log, and how many bytes of it are copied. */
  record CopiedLog(String server, String name, long size) {
    String path() {
      return server + "/" + name;
    }

    int number() {
      return numberOf(name);
    }
  }

  /** Returns the number of a binary log: 3 of binlog.000003. */
  static int numberOf(String log) {
    return Integer.parseInt(log.substring(log.lastIndexOf('.') + 1));
  }

  /** Reads lines of a path and a size. */
  static BackupFiles of(List<String> lines) {
    var backups = new ArrayList<Backup>();
    var logs = new TreeMap<String, List<CopiedLog>>();
    for (String line : lines) {
      String[] words = line.split(" ");
      String[] path = words[0].split("/");
      Backup backup = Backup.of(words[0]);
      if (backup != null) {
        backups.add(backup);
      } else if (path.length == 2 && path[1].matches("binlog\\.\\d+")) {
        logs.computeIfAbsent(path[0], _ -> new ArrayList<>())
            .add(new CopiedLog(path[0], path[1], Long.parseLong(words[1])));
      }
    }
    backups.sort(Comparator.comparing(Backup::taken));
    logs.values().forEach(each -> each.sort(Comparator.comparingInt(CopiedLog::number)));
    return new BackupFiles(List.copyOf(backups), logs);
  }

  /** Returns the logs that the server of a backup has written since it was begun. */
  List<CopiedLog> logsOf(Backup backup) {
    int first = numberOf(backup.log());
    return logs.getOrDefault(backup.server(), List.of()).stream()
        .filter(log -> log.number() >= first)
        .toList();
  }

  /** Returns the logs of each server but one. */
  List<List<CopiedLog>> logsOfOthers(Backup backup) {
    return logs.entrySet().stream()
        .filter(server -> !server.getKey().equals(backup.server()))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Returns whether all logs after a backup are copied, as far as there are any. */
  boolean whole(Backup backup) {
    List<CopiedLog> following = logsOf(backup);
    int first = numberOf(backup.log());
    return !following.isEmpty()
        && following.getFirst().number() == first
        && following.getLast().number() == first + following.size() - 1;
  }

  /**
   * Returns the paths that are not needed any more once only the newest backups are kept: older
   * backups, and logs that precede all kept ones of their server.
   */
  List<String> without(int kept) {
    List<Backup> newest = backups.subList(Math.max(0, backups.size() - kept), backups.size());
    List<Backup> older = backups.subList(0, backups.size() - newest.size());
    var paths = new ArrayList<>(older.stream().map(Backup::path).toList());
    older.stream()
        .map(Backup::server)
        .distinct()
        .forEach(server -> {
          int first =
              newest.stream()
                  .filter(backup -> backup.server().equals(server))
                  .mapToInt(backup -> numberOf(backup.log()))
                  .min()
                  .orElse(Integer.MAX_VALUE);
          logs.getOrDefault(server, List.of()).stream()
              .filter(log -> log.number() < first)
              .map(CopiedLog::path)
              .forEach(paths::add);
        });
    return paths;
  }
}
