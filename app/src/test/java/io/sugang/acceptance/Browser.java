package io.sugang.acceptance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.springframework.util.FileSystemUtils;

/** A real Chromium with a new profile, which opens one page. */
final class Browser implements AutoCloseable {
  private static final Path PROGRAM = Path.of("/usr/bin/chromium");

  private final Path profile;
  private final Process process;

  private Browser(String url) throws IOException {
    profile = Files.createTempDirectory("sugang-chromium");
    process =
        new ProcessBuilder(
                PROGRAM.toString(),
                "--headless",
                // Its sandbox refuses to run as root; the pages are those of the test.
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--no-first-run",
                "--user-data-dir=" + profile,
                url)
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("test.log").toFile())
            .start();
  }

  /** Opens a page; the test is skipped where there is no Chromium. */
  static Browser open(String url) throws IOException {
    assumeTrue(Files.isExecutable(PROGRAM), PROGRAM + " is not there: no test in a real browser");
    return new Browser(url);
  }

  String log() {
    try {
      return Files.readString(profile.resolve("test.log"));
    } catch (IOException unreadable) {
      return unreadable.toString();
    }
  }

  @Override
  public void close() throws IOException {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().onExit().orTimeout(30, TimeUnit.SECONDS).join();
    try {
      FileSystemUtils.deleteRecursively(profile);
    } catch (IOException stillWritten) {
      profile.toFile().deleteOnExit();
    }
  }
}
