package io.sugang.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.ReducedMotion;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The windows of one test. Each is a browser of its own, without cookies of the others; tabs share
 * them. Errors of scripts, refusals of the page's policy and requests to other hosts are kept.
 */
final class Windows implements AutoCloseable {
  /** How long a page is waited for, unless a test says otherwise. */
  static final double PATIENCE_MILLIS = 30_000;

  private final Browser browser;
  private final List<BrowserContext> contexts = new ArrayList<>();
  private final List<String> faults = new CopyOnWriteArrayList<>();
  private final List<String> foreign = new CopyOnWriteArrayList<>();
  private boolean judged = true;

  Windows(Browser browser) {
    this.browser = browser;
  }

  /** Opens a window of this size in pixels of CSS, in Korean or English. */
  Page open(int width, int height, String language) {
    return open(
        new NewContextOptions()
            .setViewportSize(width, height)
            .setLocale(language.equals("ko") ? "ko-KR" : "en-US"));
  }

  Page open(NewContextOptions options) {
    if (options.timezoneId == null) {
      options.setTimezoneId("Asia/Seoul");
    }
    BrowserContext context = browser.newContext(options.setReducedMotion(ReducedMotion.REDUCE));
    contexts.add(context);
    context.setDefaultTimeout(PATIENCE_MILLIS);
    context.onPage(this::watch);
    context.onRequest(this::note);
    return context.newPage();
  }

  /** Leaves faults of scripts and of connections out of judgement: the test makes them. */
  void expectFaults() {
    judged = false;
  }

  private void watch(Page page) {
    page.onPageError(fault -> faults.add(fault));
    page.onConsoleMessage(message -> {
      // What the browser says of answers from 400 on is no fault of the page.
      if (message.type().equals("error") && !message.text().startsWith("Failed to load resource")) {
        faults.add(message.text());
      }
    });
  }

  private void note(Request request) {
    String host = URI.create(request.url()).getHost();
    boolean web = request.url().startsWith("http") || request.url().startsWith("ws");
    if (web && !"127.0.0.1".equals(host) && !"localhost".equals(host)) {
      foreign.add(request.url());
    }
  }

  void mustBeFaultless() {
    // The driver delivers pending events while it answers a call.
    contexts.forEach(context -> context.pages().forEach(Page::title));
    assertThat(foreign).as("requests to other hosts").isEmpty();
    if (judged) {
      assertThat(faults).as("faults in the window").isEmpty();
    }
  }

  /** Returns where the windows are, what they show, and their faults; with a picture of each. */
  String describe() {
    var text = new StringBuilder("faults: " + faults);
    for (BrowserContext context : contexts) {
      for (Page page : context.pages()) {
        try {
          Path picture = Files.createTempFile("sugang-window", ".png");
          page.screenshot(new Page.ScreenshotOptions().setPath(picture));
          text.append("\n").append(page.url()).append(" ").append(picture);
          text.append("\n").append(page.locator("body").innerText());
        } catch (PlaywrightException | java.io.IOException closed) {
          text.append("\n").append(closed.getMessage());
        }
      }
    }
    return text.toString();
  }

  @Override
  public void close() {
    contexts.forEach(BrowserContext::close);
  }
}
