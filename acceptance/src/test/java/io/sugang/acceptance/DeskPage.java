package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.util.HashMap;
import java.util.Map;

/** The registrar's desk in a window, as a member of the staff sees and uses it. */
final class DeskPage {
  private static final double PATIENCE_MILLIS = 40_000;

  private final Page page;
  private final String address;
  private final Map<String, String> words = new HashMap<>();

  DeskPage(Page page, Campus campus) {
    this.page = page;
    address = "http://127.0.0.1:" + campus.front().port() + "/desk";
  }

  Page page() {
    return page;
  }

  /** Opens the page in Korean or English. */
  DeskPage open(String language) {
    page.navigate(address);
    assertThat(page.locator("#staff-page")).isVisible(StudentWindow.patient());
    if (!language.equals(page.locator("html").getAttribute("lang"))) {
      page.locator(".bar-end > button[lang]").click();
      assertThat(page.locator("html")).hasAttribute("lang", language);
    }
    Object read =
        page.evaluate(
            """
            async () => {
              const folder = document.querySelector('script[type=module]').src.replace(/desk\\/main.*/, '');
              const language = document.documentElement.lang;
              const files = [`${folder}text/${language}.js`, `${folder}desk/text/${language}.js`];
              const texts = await Promise.all(files.map((file) => import(file)));
              return Object.assign({}, ...texts.map((text) => text.default));
            }\
            """);
    ((Map<?, ?>) read).forEach((key, text) -> words.put((String) key, (String) text));
    return this;
  }

  /** Returns a text of the language that the page was opened in. */
  String word(String key) {
    String text = words.get(key);
    if (text == null) {
      throw new IllegalArgumentException(key);
    }
    return text;
  }

  DeskPage signIn(String name) {
    fillIn(name, Sessions.staffPassword(name));
    assertThat(page.locator("nav.views")).isVisible(StudentWindow.patient());
    return this;
  }

  void fillIn(String name, String password) {
    page.locator("#staff-page").fill(name);
    page.locator("#password-page").fill(password);
    page.locator("form button.primary").click();
  }

  /** Goes to a view by its link: {@code day}, {@code windows}, {@code courses} and so on. */
  DeskPage view(String name) {
    page.locator("nav.views a[href='#/%s']".formatted(name)).click();
    assertThat(page.locator("nav.views a[aria-current=page]")).hasText(word("nav." + name));
    return this;
  }

  /** Finds a course by its title and chooses it in the list. */
  DeskPage course(String title, long course) {
    view("courses");
    page.locator("#course-search").fill(title);
    page.locator(".hits a[href='#/courses/%d']".formatted(course)).click();
    assertThat(page.locator("#course-title")).containsText(title);
    assertThat(page.locator("#main table.grid")).isVisible();
    return this;
  }

  /** Returns the button with these words in the content. */
  Locator button(String key) {
    return page.locator("#main")
        .getByRole(
            AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(word(key)).setExact(true));
  }

  // ---- The dialog of a change

  Locator dialog() {
    return page.locator("dialog.change");
  }

  DeskPage begin(Locator control) {
    control.click();
    assertThat(dialog()).isVisible();
    return this;
  }

  DeskPage reason(String reason) {
    page.locator("#change-reason").fill(reason);
    return this;
  }

  DeskPage confirm() {
    dialog().locator(".dialog-actions button").last().click();
    return this;
  }

  /** Awaits the words of a refusal, and that the dialog stays. */
  Locator mustBeRefused() {
    Locator refusal = dialog().locator(".note.bad:visible").last();
    assertThat(refusal).isVisible(StudentWindow.patient());
    return refusal;
  }

  /**
   * Requires that the dialog says what was there and what is there, and closes it.
   *
   * @param field key of the name of what differs
   */
  void mustBeDone(String field, String before, String after) {
    mustBeDone();
    Locator line =
        dialog()
            .locator(".compare tr")
            .filter(
                new Locator.FilterOptions()
                    .setHas(
                        page.getByRole(
                            AriaRole.ROWHEADER,
                            new Page.GetByRoleOptions().setName(word(field)).setExact(true))));
    assertThat(line.locator("td").first()).containsText(before);
    assertThat(line.locator("td").last()).containsText(after);
    close();
  }

  void mustBeDone() {
    assertThat(dialog().locator(".note.good"))
        .containsText(
            word("change.doneSaid"),
            new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE_MILLIS));
  }

  void close() {
    dialog().locator("button.primary").click();
    assertThat(dialog()).hasCount(0);
  }
}
