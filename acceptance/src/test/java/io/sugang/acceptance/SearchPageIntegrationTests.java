package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.HasTextOptions;
import io.sugang.ops.signin.SessionRole;
import io.sugang.rows.Meeting;
import io.sugang.rows.Rows;
import io.sugang.rows.TermRows;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Check 15 on the page: the conditions that students type lead to the right lists. */
@BrowserTest
class SearchPageIntegrationTests {
  private static final int TUESDAY = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Campus campus;
  private final Student student;
  private final Student other;
  private final String alias;
  private final String professor;
  private final String code;
  private final long structures;
  private final long systems;
  private final long full;

  SearchPageIntegrationTests(Campus campus) {
    this.campus = campus;
    var term = new OwnTerm(campus).open();
    student = term.student(30);
    other = term.student(30);
    long id = campus.newIds(1);
    alias = "컴공" + id;
    professor = "세종대왕" + id;
    code = "CSE" + id;
    new TermRows(campus.jdbc()).department(id, "컴퓨터공학부" + id, alias + ",CS" + id);
    new Rows(campus.jdbc()).professor(id, professor);
    structures = term.course("자료구조", term.subject("자료구조"), 3, null, 50);
    systems =
        term.course("운영체제", term.subject("운영체제"), 3, new Meeting(TUESDAY, "13:00", "14:45"), 50);
    full =
        term.course("자료 구조 실습", term.subject("실습"), 1, new Meeting(TUESDAY, "14:00", "15:15"), 1);
    term.course("글쓰기", term.subject("글쓰기"), 2, new Meeting(TUESDAY, "09:00", "10:15"), 50);
    for (long course : List.of(structures, systems, full)) {
      campus
          .jdbc()
          .update(
              "UPDATE course SET department = ?, professor_id = ? WHERE course_id = ?",
              "컴퓨터공학부" + id,
              id,
              course);
    }
    campus
        .jdbc()
        .update(
            "UPDATE subject SET code = ? WHERE subject_id = (SELECT subject_id FROM course WHERE course_id = ?)",
            code,
            structures);
    term.student(30).enroll(full).expect("201");
  }

  @Test
  void whatStudentsTypeLeadsToTheRightLists(Windows windows) {
    StudentWindow window =
        StudentWindow.of(windows.open(1280, 900, "ko"), campus).open().signIn(student);
    Page page = window.page();
    awaitIndexed(window);

    page.locator("#department").fill(alias);
    finds(window, structures, systems, full);
    page.locator("#q").fill("자료 구조");
    finds(window, structures, full);
    page.locator("#q").fill("ㅇㅇㅊㅈ");
    finds(window, systems);
    page.locator("#department").fill("");
    page.locator("#q").fill(code);
    finds(window, structures);
    page.locator("#q").fill(professor);
    finds(window, structures, systems, full);

    Locator left = page.getByLabel(window.word("search.seatsLeft"));
    left.check();
    finds(window, structures, systems);
    left.uncheck();
    finds(window, structures, systems, full);

    // Tuesday from 13 to 15 o'clock: a course that ends later is not among them, nor one without a
    // time.
    page.locator("details.times summary").click();
    page.getByLabel(window.word("weekday.2"), new Page.GetByLabelOptions().setExact(true)).check();
    page.locator("#from").selectOption(Integer.toString(13 * 60));
    page.locator("#until").selectOption(Integer.toString(15 * 60));
    finds(window, systems);
    Accessibility.mustHold(page, "times");
    page.locator(".times-body button").click();
    assertThat(page.locator("#q")).hasValue("");
    assertThat(page.locator("#found > li")).hasCount(4);
  }

  @Test
  void theSeatsShownAreTwoSecondsOldAtMostAndSaySo(Windows windows) {
    StudentWindow window =
        StudentWindow.of(windows.open(1280, 900, "en"), campus).open().signIn(student);
    awaitIndexed(window);
    window.page().locator("#department").fill(alias);
    finds(window, structures, systems, full);
    Locator seats = window.line(systems).locator(".seats");
    assertThat(seats).containsText("50 / 50");
    other.enroll(systems).expect("201");
    // The page is not touched.
    assertThat(seats)
        .containsText("49 / 50", new ContainsTextOptions().setTimeout(PATIENCE.toMillis()));
    // On a busy machine one reading may be late; a page that polls more seldom is so each time.
    await()
        .pollInSameThread()
        .atMost(PATIENCE)
        .until(() -> age(window) <= 2 && window.page().locator(".seats.stale").count() == 0);
  }

  @Test
  void aCourseOnTheScreenFollowsTheDeskThatClosesReopensAndCancelsIt(Windows windows) {
    StudentWindow window =
        StudentWindow.of(windows.open(1280, 900, "ko"), campus).open().signIn(student);
    awaitIndexed(window);
    window.page().locator("#department").fill(alias);
    finds(window, structures, systems, full);
    Locator enroll = window.line(systems).locator("button.enroll");
    Locator keep = window.line(systems).locator("button.keep");
    assertThat(enroll).hasText(window.word("enroll.press"), patient());
    // The page is not touched meanwhile.
    atTheDesk("close");
    assertThat(enroll).hasText(window.word("course.CLOSED"), patient());
    assertThat(enroll).hasAttribute("aria-disabled", "true");
    atTheDesk("reopen");
    assertThat(enroll).hasText(window.word("enroll.press"), patient());
    assertThat(keep).isVisible();
    atTheDesk("cancel");
    assertThat(enroll).hasText(window.word("course.CANCELLED"), patient());
    assertThat(keep).hasCount(0);
    assertThat(window.line(structures).locator("button.enroll"))
        .hasText(window.word("enroll.press"));
  }

  private void atTheDesk(String change) {
    long registrar = campus.newIds(1);
    campus
        .jdbc()
        .update("INSERT INTO staff VALUES (?, ?, 'REGISTRAR', NULL)", registrar, "S" + registrar);
    Student desk = Student.staff(campus.front(), SessionRole.REGISTRAR, registrar);
    JsonNode course = desk.get("/api/desk/courses/" + systems).expect("200").body();
    desk.post(
            "/api/desk/courses/%d/%s".formatted(systems, change),
            "{\"version\":\"%s\",\"reason\":\"too few\"}"
                .formatted(course.path("version").asString()))
        .expect(change.equals("cancel") ? "202" : "200");
  }

  private static HasTextOptions patient() {
    return new HasTextOptions().setTimeout(PATIENCE.toMillis());
  }

  /** The age in seconds that the list says of its oldest number. */
  private static int age(StudentWindow window) {
    String text = window.page().locator(".list-head tick-text").innerText();
    String updated = window.word("search.updated");
    assertThat(text).startsWith(updated.substring(0, updated.indexOf('{')));
    return Integer.parseInt(text.replaceAll("\\D+", ""));
  }

  private void awaitIndexed(StudentWindow window) {
    window.find(code, structures);
    window.page().locator("#q").fill("");
    assertThat(window.page().locator("#found > li")).hasCount(4);
  }

  private static void finds(StudentWindow window, Long... courses) {
    Locator list = window.page().locator("#found > li");
    assertThat(list).hasCount(courses.length);
    for (long course : courses) {
      assertThat(window.line(course)).isVisible();
    }
  }
}
