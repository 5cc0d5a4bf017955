package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import io.sugang.rows.Meeting;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks 16 and 17: the basket of the page, and one press for all that is in it. */
@BrowserTest
@Tag("extended")
class BasketPageIntegrationTests {
  private final Campus campus;
  private final OwnTerm term;
  private final Student student;

  BasketPageIntegrationTests(Campus campus) {
    this.campus = campus;
    term = new OwnTerm(campus).open();
    student = term.student(18);
  }

  private String title(String name) {
    return name + " " + campus.newIds(1);
  }

  private long course(String title, Meeting meeting) {
    return term.course(title, term.subject(title), 3, meeting, 50);
  }

  private static Locator items(StudentWindow window) {
    return window.page().locator("ol.basket > li.item:visible");
  }

  private static void keep(StudentWindow window, String title, long course) {
    window.find(title, course);
    window.press(window.line(course).locator("button.keep"));
  }

  private static void mustHaveOrder(StudentWindow window, String... titles) {
    assertThat(items(window).locator("h3")).containsText(titles);
  }

  @Test
  void aWishThatCollidesIsRefusedWithAllReasonsAndKeptAsReserve(Windows windows) {
    String held = title("Held");
    String wish = title("Wish");
    long subject = term.subject(held);
    long first = term.course(held, subject, 3, new Meeting(1, "09:00", "10:15"), 50);
    // Of the same subject and at the same time.
    long second = term.course(wish, subject, 3, new Meeting(1, "10:00", "11:15"), 50);
    student.enroll(first).expect("201");
    StudentWindow window =
        StudentWindow.of(windows.open(1280, 900, "en"), campus).open().signIn(student);
    keep(window, wish, second);
    Locator note = window.whole(second);
    assertThat(note.locator(".reasons li")).hasCount(2);
    assertThat(note).containsText(held);
    Accessibility.mustHold(window.page(), "wish refused");
    window.press(note.locator(".note-do button").first());
    assertThat(items(window)).hasCount(1);
    assertThat(items(window).locator(".reasons li")).hasCount(2);
    assertThat(items(window).locator("select")).hasValue("RESERVE");
    Accessibility.mustHold(window.page(), "reserve with reasons");
  }

  @Test
  void theOrderIsChangedByDragAndByKeysAndStays(Windows windows) {
    String[] titles = {title("One"), title("Two"), title("Three")};
    StudentWindow window =
        StudentWindow.of(windows.open(1280, 900, "en"), campus).open().signIn(student);
    var courses = new ArrayList<Long>();
    for (int day = 0; day < titles.length; day++) {
      courses.add(course(titles[day], new Meeting(day + 1, "09:00", "10:15")));
      keep(window, titles[day], courses.get(day));
    }
    mustHaveOrder(window, titles[0], titles[1], titles[2]);
    Page page = window.page();
    items(window).nth(2).locator(".handle").dragTo(items(window).nth(0));
    mustHaveOrder(window, titles[2], titles[0], titles[1]);
    items(window).nth(0).locator(".handle").focus();
    page.keyboard().press("ArrowDown");
    mustHaveOrder(window, titles[0], titles[2], titles[1]);
    assertThat(items(window).nth(1).locator(".handle")).isFocused();
    String saved = courses.toString().replace(" ", "");
    page.waitForResponse(
        answer ->
            answer.url().endsWith("/api/me/basket")
                && String.valueOf(answer.request().postData()).contains(saved),
        () -> page.keyboard().press("End"));
    mustHaveOrder(window, titles[0], titles[1], titles[2]);
    page.reload();
    mustHaveOrder(window, titles[0], titles[1], titles[2]);
  }

  @Test
  void onePressEnrollsAllByOneRequestAndPressingAgainChangesNothing(Windows windows) {
    var titles = new ArrayList<String>();
    StudentWindow window =
        StudentWindow.of(windows.open(1280, 900, "en"), campus).open().signIn(student);
    // The page would leave out a course of which it knows that it is full.
    window.page().route("**/api/seats?**", Route::abort);
    for (int i = 0; i < 6; i++) {
      titles.add(title("Wish" + i));
      // The last one will be full.
      long course =
          term.course(
              titles.get(i),
              term.subject(titles.get(i)),
              3,
              new Meeting(1 + i % 5, i < 5 ? "09:00" : "13:00", i < 5 ? "10:15" : "14:15"),
              i == 5 ? 1 : 50);
      keep(window, titles.get(i), course);
      if (i == 5) {
        assertThat(items(window)).hasCount(6);
        term.student(18).enroll(course).expect("201");
      }
    }
    List<Request> presses = new ArrayList<>();
    window
        .page()
        .onRequest(request -> {
          if (request.method().equals("POST") && request.url().contains("enrollments")) {
            presses.add(request);
          }
        });
    Locator all = window.page().locator("button.all:visible");
    all.dblclick();
    Locator answers = window.page().locator(".note.press li");
    assertThat(answers).hasCount(6);
    assertThat(window.page().locator(".note.press"))
        .not()
        .hasClass(java.util.regex.Pattern.compile("\\binfo\\b"));
    for (int i = 0; i < 5; i++) {
      assertThat(answers.nth(i)).containsText(titles.get(i));
      assertThat(answers.nth(i)).containsText(window.word("enroll.won"));
    }
    assertThat(answers.nth(5)).containsText(window.word("refused.COURSE_FULL").split("[.]")[0]);
    assertThat(presses).hasSize(1);
    assertThat(rows()).isEqualTo(5);
    Accessibility.mustHold(window.page(), "answers of one press");
    // What is left can be pressed again.
    assertThat(items(window)).hasCount(1);
    all.click();
    assertThat(window.page().locator(".note.press li")).hasCount(1);
    assertThat(rows()).isEqualTo(5);
  }

  private long rows() {
    return campus.count("SELECT COUNT(*) FROM enrollment WHERE student_id = ?", student.id());
  }
}
