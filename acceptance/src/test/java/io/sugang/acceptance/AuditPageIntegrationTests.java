package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.sugang.ops.signin.SessionRole;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The registrar finds what happened by what people know: numbers, names, codes and words. */
@BrowserTest
@Tag("extended")
class AuditPageIntegrationTests {
  private final Campus campus;
  private final OwnTerm term;
  private final DeskOffice office;
  private final Student student;

  AuditPageIntegrationTests(Campus campus) {
    this.campus = campus;
    term = new OwnTerm(campus).open();
    office = new DeskOffice(campus, term);
    student = term.student(18);
  }

  @ParameterizedTest
  @CsvSource({"ko, 1280", "en, 1280", "ko, 360"})
  void eventsAreFoundByNumbersNamesAndCodesAndSayWhatWasDone(
      String language, int width, Windows windows) throws IOException {
    String subject = "Audited " + campus.newIds(1);
    long subjectId = term.subject(subject);
    long course = term.course(subject + " (01분반)", subjectId, 3, null, 50);
    String code = OwnTerm.code(subjectId) + "-" + Long.toString(course, 36);
    String name = "학생 " + campus.newIds(1);
    campus.jdbc().update("UPDATE student SET name = ? WHERE student_id = ?", name, student.id());
    student.enroll(course).expect("201");
    String staff = office.staff(SessionRole.REGISTRAR);
    DeskPage desk =
        new DeskPage(windows.open(width, 900, language), campus).open(language).signIn(staff);
    Page page = desk.page();
    desk.course(subject, course);
    desk.begin(desk.button("course.changeCapacity"));
    page.locator("#capacity-number").fill("55");
    desk.reason("big room").confirm().mustBeDone();
    desk.close();
    desk.view("audit");
    Locator rows = page.locator("table.audit tbody tr");

    search(desk, "student", student.number());
    assertThat(rows).hasCount(1);
    assertThat(rows).containsText(new String[] {desk.word("audit.action.ENROLL")});
    assertThat(rows.first()).containsText(student.number() + " " + name);
    assertThat(rows.first()).containsText(subject + " (01) " + code);
    Accessibility.mustHold(page, "audit by number");
    search(desk, "student", name);
    assertThat(rows).hasCount(1);

    search(desk, "student", "");
    search(desk, "course", code);
    assertThat(rows).hasCount(2);
    assertThat(rows.first()).containsText("50 → 55");
    assertThat(rows.first()).containsText(desk.word("course.capacity"));
    assertThat(rows.first()).containsText(staff);
    assertThat(rows.first()).not().containsText("registrar:");
    search(desk, "course", OwnTerm.code(subjectId));
    assertThat(rows).hasCount(2);
    page.locator("#audit-action").selectOption("COURSE_CAPACITY");
    search(desk, "actor", staff);
    assertThat(rows).hasCount(1);
    Download file = page.waitForDownload(() -> desk.button("audit.csv").click());
    String csv = Files.readString(file.path());
    assertThat(csv.lines()).hasSize(2);
    assertThat(csv)
        .contains("\"" + desk.word("audit.action.COURSE_CAPACITY") + "\"")
        .contains("50 → 55", "\"" + code + "\"", staff, "\"big room\"");

    // What nothing has is said, in the language of the page.
    search(desk, "actor", "");
    page.locator("#audit-action").selectOption("");
    search(desk, "course", "");
    search(desk, "student", "2099999999");
    mustSay(desk, "audit.unknown.number", "2099999999");
    search(desk, "student", "홍길동전");
    mustSay(desk, "audit.unknown.name", "홍길동전");
    Accessibility.mustHold(page, "audit, no such student");
    search(desk, "student", "");
    search(desk, "course", "NONE-001");
    mustSay(desk, "audit.unknown.course", "NONE-001");
    search(desk, "course", "");
    search(desk, "actor", "no such name");
    mustSay(desk, "audit.unknown.actor", "no such name");
    assertThat(rows).hasCount(0);
    // A student without an event is not one who is unknown.
    search(desk, "actor", "");
    search(desk, "student", term.student(18).number());
    assertThat(page.locator("#main p[role=status]")).hasText(desk.word("audit.foundNone"));
  }

  private static void search(DeskPage desk, String field, String text) {
    desk.page().locator("#audit-" + field).fill(text);
    desk.page()
        .waitForResponse(
            answer -> answer.url().contains("/api/desk/audit?"),
            () -> desk.button("audit.search").click());
  }

  private static void mustSay(DeskPage desk, String key, String text) {
    assertThat(desk.page().locator("#main .note.bad"))
        .hasText(desk.word(key).replace("{text}", text));
  }
}
