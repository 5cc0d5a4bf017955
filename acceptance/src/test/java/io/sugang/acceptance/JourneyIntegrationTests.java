package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page;
import io.sugang.rows.Meeting;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Check 30: the whole journey of a student by mouse, by keyboard alone, on a phone and at twice the
 * size, in Korean and English. Each view and state on the way passes the rules of accessibility.
 */
@BrowserTest
class JourneyIntegrationTests {
  /** Sizes in pixels of CSS: a desk, a phone, and a desk of 1280 by 800 at 200 %. */
  private enum Screen {
    WIDE(1280, 800, 1),
    PHONE(360, 740, 3),
    ZOOMED(640, 400, 2);

    private final int width;
    private final int height;
    private final int scale;

    Screen(int width, int height, int scale) {
      this.width = width;
      this.height = height;
      this.scale = scale;
    }

    NewContextOptions options(String language) {
      return new NewContextOptions()
          .setViewportSize(width, height)
          .setDeviceScaleFactor(scale)
          .setLocale(language.equals("ko") ? "ko-KR" : "en-US");
    }
  }

  private final Campus campus;

  JourneyIntegrationTests(Campus campus) {
    this.campus = campus;
  }

  static Stream<Arguments> ways() {
    return Stream.of("ko", "en")
        .flatMap(language ->
            Stream.of(
                Arguments.of(Screen.WIDE, Hand.MOUSE, language),
                Arguments.of(Screen.WIDE, Hand.KEYBOARD, language),
                Arguments.of(Screen.PHONE, Hand.MOUSE, language),
                Arguments.of(Screen.ZOOMED, Hand.KEYBOARD, language)));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aStudentSignsInSearchesEnrollsIsRefusedAndCancels(
      Screen screen, Hand hand, String language, Windows windows) {
    var term = new OwnTerm(campus).open();
    Student student = term.student(18);
    String first = "알고리즘 " + campus.newIds(1);
    String second = "자료구조 " + campus.newIds(1);
    long course = term.course(first, term.subject(first), 3, new Meeting(1, "09:00", "10:15"), 50);
    long overlapping =
        term.course(second, term.subject(second), 3, new Meeting(1, "10:00", "11:15"), 50);

    Page page = windows.open(screen.options(language));
    var window = new StudentWindow(page, "http://127.0.0.1:" + campus.front().port(), hand).open();
    if (!language.equals(page.locator("html").getAttribute("lang"))) {
      window.changeLanguage();
    }
    Accessibility.mustHold(page, "sign-in");
    window.fillIn(student.number(), "wrong");
    assertThat(page.locator("#trouble")).hasText(window.word("sign.failed"));
    Accessibility.mustHold(page, "sign-in refused");
    window.signIn(student);

    window.find(first, course);
    Accessibility.mustHold(page, "search");
    window.enroll(course);
    window.mustBeEnrolled(course);
    Accessibility.mustHold(page, "enrolled");

    window.find(second, overlapping);
    window.enroll(overlapping);
    assertThat(window.mustBeRefused(overlapping)).containsText(first);
    Accessibility.mustHold(page, "refused");

    assertThat(window.mine()).hasCount(1);
    Accessibility.mustHold(page, "mine");
    window.view("refused");
    Accessibility.mustHold(page, "refusals");
    if (window.narrow()) {
      window.view("timetable");
    }
    Accessibility.mustHold(page, "timetable");
    window.cancel(first);
    assertThat(window.mine()).hasCount(0);
    assertThat(rows(student)).isZero();
    window.view("notices");
    Accessibility.mustHold(page, "notices");
    window.changeLanguage();
    Accessibility.mustHold(page, "the other language");
    window.signOut();
    Accessibility.mustHold(page, "signed out");
  }

  private long rows(Student student) {
    return campus.count("SELECT COUNT(*) FROM enrollment WHERE student_id = ?", student.id());
  }
}
