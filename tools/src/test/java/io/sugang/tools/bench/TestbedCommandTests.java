package io.sugang.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class TestbedCommandTests {
  @Command(name = "broken")
  private static final class Broken extends TestbedCommand {
    Broken() {
      super("measurement", (_, _) -> 0);
    }

    @Override
    protected void execute(PrintWriter out) {
      throw new NullPointerException();
    }
  }

  @Test
  void whereAnErrorCameFromIsBesideTheResults(@TempDir Path folder) {
    Path results = folder.resolve("results");
    int status = new CommandLine(new Broken()).execute("--out", results.toString());
    assertThat(status).isEqualTo(2);
    assertThat(results.resolve(TestbedCommand.TRACE))
        .content()
        .contains("NullPointerException", "Broken.execute");
  }

  @Test
  void whatWasNotWrittenForAPersonIsNamed() {
    assertThat(ErrorText.of(new NullPointerException()))
        .isEqualTo("java.lang.NullPointerException");
    assertThat(ErrorText.of(new IllegalStateException("no courses are left")))
        .isEqualTo("java.lang.IllegalStateException: no courses are left");
    assertThat(ErrorText.of(new FileNotFoundException("/x")))
        .isEqualTo("java.io.FileNotFoundException: /x");
    assertThat(ErrorText.of(new IOException("verify: VIOLATED"))).isEqualTo("verify: VIOLATED");
    assertThat(ErrorText.of(new CannotTell("the table is gone"))).isEqualTo("the table is gone");
  }

  private static final class CannotTell extends RuntimeException {
    CannotTell(String message) {
      super(message);
    }
  }
}
