package io.sugang;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets a wait fail by its own condition alone. Test classes run at the same time, and Awaitility
 * would otherwise also fail by an uncaught exception that another class throws on purpose. The time
 * of a wait without a limit of its own is enough for a machine with several test runs. JUnit finds
 * the extension by META-INF/services.
 */
public final class AwaitOwnFailures implements BeforeAllCallback {
  @Override
  public void beforeAll(ExtensionContext tests) {
    Awaitility.doNotCatchUncaughtExceptionsByDefault();
    Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
  }
}
