package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.BoundingBox;
import io.sugang.rows.Meeting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * From five seconds before an opening to ten seconds after it, no button of a list moves by a
 * pixel. A rejection, a pending result, a notice and a warning arrive meanwhile.
 */
@BrowserTest
class NothingMovesIntegrationTests {
  private static final Duration UNTIL_OPENING = Duration.ofSeconds(60);

  /** Follows each button of a list, and what the browser says of shifts of rows. */
  private static final String RECORD =
      """
      () => {
        const seen = new Map();
        const record = window.record = {frames: 0, buttons: 0, moved: [], shifts: [], said: []};
        const numbers = ({x, y, width, height}) => [x, y, width, height];
        const look = () => {
          record.frames++;
          for (const button of document.querySelectorAll('.courses button')) {
            if (!button.checkVisibility()) continue;
            const now = numbers(button.getBoundingClientRect());
            const before = seen.get(button);
            if (before?.some((one, n) => Math.abs(one - now[n]) > 0.5)) record.moved.push(`${button.ariaLabel}: ${before} to ${now}`);
            seen.set(button, now);
          }
          record.buttons = seen.size;
          requestAnimationFrame(look);
        };
        look();
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) for (const {node, previousRect, currentRect} of entry.sources) {
            const of = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
            if (of?.closest('.courses') ? of.matches('li, button') || of.querySelector('button') : of?.querySelector('.courses')) {
              record.shifts.push(`${of.tagName} ${of.className}: ${numbers(previousRect)} to ${numbers(currentRect)}`);
            }
          }
        }).observe({type: 'layout-shift'});
        new MutationObserver((changes) => {
          for (const {target, addedNodes} of changes) {
            if (target.closest?.('[aria-live]')) for (const added of addedNodes) record.said.push(added.textContent);
          }
        }).observe(document.body, {childList: true, subtree: true});
      }\
      """;

  private final Campus campus;
  private final OwnTerm term;
  private final Instant opens = Instant.now().plus(UNTIL_OPENING);
  private final long full;
  private final long slow;
  private final long won;
  private final long other;

  NothingMovesIntegrationTests(Campus campus) {
    this.campus = campus;
    term = new OwnTerm(campus);
    term.window(null, opens, opens.plus(Duration.ofDays(1)));
    term.basketWindow(Instant.now().minusSeconds(60), opens.plus(Duration.ofDays(1)));
    full = course("Full", 1, 0);
    slow = course("Slow", 2, 1);
    won = course("Won", 3, 50);
    other = course("Other", 4, 50);
  }

  private long course(String title, int weekday, int capacity) {
    Meeting meeting = new Meeting(weekday, "09:00", "10:15");
    return term.course(title, term.subject(title), 3, meeting, capacity);
  }

  /** A page at the opening, whose student presses as this screen has it. */
  private record Screen(StudentWindow window, Student student, boolean touch) {
    /** The mouse on the word, the thumb on the lower half. */
    void press(long course) {
      Locator button = window.enrollButton(course);
      assertThat(button).hasText(window.word("enroll.press"));
      BoundingBox box = button.boundingBox();
      double x = box.x + box.width / 2;
      if (touch) {
        window.page().touchscreen().tap(x, box.y + box.height * 0.8);
      } else {
        window.page().mouse().click(x, box.y + box.height / 2);
      }
    }

    List<?> recorded(String what) {
      return (List<?>) window.page().evaluate("what => window.record[what]", what);
    }

    int count(String what) {
      return ((Number) window.page().evaluate("what => window.record[what]", what)).intValue();
    }
  }

  private Screen open(Windows windows, int width, boolean touch) {
    Student student = term.student(18);
    for (long course : List.of(won, other)) {
      student.put("/api/me/basket/" + course, "{\"kind\":\"WANTED\"}").expect("200");
    }
    Page page =
        windows.open(
            new NewContextOptions()
                .setViewportSize(width, 740)
                .setLocale("ko-KR")
                .setHasTouch(touch)
                .setIsMobile(touch));
    // Notices are asked for within two minutes, by chance.
    page.addInitScript("Math.random = () => 0.01");
    page.route("**/api/session", this::endingSoon);
    page.route(
        "**/api/me/enrollments",
        route -> {
          String sent = String.valueOf(route.request().postData());
          if (sent.contains("\"courseId\":" + slow)) {
            route.fulfill(
                new Route.FulfillOptions().setStatus(503).setHeaders(Map.of("Retry-After", "3")));
          } else {
            route.resume();
          }
        });
    StudentWindow window = StudentWindow.of(page, campus).open().signIn(student);
    for (long course : List.of(full, slow, won, other)) {
      assertThat(window.line(course)).isVisible(StudentWindow.patient());
    }
    assertThat(page.locator(".window tick-text")).isVisible();
    return new Screen(window, student, touch);
  }

