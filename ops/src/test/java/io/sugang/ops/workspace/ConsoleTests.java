package io.sugang.ops.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsoleTests {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
  private final Console console = Console.plain(out, out);

  @TempDir private Path folder;

  @Test
  void aFailedJobKeepsItsStatusAndItsLog() {
    Path log = folder.resolve("task.log");

    int status = Job.of("bash", "-c", "echo wrong >&2; exit 3").logged(console, "a task", log);
    console.fail("it failed", log);

    assertThat(status).isEqualTo(3);
    assertThat(text())
        .startsWith("  a task ...\n")
        .contains("sugang: it failed\n", "wrong", "--- whole log: " + log);
  }

  @Test
  void aLogShowsItsErrorsFirst() throws IOException {
    Path log = folder.resolve("maven.log");
    Files.writeString(log, "[ERROR] the cause\n[INFO] more\n\tat Some.frame\n");

    console.fail("the build failed", log);

    assertThat(text()).contains("--- first errors in " + log, "[ERROR] the cause");
    assertThat(text()).doesNotContain("[INFO]", "Some.frame");
  }

  @Test
  void anEmptyLogIsCalledEmpty() throws IOException {
    Path log = Files.createFile(folder.resolve("empty.log"));

    console.fail("it failed", log);

    assertThat(text()).contains("(the log " + log + " is empty)");
  }

  @Test
  void aJobGetsItsInputAndEndsWithItsTime() {
    assertThat(Job.of("cat").input("password").run()).isEqualTo(new Job.Result(0, "password"));
    assertThat(Job.of("sleep", "600").within(Duration.ofMillis(200)).run().status())
        .isEqualTo(Job.TIMED_OUT);
    assertThat(Job.of("no-such-program").run().succeeded()).isFalse();
  }

  @Test
  void oneLockOneHolder() {
    Path file = folder.resolve("lock");
    try (var _ = CommandLock.take(file, "taken")) {
      assertThatExceptionOfType(Failure.class)
          .isThrownBy(() -> CommandLock.take(file, "taken"))
          .withMessage("taken");
    }
    CommandLock.take(file, "taken").close();
  }

  @Test
  void aFolderOfAnotherUserEndsTheCommand() throws IOException {
    org.junit.jupiter.api.Assumptions.assumeFalse(UnixUser.root(), "root writes everywhere");
    Path state = Files.createDirectory(folder.resolve(".sugang"));
    assertThat(state.toFile().setWritable(false)).isTrue();

    assertThatExceptionOfType(Failure.class)
        .isThrownBy(() -> new Workspace(folder, Map.of()).requireWritable())
        .withMessageContainingAll(state.toString(), "belongs to", "sudo chown -R");
  }

  private String text() {
    return said.toString(StandardCharsets.UTF_8);
  }
}
