package io.sugang.acceptance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test new windows of one Chromium per class, and closes them after it. A test fails if
 * a window of it reported a fault or asked another host. Without a Chromium the class is skipped.
 */
final class BrowserExtension implements BeforeAllCallback, AfterEachCallback, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(BrowserExtension.class);

  @Override
  public void beforeAll(ExtensionContext test) {
    Path program = Chromium.program().orElse(null);
    assumeTrue(program != null, "no Chromium is here: no test in a real browser");
    PlaywrightAssertions.setDefaultAssertionTimeout(Windows.PATIENCE_MILLIS);
    test.getStore(NAMESPACE)
        .computeIfAbsent(Chromium.class, _ -> Chromium.start(program), Chromium.class);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == Windows.class;
  }

  @Override
  public Windows resolveParameter(ParameterContext parameter, ExtensionContext test) {
    Chromium chromium =
        test.getStore(NAMESPACE)
            .computeIfAbsent(
                Chromium.class,
                _ -> {
                  throw new IllegalStateException("asked for windows before the class began");
                },
                Chromium.class);
    return test.getStore(NAMESPACE)
        .computeIfAbsent(Windows.class, _ -> new Windows(chromium.browser()), Windows.class);
  }

  @Override
  public void afterEach(ExtensionContext test) {
    Windows windows = test.getStore(NAMESPACE).remove(Windows.class, Windows.class);
    if (windows == null) {
      return;
    }
    try {
      test.getExecutionException()
          .ifPresent(
              failure -> failure.addSuppressed(new IllegalStateException(windows.describe())));
      if (test.getExecutionException().isEmpty()) {
        windows.mustBeFaultless();
      }
    } finally {
      windows.close();
    }
  }
}
