package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.TimeoutError;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The student's page in a window, as a student sees and uses it. */
final class StudentWindow {
  private static final double PATIENCE_MILLIS = 40_000;
  private static final int MOST_SEARCHES = 10;

  private final Page page;
  private final String address;
  private final Hand hand;
  private final Map<String, String> words = new HashMap<>();

  /**
   * @param address of the site, as {@code http://127.0.0.1:8080}
   */
  StudentWindow(Page page, String address, Hand hand) {
    this.page = page;
    this.address = address;
    this.hand = hand;
  }

  static StudentWindow of(Page page, Campus campus) {
    return new StudentWindow(page, "http://127.0.0.1:" + campus.front().port(), Hand.MOUSE);
  }

  Page page() {
    return page;
  }

  /** Opens the page and reads the words of its language. */
  StudentWindow open() {
    page.navigate(address + "/");
    assertThat(page.locator("main.student, main:has(form)")).isVisible(patient());
    readWords();
    return this;
  }

  private void readWords() {
    Object read =
        page.evaluate(
            """
            async () => {
              const folder = document.querySelector('script[src*="/student/"]').src.replace(/student\\/.*/, '');
              return (await import(`${folder}text/${document.documentElement.lang}.js`)).default;
            }\
            """);
    words.clear();
    ((Map<?, ?>) read).forEach((key, text) -> words.put((String) key, (String) text));
  }

  /** Returns a text of the language that the page has. */
  String word(String key) {
    String text = words.get(key);
    if (text == null) {
      throw new IllegalArgumentException(key);
    }
    return text;
  }

  /** Changes the language by the button for it. */
  void changeLanguage() {
    Locator root = page.locator("html");
    String before = root.getAttribute("lang");
    press(page.locator(".bar-user > button[lang]"));
    assertThat(root).not().hasAttribute("lang", before);
    readWords();
  }

  // ---- The hand

  void press(Locator control) {
    hand.press(page, control);
  }

  void type(Locator field, String text) {
    hand.type(page, field, text);
  }

  // ---- Sign-in

  StudentWindow signIn(Student student) {
    fillIn(student.number(), Sessions.studentPassword(student.number()));
    assertThat(page.locator("main.student")).isVisible(patient());
    assertThat(page.locator("#found, .search .empty").first()).isVisible(patient());
    return this;
  }

  void fillIn(String number, String password) {
    type(page.locator("#number"), number);
    type(page.locator("#password"), password);
    press(page.locator("form button.primary"));
  }

  void signOut() {
    press(page.locator(".menu summary"));
    press(page.locator(".menu-body button"));
    assertThat(page.locator("#number")).isVisible();
  }

  // ---- Views

  /**
   * Goes to a view by its link: {@code search}, {@code basket}, {@code timetable}, {@code mine}.
   */
  void view(String name) {
    Locator link = page.locator("nav a[href='#/%s']:visible".formatted(name)).first();
    if (link.count() > 0) {
      press(link);
    }
  }

  boolean narrow() {
    return page.locator("nav.bottom").isVisible();
  }

  // ---- Courses

  /** Searches for a course and returns its line. */
  Locator find(String text, long course) {
    if (narrow()) {
      view("search");
    }
    Locator line = line(course);
    for (int tries = 1; tries < MOST_SEARCHES && !line.isVisible(); tries++) {
      type(page.locator("#q"), text);
      try {
        line.waitFor(new Locator.WaitForOptions().setTimeout(2_000));
      } catch (TimeoutError newCourse) {
        // The index of courses is half a second old: searched again.
      }
    }
    assertThat(line).isVisible(patient());
    return line;
  }

  Locator line(long course) {
    return page.locator("#found > li[data-course='%d']".formatted(course));
  }

  Locator enrollButton(long course) {
    return line(course).locator("button.enroll");
  }

  void enroll(long course) {
    press(enrollButton(course));
  }

  /** Awaits that the button of the course says that it is enrolled. */
  void mustBeEnrolled(long course) {
    assertThat(enrollButton(course))
        .hasClass(
            Pattern.compile("\\benrolled\\b"),
            new LocatorAssertions.HasClassOptions().setTimeout(PATIENCE_MILLIS));
    assertThat(enrollButton(course)).containsText(word("enroll.won"));
  }

  /** Awaits that the line of the course says why it was refused. */
  Locator mustBeRefused(long course) {
    Locator why = line(course).locator(".why.bad");
    assertThat(why).isVisible(patient());
    return why;
  }

  /** Opens the whole of what the line of the course says. */
  Locator whole(long course) {
    Locator why = line(course).locator(".why");
    press(why.locator("summary"));
    assertThat(why.locator(".note").first()).isVisible();
    return why.locator(".note");
  }

  /** Returns the list of what the student holds. */
  Locator mine() {
    view("mine");
    return page.locator("li.held:visible");
  }

  void cancel(String title) {
    press(mine().filter(new Locator.FilterOptions().setHasText(title)).locator("button.cancel"));
    Locator dialog = page.getByRole(AriaRole.DIALOG);
    assertThat(dialog).containsText(title);
    press(dialog.locator("button.danger"));
    assertThat(dialog).isHidden();
  }

  static LocatorAssertions.IsVisibleOptions patient() {
    return new LocatorAssertions.IsVisibleOptions().setTimeout(PATIENCE_MILLIS);
  }
}
