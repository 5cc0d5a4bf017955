package io.sugang.ops.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.ops.workspace.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The copies of binary logs that mysql/backups makes, of files in the place of MySQL's. */
class BackupScriptTests {
  private static final Path SCRIPT = Path.of("..", "mysql", "backups").toAbsolutePath().normalize();
  private static final String SERVER = "3512b288-ebdc-11f1-bf90-02fc00000001";

  @TempDir private Path folder;
  private Path data = Path.of("");
  private Path copies = Path.of("");

  @BeforeEach
  void aServer() throws IOException {
    data = Files.createDirectory(folder.resolve("data"));
    copies = folder.resolve("backups").resolve(SERVER);
    Files.createDirectory(folder.resolve("backups"));
    Files.writeString(data.resolve("auto.cnf"), "[auto]\nserver-uuid=" + SERVER + "\n");
    log(1, "one");
  }

  @Test
  void aRoundCopiesWhatIsNew() throws IOException {
    assertThat(run("behind").output()).isEqualTo("3\n");
    assertThat(run("round").status()).isZero();
    assertThat(copy(1)).isEqualTo("one");
    Files.writeString(file(1), " more", StandardOpenOption.APPEND);
    log(2, "two");
    log(3, "three");
    assertThat(run("behind").output()).isEqualTo("13\n");
    assertThat(run("round").status()).isZero();
    assertThat(List.of(copy(1), copy(2), copy(3))).containsExactly("one more", "two", "three");
    assertThat(run("list").output())
        .isEqualTo(
            "%1$s/binlog.000001 8%n%1$s/binlog.000002 3%n%1$s/binlog.000003 5%n".formatted(SERVER));
    assertThat(run("log", SERVER + "/binlog.000003").output()).isEqualTo("three");
  }

  @Test
  void aLogThatMysqlDeletedKeepsItsCopy() throws IOException {
    run("round");
    log(2, "two");
    run("round");
    Files.delete(file(1));
    Files.writeString(data.resolve("binlog.index"), "./binlog.000002\n");
    Files.writeString(file(2), " more", StandardOpenOption.APPEND);
    assertThat(run("round").status()).isZero();
    assertThat(List.of(copy(1), copy(2))).containsExactly("one", "two more");
  }

  @Test
  void aLogThatACrashCutOffIsCopiedAnew() throws IOException {
    // MySQL clears a flag at byte 21 when it closes a log.
    Files.writeString(file(1), "header with the flag 1 and events: committed, not committed");
    run("round");
    Files.writeString(file(1), "header with the flag 0 and events: committed");
    log(2, "two");
    assertThat(run("round").status()).isZero();
    assertThat(List.of(copy(1), copy(2)))
        .containsExactly("header with the flag 0 and events: committed", "two");
    try (Stream<Path> files = Files.list(copies)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .anyMatch(name -> name.matches("cut-\\d{8}T\\d{6}Z-binlog.000001"));
    }
  }

  @Test
  void anotherLogOfTheSameNameReplacesNoCopy() throws IOException {
    String before = "a header of 23 bytes    of before RESET BINARY LOGS";
    Files.writeString(file(1), before);
    run("round");
    for (String length : List.of("", " as long as the first", " and longer than the first one")) {
      Files.writeString(file(1), "a header of 23 bytes    another log" + length);
      Job.Result refused = run("round");
      assertThat(refused.status()).as(length).isEqualTo(1);
      assertThat(refused.output()).contains("began its binary logs anew", "./sugang backup");
    }
    assertThat(copy(1)).isEqualTo(before);
  }

  @Test
  void theShipperFollowsUntilItsEndAndCopiesTheRest() throws Exception {
    Process shipper = job("ship").begin();
    try {
      await().until(() -> Files.exists(copies.resolve("binlog.000001")) && copy(1).equals("one"));
      Files.writeString(file(1), " more", StandardOpenOption.APPEND);
      await().until(() -> copy(1).equals("one more"));
      log(2, "two");
      shipper.destroy();
      assertThat(shipper.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(copy(2)).isEqualTo("two");
    } finally {
      shipper.descendants().forEach(ProcessHandle::destroyForcibly);
      shipper.destroyForcibly();
    }
  }

  @Test
  void withoutDataThereIsNothingToCopy() throws IOException {
    Files.delete(data.resolve("binlog.index"));
    assertThat(run("round").status()).isZero();
    assertThat(run("behind").status()).isEqualTo(1);
    assertThat(run("list").output()).isEmpty();
  }

  private Job job(String... arguments) {
    return Job.of(
            Stream.concat(Stream.of("bash", SCRIPT.toString()), Stream.of(arguments)).toList())
        .with(
            Map.of(
                "SUGANG_MYSQL_DATA",
                data.toString(),
                "SUGANG_BACKUPS",
                folder.resolve("backups").toString(),
                "LC_ALL",
                "C"));
  }

  private Job.Result run(String... arguments) {
    return job(arguments).run();
  }

  private Path file(int number) {
    return data.resolve("binlog.%06d".formatted(number));
  }

  private String copy(int number) throws IOException {
    return Files.readString(copies.resolve("binlog.%06d".formatted(number)));
  }

  private void log(int number, String text) throws IOException {
    Files.writeString(file(number), text);
    Files.writeString(
        data.resolve("binlog.index"),
        "./binlog.%06d%n".formatted(number),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
