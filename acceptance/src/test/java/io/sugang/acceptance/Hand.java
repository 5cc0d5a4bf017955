package io.sugang.acceptance;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

/** How a student uses a page. */
enum Hand {
  MOUSE {
    @Override
    void press(Page page, Locator control) {
      control.click();
    }

    @Override
    void type(Page page, Locator field, String text) {
      field.fill(text);
    }
  },
  /** Tab, Enter and letters; nothing is reached in another way. */
  KEYBOARD {
    @Override
    void press(Page page, Locator control) {
      reach(page, control);
      page.keyboard().press("Enter");
    }

    @Override
    void type(Page page, Locator field, String text) {
      reach(page, field);
      page.keyboard().press("Control+A");
      page.keyboard().type(text);
    }
  };

  private static final int MOST_TABS = 400;

  abstract void press(Page page, Locator control);

  abstract void type(Page page, Locator field, String text);

  /** Presses Tab until the control has the focus, and requires that the focus can be seen. */
  static void reach(Page page, Locator control) {
    control.waitFor();
    for (int tabs = 0; tabs < MOST_TABS; tabs++) {
      if (focused(control)) {
        mustBeSeen(page);
        return;
      }
      page.keyboard().press("Tab");
    }
    throw new AssertionError("no number of tabs reaches " + control);
  }

  private static boolean focused(Locator control) {
    return (boolean) control.evaluate("it => it === document.activeElement");
  }

  private static void mustBeSeen(Page page) {
    boolean seen =
        (boolean)
            page.evaluate(
                """
                () => {
                  const style = getComputedStyle(document.activeElement);
                  const outlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
                  return outlined || style.boxShadow !== 'none';
                }\
                """);
    if (!seen) {
      throw new AssertionError(
          "the focus cannot be seen on "
              + page.evaluate("() => document.activeElement.outerHTML.slice(0, 300)"));
    }
  }
}
