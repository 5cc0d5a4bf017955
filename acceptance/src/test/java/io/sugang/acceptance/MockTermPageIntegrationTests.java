package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import io.sugang.ops.signin.SessionRole;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The desk's page begins a mock term and ends it, and says what it copies and takes away. */
@BrowserTest
@Isolated("adds a term that every page shows")
@Tag("extended")
class MockTermPageIntegrationTests {
  private static final ContainsTextOptions PATIENT = new ContainsTextOptions().setTimeout(60_000);
  private final Campus campus;

  MockTermPageIntegrationTests(Campus campus) {
    this.campus = campus;
  }

  @ParameterizedTest
  @CsvSource({"en, 1280", "ko, 360"})
  void aMockTermIsBegunAndEndedWithAReasonEach(String language, int width, Windows windows) {
    OwnTerm term = OwnTerm.regular(campus).open();
    DeskOffice office = new DeskOffice(campus, term);
    long course = office.course(5);
    Student student = term.student(18);
    student.enroll(course).expect("201");
    DeskPage desk = new DeskPage(windows.open(width, 900, language), campus).open(language);
    desk.signIn(office.staff(SessionRole.REGISTRAR)).view("windows");
    Page page = desk.page();
    Locator panel = page.locator("[aria-labelledby=mock-title]");
    assertThat(desk.button("mock.begin")).isVisible(StudentWindow.patient());
    Accessibility.mustHold(page, "no mock term");
    desk.begin(desk.button("mock.begin"));
    Instant opens = Instant.now().truncatedTo(ChronoUnit.MINUTES).minus(Duration.ofHours(1));
    page.locator("#mock-opens").fill(DeskOffice.field(opens));
    page.locator("#mock-closes").fill(DeskOffice.field(opens.plus(Duration.ofHours(6))));
    desk.confirm();
    assertThat(page.locator("#change-reason")).hasAttribute("aria-invalid", "true");
    Accessibility.mustHold(page, "begin");
    assertThat(campus.count("SELECT COUNT(*) FROM mock_term WHERE ended_at IS NULL")).isZero();
    desk.reason("practice").confirm().mustBeDone();
    desk.close();
    assertThat(panel).containsText(desk.word("mock.state.READY"), PATIENT);
    Accessibility.mustHold(page, "mock term");
    long mock = campus.count("SELECT term_id FROM mock_term WHERE ended_at IS NULL");
    office.mustBeInTheAudit("MOCK_TERM_BEGIN", "term:" + mock, "practice");
    long copy = campus.count("SELECT course_id FROM course WHERE term_id = ?", mock);
    DeskOffice.awaitEnroll(student, copy, "201");

    // What is shown when it is ended is what there is.
    page.reload();
    assertThat(panel).containsText(desk.word("mock.state.READY"), PATIENT);
    desk.begin(desk.button("mock.end"));
    assertThat(desk.dialog().locator(".note.bad")).containsText("1");
    Accessibility.mustHold(page, "end");
    desk.reason("all have practised").confirm().mustBeDone();
    desk.close();
    assertThat(panel).containsText(desk.word("mock.state.ENDING"), PATIENT);
    assertThat(desk.button("mock.begin")).isVisible(StudentWindow.patient());
    office.mustBeInTheAudit("MOCK_TERM_WIPED", "term:" + mock, "all have practised");
    assertThat(campus.count("SELECT COUNT(*) FROM term WHERE term_id = ?", mock)).isZero();
    assertThat(office.rows(course)).isEqualTo(1);
    DeskPage viewer =
        new DeskPage(windows.open(width, 900, language), campus)
            .open(language)
            .signIn(office.staff(SessionRole.VIEWER))
            .view("windows");
    assertThat(viewer.page().locator("[aria-labelledby=mock-title] p").nth(1)).isVisible();
    assertThat(viewer.button("mock.begin")).hasCount(0);
  }
}