  private void endingSoon(Route route) {
    APIResponse answer = route.fetch();
    String session =
        answer
            .text()
            .replaceFirst(
                "\"warnAt\":\"[^\"]*\"", "\"warnAt\":\"%s\"".formatted(opens.plusSeconds(3)))
            .replaceFirst(
                "\"expiresAt\":\"[^\"]*\"",
                "\"expiresAt\":\"%s\"".formatted(opens.plusSeconds(300)));
    route.fulfill(new Route.FulfillOptions().setResponse(answer).setBody(session));
  }

  @Test
  void noButtonMovesAtTheOpeningWhateverArrives(Windows windows) {
    List<Screen> screens = List.of(open(windows, 1280, false), open(windows, 360, true));
    for (Screen screen : screens) {
      screen
          .window
          .page()
          .waitForFunction(
              "() => /^[5-9][.]/.test(document.querySelector('.window tick-text').textContent)",
              null,
              new Page.WaitForFunctionOptions().setTimeout(UNTIL_OPENING.toMillis()));
      screen.window.page().evaluate(RECORD);
      notice(screen.student);
    }
    for (Screen screen : screens) {
      screen.press(full);
      screen.press(slow);
      screen.press(won);
    }
    term.student(18).enroll(slow).expect("201");
    for (Screen screen : screens) {
      mustHaveArrived(screen.window);
      screen
          .window
          .page()
          .waitForFunction(
              "end => Date.now() >= end", (double) opens.plusSeconds(10).toEpochMilli());
    }
    for (Screen screen : screens) {
      assertThat(screen.recorded("moved")).isEmpty();
      assertThat(screen.recorded("shifts")).isEmpty();
      // Two of each line; those of the basket are in another view of a phone.
      assertThat(screen.count("buttons")).isGreaterThanOrEqualTo(8);
      assertThat(screen.count("frames")).isGreaterThan(30);
      mustBeSaidOnce(screen.window, screen.recorded("said"), "window.said.0");
      Locator line = screen.window.line(slow);
      assertThat(line).containsText(screen.window.word("enroll.looksFull"));
      assertThat(line).containsText(screen.window.word("enroll.busy"));
      assertThat(rows(screen.student)).isEqualTo(1);
    }
  }

  private void notice(Student student) {
    campus
        .jdbc()
        .update(
            "INSERT INTO notice (student_id, kind, source, at, course_id, course, text)"
                + " VALUES (?, 'OVERRIDE_DECLINED', ?, UTC_TIMESTAMP(3), ?, 'Other', 'too few')",
            student.id(),
            "override:" + student.id(),
            other);
  }

  private void mustHaveArrived(StudentWindow window) {
    Page page = window.page();
    assertThat(window.line(full)).containsText(window.word("refused.COURSE_FULL"));
    assertThat(window.enrollButton(slow)).hasText(window.word("enroll.checking"));
    window.mustBeEnrolled(won);
    assertThat(page.locator("body"))
        .containsText(window.word("notice.OVERRIDE_DECLINED").replace("{course}", "Other"));
    String warning = window.word(touch(page) ? "session.warnTouch" : "session.warn");
    assertThat(page.locator("body")).containsText(warning.substring(warning.indexOf('}') + 1));
  }

  private static boolean touch(Page page) {
    return (boolean) page.evaluate("() => matchMedia('(pointer: coarse)').matches");
  }

  private static void mustBeSaidOnce(StudentWindow window, List<?> said, String key) {
    assertThat(said.stream().filter(window.word(key)::equals).count()).as(said + "").isEqualTo(1);
  }

  private long rows(Student student) {
    return campus.count("SELECT COUNT(*) FROM enrollment WHERE student_id = ?", student.id());
  }
}
