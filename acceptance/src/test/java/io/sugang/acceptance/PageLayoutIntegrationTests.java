package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.BoundingBox;
import io.sugang.rows.Meeting;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where things stand on the student's page, and what it says where results come from. */
@BrowserTest
@Tag("extended")
class PageLayoutIntegrationTests {
  private static final String WINDOW =
      "{\"windowId\":1,\"termId\":%d,\"phase\":\"ENROLL\",\"actions\":[\"ENROLL\"],\"opensAt\":\"%s\",\"closesAt\":\"%s\"}";

  /** A window that opens and closes so long from now. */
  private record State(String name, Duration opens, Duration closes) {}

  private static final List<State> STATES =
      List.of(
          new State("in days", Duration.ofDays(3), Duration.ofDays(4)),
          new State("in hours", Duration.ofHours(1), Duration.ofDays(1)),
          new State("in seconds", Duration.ofSeconds(59), Duration.ofDays(1)),
          new State("open", Duration.ofDays(-1), Duration.ofDays(1)),
          new State("open for minutes", Duration.ofDays(-1), Duration.ofMinutes(9)),
          new State("after", Duration.ofDays(-9), Duration.ofDays(-8)));

  /** Whether no line of it is cut off at its end. */
  private static final String WHOLE =
      "it => [...it.querySelectorAll('tick-text')].every((one) => one.getBoundingClientRect().bottom <= it.getBoundingClientRect().bottom + 1 && one.getBoundingClientRect().right <= innerWidth) && it.getBoundingClientRect().bottom <= it.parentElement.getBoundingClientRect().bottom";

  private final Campus campus;
  private final OwnTerm term;
  private final Student student;

  PageLayoutIntegrationTests(Campus campus) {
    this.campus = campus;
    term = new OwnTerm(campus).open();
    student = term.student(18);
  }

  private StudentWindow signedIn(Page page) {
    return StudentWindow.of(page, campus).open().signIn(student);
  }

  private long course(String title, int capacity) {
    return term.course(title, term.subject(title), 3, new Meeting(1, "09:00", "10:15"), capacity);
  }

  private String windows(State state) {
    Instant now = Instant.now();
    return "{\"rules\":true,\"windows\":[%s],\"actions\":[]}"
        .formatted(WINDOW.formatted(term.id(), now.plus(state.opens), now.plus(state.closes)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1280, 1000, 640, 360})
  void theBarAndTheButtonsHaveOneSizeInAllStatesOfTheWindow(int width, Windows windows) {
    String title = "Sized " + campus.newIds(1);
    long course = course(title, 50);
    for (String language : List.of("ko", "en")) {
      Page page = windows.open(width, 740, language);
      page.addInitScript("localStorage.setItem('sugang.language', '%s')".formatted(language));
      var shown = new AtomicReference<>(STATES.getFirst());
      page.route(
          "**/api/me/windows",
          route ->
              route.fulfill(
                  new Route.FulfillOptions()
                      .setContentType("application/json")
                      .setBody(windows(shown.get()))));
      StudentWindow window = signedIn(page);
      Map<String, List<Double>> sizes = new LinkedHashMap<>();
      for (State state : STATES) {
        shown.set(state);
        page.reload();
        window.find(title, course);
        assertThat(page.locator(".bar .window")).isVisible();
        BoundingBox bar = page.locator(".bar").boundingBox();
        BoundingBox button = window.enrollButton(course).boundingBox();
        sizes.put(state.name, List.of(bar.height, button.x, button.y, button.width, button.height));
        assertThat((boolean) page.locator(".bar-time").evaluate(WHOLE)).as(state.name).isTrue();
      }
      assertThat(sizes).hasSize(STATES.size());
      assertThat(sizes.values()).as("%s, %s", language, sizes).containsOnly(sizes.get("open"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1280, 360})
  void aRejectionIsReadInItsFullWidthWithItsActionsBelow(int width, Windows windows) {
    String title = "Full " + campus.newIds(1);
    long course = course(title, 0);
    StudentWindow window = signedIn(windows.open(width, 740, "ko"));
    Page page = window.page();
    window.find(title, course);
    BoundingBox before = window.line(course).boundingBox();
    window.enroll(course);
    window.mustBeRefused(course);
    assertThat(window.line(course).boundingBox().height).isEqualTo(before.height);
    Locator note = window.whole(course);
    assertThat(window.line(course).boundingBox().height).isEqualTo(before.height);
    BoundingBox box = note.boundingBox();
    BoundingBox text = note.locator("p").boundingBox();
    BoundingBox action = note.locator(".note-do button").boundingBox();
    BoundingBox close = note.locator(".close").boundingBox();
    assertThat(text.width).isGreaterThan(box.width - close.width - 30);
    assertThat(action.y).isGreaterThanOrEqualTo(text.y + text.height);
    assertThat(close.x + close.width).isCloseTo(box.x + box.width, within(3.0));
    assertThat(close.y).isCloseTo(box.y, within(3.0));
    Accessibility.mustHold(page, "the whole of a rejection");
    // The list next to it counts it before it is opened.
    if (width > 1_000) {
      assertThat(page.locator("nav a[href='#/refused'] .count")).hasText("1");
    }
    note.locator(".close").click();
    assertThat(window.line(course).locator(".why")).hasCount(0);
    assertThat(window.line(course)).containsText("Professor");
  }

  @Test
  void aPageWithoutANetworkSaysSoAndSendsThePressWhenItIsBack(Windows windows) {
    windows.expectFaults();
    String title = "Offline " + campus.newIds(1);
    long course = course(title, 50);
    StudentWindow window = signedIn(windows.open(1280, 740, "ko"));
    Page page = window.page();
    window.find(title, course);
    page.context().setOffline(true);
    assertThat(page.locator(".over")).hasText(window.word("page.offline"));
    window.enroll(course);
    assertThat(window.line(course).locator(".why")).containsText(window.word("enroll.offline"));
    assertThat(window.enrollButton(course)).hasText(window.word("enroll.checking"));
    Accessibility.mustHold(page, "without a network");
    page.context().setOffline(false);
    window.mustBeEnrolled(course);
    assertThat(page.locator(".over")).hasCount(0);
    assertThat(campus.count("SELECT COUNT(*) FROM enrollment WHERE student_id = ?", student.id()))
        .isEqualTo(1);
  }
}
