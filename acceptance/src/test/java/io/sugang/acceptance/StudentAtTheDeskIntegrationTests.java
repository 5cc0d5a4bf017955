package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.sugang.ops.signin.SessionRole;
import io.sugang.rows.Meeting;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The desk answers why a student did not get in, by the number alone. */
@BrowserTest
class StudentAtTheDeskIntegrationTests {
  private static final int FRIDAY = 5;
  private static final String PHONE =
      "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36";

  private final Campus campus;
  private final OwnTerm term;
  private final DeskOffice office;
  private final Student student;
  private final String name;
  private final long held;
  private final long full;
  private final long overlapping;

  StudentAtTheDeskIntegrationTests(Campus campus) {
    this.campus = campus;
    term = new OwnTerm(campus).open();
    office = new DeskOffice(campus, term);
    student = term.student(18);
    name = "학생 " + campus.newIds(1);
    campus.jdbc().update("UPDATE student SET name = ? WHERE student_id = ?", name, student.id());
    held = course("Held", new Meeting(FRIDAY, "09:00", "10:15"), 5);
    full = course("Full", null, 0);
    overlapping = course("Overlapping", new Meeting(FRIDAY, "10:00", "11:15"), 5);
  }

  private long course(String of, @Nullable Meeting meeting, int capacity) {
    return term.course(title(of), term.subject(title(of)), 3, meeting, capacity);
  }

  private String title(String of) {
    return of + " " + office.title;
  }

  private void refuse() {
    student.enroll(held).expect("201");
    student.enroll(full).expect("COURSE_FULL");
    student.enroll(full).expect("COURSE_FULL");
    student.enroll(overlapping).expect("TIME_CONFLICT");
    student.post("/api/me/overrides", DeskOffice.request(full)).expect("201");
    await()
        .atMost(DeskOffice.PATIENCE)
        .untilAsserted(() ->
            assertThat(
                    campus
                        .jdbc()
                        .query(
                            "SELECT CONCAT_WS(' ', course_id, code, times) FROM rejection WHERE student_id = ?",
                            (row, n) -> row.getString(1),
                            student.id()))
                .containsExactlyInAnyOrder(
                    full + " COURSE_FULL 2", overlapping + " TIME_CONFLICT 1"));
  }

  @ParameterizedTest
  @CsvSource({"ko, 1280, REGISTRAR", "ko, 360, VIEWER", "en, 1280, VIEWER"})
  void whyAStudentDidNotGetInIsFoundByTheNumber(
      String language, int width, SessionRole role, Windows windows) {
    student.signedIn(PHONE);
    refuse();
    String staff = office.staff(role);
    DeskPage desk =
        new DeskPage(windows.open(width, 900, language), campus).open(language).signIn(staff);
    Page page = desk.page();
    desk.view("students");
    page.keyboard().press("Tab");
    assertThat(page.locator("#desk-search")).isFocused();
    page.keyboard().type(student.number());
    page.keyboard().press("Enter");

    assertThat(page.locator("#student-title")).hasText(name + " " + student.number());
    assertThat(page.locator("#student-title")).isFocused();
    mustShowAll(desk);
    Accessibility.mustHold(page, "a student");

    // As another day: from the address alone, which reads the rows again.
    page.reload();
    assertThat(page.locator("#student-title")).hasText(name + " " + student.number());
    mustShowAll(desk);
    student.enroll(full).expect("COURSE_FULL");
    await()
        .atMost(DeskOffice.PATIENCE)
        .untilAsserted(() -> {
          desk.button("read.again").click();
          assertThat(row(desk, "refusals", "Full").innerText()).contains(times(desk, 3));
        });

    page.locator("a[href='#/audit?student=%s']".formatted(student.number())).click();
    assertThat(page.locator("#audit-student")).hasValue(student.number());
    assertThat(page.locator("table.audit tbody tr").first()).containsText(student.number());
    page.goBack();
    page.locator("a[href='#/overrides?student=%d']".formatted(student.id())).click();
    assertThat(page.locator("li.card")).hasCount(1);
    assertThat(page.locator("li.card")).containsText(title("Full"));
    Accessibility.mustHold(page, "requests of a student");
    page.locator("li.card a[href='#/students/%d']".formatted(student.id())).click();
    mustShowAll(desk);
    row(desk, "refusals", "Full").locator("a").click();
    assertThat(page.locator("#course-title")).containsText(title("Full"));
  }

  private void mustShowAll(DeskPage desk) {
    Page page = desk.page();
    assertThat(rows(desk, "plan")).hasCount(1);
    assertThat(row(desk, "plan", "Held")).containsText(code(held));
    assertThat(page.locator("dl.pairs"))
        .containsText(
            desk.word("student.creditsOf").replace("{limit}", "18").replace("{used}", "3"));
    assertThat(page.locator("dl.pairs")).containsText("Chrome, Android");
    assertThat(rows(desk, "refusals")).hasCount(2);
    mustBeRefused(desk, "Full", full, "COURSE_FULL");
    mustBeRefused(desk, "Overlapping", overlapping, "TIME_CONFLICT");
    assertThat(rows(desk, "overrides")).hasCount(1);
    assertThat(row(desk, "overrides", "Full")).containsText(desk.word("override.state.REQUESTED"));
    // Windows for every student are also those of other tests.
    assertThat(
            rows(desk, "windows")
                .filter(new Locator.FilterOptions().setHasText(desk.word("window.state.OPEN")))
                .first())
        .isVisible();
    assertThat(page.locator("[aria-labelledby=student-windows] li .chip.good").first()).isVisible();
  }

  private void mustBeRefused(DeskPage desk, String of, long course, String reason) {
    Locator row = row(desk, "refusals", of);
    assertThat(row).containsText(code(course));
    assertThat(row).containsText(desk.word("code." + reason));
    long times =
        campus.count(
            "SELECT times FROM rejection WHERE student_id = ? AND course_id = ?",
            student.id(),
            course);
    assertThat(row).containsText(times(desk, times));
    List<String> shown = row.locator("time").allInnerTexts();
    for (String column : List.of("first_at", "last_at")) {
      // Times of Korea.
      String minute =
          text(
              "SELECT DATE_FORMAT(%s + INTERVAL 9 HOUR, '%%H:%%i') FROM rejection WHERE student_id = ? AND course_id = ?"
                  .formatted(column),
              student.id(),
              course);
      assertThat(shown).anyMatch(text -> text.contains(minute));
    }
  }

  private static String times(DeskPage desk, long times) {
    return desk.word("student.timesOf").replace("{n}", Long.toString(times));
  }

  /** Returns the code of a course's subject with its section, as the desk has it. */
  private String code(long course) {
    return text(
        "SELECT CONCAT(code, '-', section_no) FROM course JOIN subject USING (subject_id) WHERE course_id = ?",
        course);
  }

  private String text(String sql, Object... values) {
    return Objects.requireNonNull(campus.jdbc().queryForObject(sql, String.class, values));
  }

  private static Locator rows(DeskPage desk, String part) {
    return desk.page().locator("section[aria-labelledby=student-%s] tbody tr".formatted(part));
  }

  private Locator row(DeskPage desk, String part, String of) {
    return rows(desk, part).filter(new Locator.FilterOptions().setHasText(title(of)));
  }
}
