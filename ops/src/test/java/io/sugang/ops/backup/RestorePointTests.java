package io.sugang.ops.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sugang.ops.backup.RestorePoint.LogPart;
import io.sugang.ops.workspace.Failure;
import java.io.ByteArrayInputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RestorePointTests {
  private static final Instant NOON = Instant.parse("2026-11-29T12:00:00Z");
  private static final Instant LATER = NOON.plusSeconds(3_600);
  private static final String SERVER = BinaryLogFile.SERVER.toString();
  private static final String OTHER = "99999999-ebdc-11f1-bf90-02fc00000001";

  private final List<String> lines = new ArrayList<>();
  private final Map<String, byte[]> logs = new HashMap<>();

  @Test
  void allTransactionsAfterTheNewestBackupAreApplied() {
    backup(SERVER, NOON.minusSeconds(100), 1);
    Backup newest = backup(SERVER, NOON, 2);
    log(SERVER, 1, new BinaryLogFile().transaction(1, NOON.minusSeconds(50), 10));
    var second = new BinaryLogFile().transaction(2, NOON.minusSeconds(1), 10);
    second.transaction(3, NOON.plusSeconds(1), 10);
    log(SERVER, 2, second);
    var third = new BinaryLogFile().transaction(4, NOON.plusSeconds(2), 10);
    int end = third.size();
    log(SERVER, 3, third.event(4, new byte[20]));
    assertThat(find(LATER))
        .isEqualTo(
            new RestorePoint(
                newest,
                List.of(
                    new LogPart("binlog.000002", second.size()), new LogPart("binlog.000003", end)),
                SERVER + ":4",
                2,
                NOON.plusSeconds(2),
                null));
  }

  @Test
  void laterTransactionsAndLogsAreLeftOut() {
    backup(SERVER, NOON, 1);
    var first = new BinaryLogFile().transaction(1, NOON.plusSeconds(1), 10);
    int end = first.size();
    log(SERVER, 1, first.transaction(2, NOON.plusSeconds(5), 10));
    log(SERVER, 2, new BinaryLogFile().transaction(3, NOON.plusSeconds(6), 10));
    RestorePoint point = find(NOON.plusSeconds(4));
    assertThat(point.parts()).containsExactly(new LogPart("binlog.000001", end));
    assertThat(point.lastGtid()).isEqualTo(SERVER + ":1");
    assertThat(point.dropped()).isEqualTo(NOON.plusSeconds(5));
  }

  @Test
  void aTransactionOfTheMomentItselfBelongsToIt() {
    backup(SERVER, NOON, 1);
    log(SERVER, 1, new BinaryLogFile().transaction(1, NOON.plusSeconds(1), 10));
    assertThat(find(NOON.plusSeconds(1)).transactions()).isEqualTo(1);
    assertThat(find(NOON.plusSeconds(1).minusNanos(1_000)).transactions()).isZero();
  }

  @Test
  void aBackupWithoutLaterTransactionsIsRestoredAlone() {
    Backup backup = backup(SERVER, NOON, 1);
    log(SERVER, 1, new BinaryLogFile());
    assertThat(find(LATER)).isEqualTo(new RestorePoint(backup, List.of(), "", 0, NOON, null));
  }

  @Test
  void theBackupIsOlderThanTheMoment() {
    Backup older = backup(SERVER, NOON, 1);
    backup(SERVER, NOON.plusSeconds(10), 1);
    log(SERVER, 1, new BinaryLogFile().transaction(1, NOON.plusSeconds(5), 10));
    assertThat(find(NOON.plusSeconds(9)).backup()).isEqualTo(older);
  }

  @Test
  void aMomentBeforeARestoreIsThatOfTheServerBefore() {
    Backup before = backup(SERVER, NOON, 1);
    log(SERVER, 1, new BinaryLogFile().transaction(1, NOON.plusSeconds(5), 10));
    backup(OTHER, NOON.plusSeconds(100), 1);
    log(OTHER, 1, new BinaryLogFile().transaction(1, NOON.plusSeconds(101), 10));
    assertThat(find(NOON.plusSeconds(50)).backup()).isEqualTo(before);
    assertThat(find(LATER).backup().server()).isEqualTo(OTHER);
  }

  @Test
  void aServerWithoutABackupIsNotPassedOver() {
    backup(SERVER, NOON, 1);
    log(SERVER, 1, new BinaryLogFile());
    log(OTHER, 1, new BinaryLogFile().transaction(1, NOON.plusSeconds(50), 10));
    assertThat(find(NOON.plusSeconds(49)).backup().server()).isEqualTo(SERVER);
    assertThatExceptionOfType(Failure.class)
        .isThrownBy(() -> find(LATER))
        .withMessageContaining(OTHER)
        .withMessageEndingWith("--until 2026-11-29T12:00:49.999Z");
  }

  @Test
  void aMomentBetweenARestoreAndTheFirstBackupAfterItIsRefused() {
    backup(SERVER, NOON, 1);
    log(SERVER, 1, new BinaryLogFile().transaction(1, NOON.plusSeconds(1), 10));
    log(OTHER, 1, new BinaryLogFile().transaction(1, NOON.plusSeconds(50), 10));
    backup(OTHER, NOON.plusSeconds(100), 1);
    assertThatExceptionOfType(Failure.class)
        .isThrownBy(() -> find(NOON.plusSeconds(99)))
        .withMessageContaining(OTHER);
    assertThat(find(NOON.plusSeconds(100)).backup().server()).isEqualTo(OTHER);
  }

  @Test
  void aServerWithoutABackupThatALaterBackupFollowsIsPassedOver() {
    backup(SERVER, NOON, 1);
    log(SERVER, 1, new BinaryLogFile());
    log(OTHER, 1, new BinaryLogFile().transaction(1, NOON.plusSeconds(50), 10));
    Backup later = backup(SERVER, NOON.plusSeconds(100), 1);
    assertThat(find(LATER).backup()).isEqualTo(later);
  }

  @Test
  void aBackupWithoutACopiedLogIsRefused() {
    backup(SERVER, NOON, 1);
    assertThatExceptionOfType(Failure.class)
        .isThrownBy(() -> find(LATER))
        .withMessageContaining("number 1 was not copied");
  }

  @Test
  void aLogThatWasOnlyBegunToBeCopiedHasNoTransactions() {
    backup(SERVER, NOON, 1);
    log(SERVER, 1, new BinaryLogFile().transaction(1, NOON.plusSeconds(1), 10));
    logs.put(SERVER + "/binlog.000002", new byte[0]);
    lines.add(SERVER + "/binlog.000002 0");
    assertThat(find(LATER).transactions()).isEqualTo(1);
  }

  @Test
  void aMissingLogIsRefused() {
    backup(SERVER, NOON, 1);
    log(SERVER, 1, new BinaryLogFile().transaction(1, NOON.plusSeconds(9), 10));
    log(SERVER, 3, new BinaryLogFile());
    assertThatExceptionOfType(Failure.class)
        .isThrownBy(() -> find(LATER))
        .withMessageContaining("number 2 was not copied");
    assertThat(find(NOON.plusSeconds(8)).transactions()).as("before the gap").isZero();
  }

  @Test
  void aMomentBeforeTheOldestBackupIsRefused() {
    assertThatExceptionOfType(Failure.class)
        .isThrownBy(() -> find(LATER))
        .withMessageContaining("there is no backup");
    backup(SERVER, NOON, 1);
    assertThatExceptionOfType(Failure.class)
        .isThrownBy(() -> find(NOON.minusSeconds(1)))
        .withMessageContaining("the oldest is of 2026-11-29T12:00:00Z");
  }

  @Test
  void whatPrecedesTheKeptBackupsIsDeleted() {
    Backup first = backup(SERVER, NOON, 1);
    Backup second = backup(SERVER, NOON.plusSeconds(10), 3);
    backup(OTHER, NOON.plusSeconds(20), 1);
    for (int number = 1; number <= 4; number++) {
      log(SERVER, number, new BinaryLogFile());
    }
    log(OTHER, 1, new BinaryLogFile());
    BackupFiles files = BackupFiles.of(lines);
    assertThat(files.without(3)).isEmpty();
    assertThat(files.without(2))
        .containsExactly(first.path(), SERVER + "/binlog.000001", SERVER + "/binlog.000002");
    assertThat(files.without(1))
        .startsWith(first.path(), second.path())
        .contains(SERVER + "/binlog.000004")
        .doesNotContain(OTHER + "/binlog.000001");
  }

  private Backup backup(String server, Instant taken, int log) {
    var backup = new Backup(server, taken, "binlog.%06d".formatted(log));
    lines.add(backup.path() + " 0");
    return backup;
  }

  private void log(String server, int number, BinaryLogFile file) {
    String path = "%s/binlog.%06d".formatted(server, number);
    logs.put(path, file.bytes());
    lines.add(path + " " + file.size());
  }

  private RestorePoint find(Instant until) {
    return RestorePoint.find(
        BackupFiles.of(lines),
        until,
        log -> new ByteArrayInputStream(logs.getOrDefault(log.path(), new byte[0])));
  }
}
