package io.sugang.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Page;
import java.util.List;

/** What every view and state has to keep, whatever is in it. */
final class Accessibility {
  private static final List<String> RULES =
      List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice");

  private Accessibility() {}

  /** Requires that axe finds nothing, and that nothing is wider than the window. */
  static void mustHold(Page page, String state) {
    List<String> violations =
        new AxeBuilder(page)
            .withTags(RULES).analyze().getViolations().stream()
                .flatMap(rule ->
                    rule.getNodes().stream()
                        .map(node ->
                            rule.getId() + ": " + node.getHtml() + " " + node.getFailureSummary()))
                .toList();
    assertThat(violations).as("axe, %s", state).isEmpty();
    Object over =
        page.evaluate(
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assertThat(((Number) over).intValue()).as("wider than the window, %s", state).isZero();
  }
}
