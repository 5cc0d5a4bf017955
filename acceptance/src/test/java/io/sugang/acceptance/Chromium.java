package io.sugang.acceptance;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import io.sugang.lab.local.ChromiumProgram;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Workspace;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A real Chromium, driven by Playwright. It belongs to the thread that starts it. */
final class Chromium implements AutoCloseable {
  private final Playwright playwright;
  private final Browser browser;

  private Chromium(Path program) {
    // Otherwise the driver would fetch browsers of its own.
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new LaunchOptions()
                    .setExecutablePath(program)
                    .setHeadless(true)
                    .setArgs(
                        List.of(
                            // Its sandbox refuses to run as root; the pages are those of the test.
                            "--no-sandbox",
                            "--disable-gpu",
                            "--disable-dev-shm-usage",
                            "--disable-background-networking",
                            "--force-color-profile=srgb")));
  }

  /** Returns the program, if there is one on this machine. */
  static Optional<Path> program() {
    var nothing = new PrintStream(OutputStream.nullOutputStream());
    return Optional.ofNullable(
        new ChromiumProgram(
                new Workspace(Campus.workspace().root(), System.getenv()),
                Console.plain(nothing, nothing))
            .find());
  }

  static Chromium start(Path program) {
    return new Chromium(program);
  }

  Browser browser() {
    return browser;
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
