package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.TimeoutError;
import com.microsoft.playwright.assertions.LocatorAssertions;
import io.sugang.rows.Meeting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The student's page offers a mock term, works on it and says so, and leads back. */
@BrowserTest
@Isolated("adds a term that every page shows")
@Tag("extended")
class MockTermStudentsIntegrationTests {
  private static final String PATH = "/api/desk/mock-term";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Ids of courses of mock terms begin here. */
  private static final double FIRST_OF_MOCK = 1e15;

  /** Measures how long a button of a real course is shown before it can be pressed. */
  private static final String HOLD =
      """
      (firstOfMock) => {
        let shown = 0;
        const look = () => {
          const real = [...document.querySelectorAll('#found > li')].filter((line) => Number(line.dataset.course) < firstOfMock);
          if (real.length) shown ||= performance.now();
          if (real.some((line) => line.querySelector('button.enroll.primary'))) window.held = performance.now() - shown;
          else requestAnimationFrame(look);
        };
        look();
      }\
      """;

  private final Campus campus;
  private final OwnTerm term;
  private final DeskOffice office;
  private final Student student;
  private final String first;
  private final String second;
  private final long real;

  MockTermStudentsIntegrationTests(Campus campus) {
    this.campus = campus;
    term = OwnTerm.regular(campus).open();
    office = new DeskOffice(campus, term);
    student = term.student(18);
    first = "Algorithms " + campus.newIds(1);
    second = "Structures " + campus.newIds(1);
    real = term.course(first, term.subject(first), 3, new Meeting(1, "09:00", "10:15"), 50);
    term.course(second, term.subject(second), 3, new Meeting(2, "09:00", "10:15"), 50);
    student.enroll(real).expect("201");
  }

  private JsonNode current() {
    return office.elsewhere.get(PATH).expect("200").body().path("current");
  }

  private long begin() {
    office
        .elsewhere
        .post(
            PATH,
            "{\"opensAt\":\"2026-01-01T00:00:00Z\",\"closesAt\":\"%s\",\"reason\":\"practice\"}"
                .formatted(Instant.now().plusSeconds(3_600)))
        .expect("202");
    await().atMost(PATIENCE).until(() -> current().path("state").asString().equals("READY"));
    return current().path("termId").asLong();
  }

  private void end(long mock) {
    office
        .elsewhere
        .post(PATH + "/end", "{\"termId\":%d,\"reason\":\"over\"}".formatted(mock))
        .expect("202");
    await().atMost(PATIENCE).until(() -> current().isMissingNode());
  }

  /** Another class may begin one. */
  @AfterEach
  void noneIsLeft() {
    if (!current().isMissingNode()) {
      end(current().path("termId").asLong());
    }
  }

  private long copyOf(String title, long mock) {
    return campus.count(
        "SELECT course_id FROM course WHERE term_id = ? AND title LIKE ?", mock, title + "%");
  }

  @ParameterizedTest
  @CsvSource({"ko, 1280", "en, 360"})
  void aStudentPractisesAndGoesBackAndIsToldOfTheEnd(String language, int width, Windows windows) {
    Page page = windows.open(width, 800, language);
    page.addInitScript(
        "localStorage.getItem('sugang.language') || localStorage.setItem('sugang.language', '%s')"
            .formatted(language));
    StudentWindow window = StudentWindow.of(page, campus).open().signIn(student);
    Locator enter = page.locator("button.mock-enter");
    assertThat(window.mine()).hasCount(1);
    assertThat(enter).hasCount(0);

    long mock = begin();
    awaitOffered(page, enter);
    Accessibility.mustHold(page, "a mock term is offered");
    window.press(enter);
    mustBeMarked(window);
    // The plan of practice is empty, and the real one stays.
    assertThat(window.mine()).hasCount(0);
    long copy = copyOf(first, mock);
    window.find(first, copy);
    assertThat(page.locator("#found > li[data-course='%d']".formatted(real))).hasCount(0);
    assertThat(page.locator(".window.open")).isVisible();
    window.enroll(copy);
    window.mustBeEnrolled(copy);
    assertThat(window.mine()).hasCount(1);
    for (String view : List.of("search", "basket", "mine", "refused", "notices")) {
      window.view(view);
      mustBeMarked(window);
      Accessibility.mustHold(page, "mock term, " + view);
    }
    assertThat(page.locator("nav a[href='#/requests']:visible")).hasCount(0);
    assertThat(rows(mock)).isEqualTo(1);
    assertThat(rows(term.id())).isEqualTo(1);

    page.reload();
    mustBeMarked(window);
    // The line of the mock term is there before the views.
    assertThat(page.locator("nav a[href='#/mine']:visible").first())
        .isVisible(StudentWindow.patient());
    assertThat(window.mine()).hasCount(1);
    window.press(page.locator("button.mock-leave"));
    assertThat(page.locator(".mock")).hasCount(0);
    assertThat(page.locator(".bar .term")).not().containsText(mark(window));
    assertThat(window.mine()).hasCount(1);
    window.find(first, real);
    window.mustBeEnrolled(real);

    window.press(enter);
    mustBeMarked(window);
    long other = copyOf(second, mock);
    window.find(second, other);
    page.evaluate(HOLD, FIRST_OF_MOCK);
    end(mock);
    window.enroll(other);
    Locator told = page.locator(".over .mock-ended");
    assertThat(told)
        .containsText(
            window.word("mock.ended"),
            new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE.toMillis()));
    Accessibility.mustHold(page, "the mock term has ended");
    page.mouse().wheel(0, 2_000);
    assertThat(told).isInViewport();
    page.waitForFunction("() => window.held");
    assertThat(((Number) page.evaluate("() => window.held")).doubleValue()).isGreaterThan(500);
    assertThat(page.locator(".mock")).hasCount(0);
    assertThat(enter).hasCount(0);
    assertThat(window.mine()).hasCount(1);
    assertThat(window.mine()).containsText(first);
    window.press(told.locator("button"));
    assertThat(told).hasCount(0);
    assertThat(rows(term.id())).isEqualTo(1);
    assertThat(campus.count("SELECT COUNT(*) FROM course WHERE term_id = ?", mock)).isZero();
  }

  // Each instance learns of it within seconds, and the page asks every two minutes.
  private static void awaitOffered(Page page, Locator enter) {
    await()
        .pollInSameThread()
        .atMost(PATIENCE)
        .until(() -> {
          page.reload();
          assertThat(page.locator("main.student")).isVisible(StudentWindow.patient());
          try {
            enter.waitFor(new Locator.WaitForOptions().setTimeout(3_000));
            return true;
          } catch (TimeoutError notYet) {
            return false;
          }
        });
  }

  private static String mark(StudentWindow window) {
    String name = window.word("page.termMock");
    return name.substring(name.lastIndexOf('('));
  }

  private static void mustBeMarked(StudentWindow window) {
    assertThat(window.page().locator(".mock"))
        .containsText(
            window.word("mock.banner"),
            new LocatorAssertions.ContainsTextOptions().setTimeout(30_000));
    assertThat(window.page().locator(".mock")).isInViewport();
    assertThat(window.page().locator(".bar .term"))
        .containsText(mark(window), new LocatorAssertions.ContainsTextOptions().setTimeout(30_000));
  }

  private long rows(long termId) {
    return campus.count(
        "SELECT COUNT(*) FROM enrollment e JOIN course c USING (course_id) WHERE c.term_id = ? AND e.student_id = ?",
        termId,
        student.id());
  }
}
