package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.BoundingBox;
import io.sugang.ops.signin.SessionRole;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Check 31: at the desk a registrar chooses the students of a window, and sees what it means. */
@BrowserTest
class DeskWindowPageIntegrationTests {
  private final Campus campus;
  private final OwnTerm term;
  private final DeskOffice office;

  DeskWindowPageIntegrationTests(Campus campus) {
    this.campus = campus;
    term = new OwnTerm(campus);
    office = new DeskOffice(campus, term);
  }

  // ---- Who a window is for

  @Test
  void aWindowIsMadeForTheFourthYearAndTheSameChoiceTakesTheSameAudience(Windows windows) {
    long course = office.course(50);
    Student fourth = term.students(1, 4, 30).getFirst();
    Student third = term.students(1, 3, 30).getFirst();
    DeskPage desk = office.desk(windows, SessionRole.REGISTRAR).view("windows");
    Instant opens = Instant.now().truncatedTo(ChronoUnit.MINUTES).minus(Duration.ofMinutes(1));
    begin(desk, opens);
    long before = fourthYear();
    choose(desk, "window.grades", "4");
    assertThat(students(desk)).hasText(Pattern.compile("\\d"));
    assertThat(counted(desk)).isBetween(before, fourthYear());
    Accessibility.mustHold(desk.page(), "audience of a window");
    desk.reason("fourth year first").confirm();
    desk.mustBeDone("window.audience", "4학년", "4학년");
    DeskOffice.awaitEnroll(fourth, course, "201");
    Answer refused = third.enroll(course).expect("NOT_ELIGIBLE");
    assertThat(refused.body().path("detail").asString())
        .contains("none of them is for this student");
    assertThat(office.rows(course)).isEqualTo(1);
    assertThat(line(desk)).containsText("4학년");

    begin(desk, opens.plus(Duration.ofHours(2)));
    choose(desk, "window.grades", "4");
    desk.reason("fourth year again").confirm();
    desk.mustBeDone("window.audience", "4학년", "4학년");
    assertThat(campus.count(windowsOfTerm("COUNT(*)"), term.id())).isEqualTo(2);
    assertThat(campus.count(windowsOfTerm("COUNT(DISTINCT audience_id)"), term.id())).isEqualTo(1);
  }

  @Test
  void gradesNumberDepartmentAndTypeAreChosenTogether(Windows windows) {
    // Each instance has read the departments within its last second, and the page asks one.
    await()
        .atMost(DeskOffice.PATIENCE)
        .until(() ->
            IntStream.range(0, 2 * Campus.INSTANCES)
                .allMatch(turn ->
                    office
                        .elsewhere
                        .get("/api/departments")
                        .expect("200")
                        .body()
                        .toString()
                        .contains(term.departmentName())));
    DeskPage desk = office.desk(windows, SessionRole.REGISTRAR).view("windows");
    Page page = desk.page();
    begin(desk, Instant.now().plus(Duration.ofDays(1)).truncatedTo(ChronoUnit.MINUTES));
    desk.reason("odd numbers").confirm();
    // Nothing was chosen yet, so the window would be for everyone.
    assertThat(page.locator("#change-values")).hasText(desk.word("window.audienceEmpty"));
    choose(desk, "window.grades", "2");
    choose(desk, "window.grades", "3");
    page.locator("#window-parity").selectOption("ODD");
    page.locator(".departments summary").click();
    box(desk, term.departmentName()).click();
    box(desk, desk.word("window.type.TRANSFER")).click();
    String name = term.departmentName() + " 2·3학년 · 편입생 · 홀수";
    assertThat(page.locator(".compare")).containsText(name);
    assertThat(students(desk)).hasText(desk.word("window.students").replace("{n}", "0"));
    // From now on reads of the list wait for their answers, so it is older than the audience.
    page.route(
        "**/api/desk/windows",
        route -> {
          if (route.request().method().equals("POST")) {
            route.resume();
          }
        });
    desk.confirm();
    desk.mustBeDone("window.audience", name, name);
    assertThat(
            campus.count(
                "SELECT COUNT(*) FROM audience_row r JOIN registration_window w USING (audience_id)"
                    + " WHERE w.term_id = ? AND r.grade_from = 2 AND r.grade_to = 3"
                    + " AND r.number_parity = 'ODD' AND r.type = 'TRANSFER'"
                    + " AND r.department_id IS NOT NULL",
                term.id()))
        .isEqualTo(1);
    desk.begin(line(desk).locator("button").last());
    assertThat(page.locator("#window-audience option:checked")).hasText(name);
    assertThat(page.locator(".compare tr.differs")).hasCount(0);
  }

  private void begin(DeskPage desk, Instant opens) {
    Page page = desk.page();
    desk.begin(desk.button("window.create"));
    page.locator("#window-term").selectOption(Long.toString(term.id()));
    page.locator("#window-audience").selectOption("chosen");
    page.locator("#window-opens").fill(DeskOffice.field(opens));
    page.locator("#window-closes").fill(DeskOffice.field(opens.plus(Duration.ofHours(1))));
  }

  private static void choose(DeskPage desk, String key, String value) {
    box(desk, desk.word(key).replace("{grades}", value)).click();
  }

  /** Returns the words next to a box. */
  private static Locator box(DeskPage desk, String words) {
    return desk.dialog().locator("label.check:text-is('%s')".formatted(words));
  }

  private static Locator students(DeskPage desk) {
    return desk.page().locator("p.students");
  }

  private static long counted(DeskPage desk) {
    return Long.parseLong(students(desk).innerText().replaceAll("\\D", ""));
  }

  private long fourthYear() {
    return campus.count(
        "SELECT COUNT(*) FROM student WHERE grade = 4 AND standing = 'ENROLLED' AND student_id < 9007199254000000");
  }

  private static String windowsOfTerm(String what) {
    return "SELECT " + what + " FROM registration_window WHERE term_id = ?";
  }

  private Locator line(DeskPage desk) {
    return desk.page()
        .locator(".gantt > li")
        .filter(new Locator.FilterOptions().setHasText("Spring " + term.id() % 1_000_000))
        .first();
  }

  // ---- What a window has that the form does not offer

  @Test
  void actionsThatTheFormDoesNotOfferStayUnseen(Windows windows) {
    String all = "ENROLL,DROP,SWAP,WAITLIST";
    Instant opens = Instant.now().truncatedTo(ChronoUnit.MINUTES).minus(Duration.ofHours(1));
    term.window(null, opens, opens.plus(Duration.ofHours(3)));
    campus
        .jdbc()
        .update("UPDATE registration_window SET actions = ? WHERE term_id = ?", all, term.id());
    DeskPage desk = office.desk(windows, SessionRole.REGISTRAR).view("windows");
    assertThat(line(desk)).containsText("enroll, cancel");
    assertThat(line(desk)).not().containsText("SWAP");
    desk.begin(line(desk).locator("button").last());
    Locator offered = desk.dialog().locator("fieldset").last().locator("label");
    assertThat(offered)
        .hasText(new String[] {desk.word("window.action.ENROLL"), desk.word("window.action.DROP")});
    desk.page().locator("#window-closes").fill(DeskOffice.field(opens.plus(Duration.ofHours(4))));
    assertThat(desk.page().locator(".compare tr.differs")).hasCount(1);
    desk.reason("more time").confirm();
    desk.mustBeDone(
        "window.closesAt",
        DeskOffice.shown(opens.plus(Duration.ofHours(3))),
        DeskOffice.shown(opens.plus(Duration.ofHours(4))));
    assertThat(
            campus.count(
                windowsOfTerm("COUNT(*)") + " AND actions = ? AND closes_at > UTC_TIMESTAMP(3)",
                term.id(),
                all))
        .isEqualTo(1);
  }

  // ---- Other windows and terms

  @Test
  void aWindowThatOverlapsAnotherOfTheSameStudentsIsWarnedOf(Windows windows) {
    Instant opens = Instant.now().truncatedTo(ChronoUnit.MINUTES).plus(Duration.ofDays(1));
    long first = term.audience("grade_from, grade_to", 1, 1);
    term.window(first, opens, opens.plus(Duration.ofHours(1)));
    term.students(1, 1, 30);
    DeskPage desk = office.desk(windows, SessionRole.REGISTRAR).view("windows");
    Page page = desk.page();
    Locator warning = page.locator(".overlaps .note");
    begin(desk, opens.plus(Duration.ofMinutes(30)));
    choose(desk, "window.grades", "4");
    assertThat(students(desk)).hasText(Pattern.compile("\\d"));
    assertThat(warning).hasCount(0);
    choose(desk, "window.grades", "1");
    assertThat(warning).containsText("audience " + first);
    page.locator("#window-phase").selectOption("ADD_DROP");
    assertThat(warning).hasCount(0);
    page.locator("#window-phase").selectOption("ENROLL");
    page.locator("#window-audience").selectOption("");
    assertThat(warning).containsText("audience " + first);
    page.locator("#window-closes").fill(DeskOffice.field(opens.plus(Duration.ofDays(2))));
    page.locator("#window-opens").fill(DeskOffice.field(opens.plus(Duration.ofHours(1))));
    assertThat(warning).hasCount(0);
    page.locator("#window-opens").fill(DeskOffice.field(opens.plus(Duration.ofMinutes(59))));
    assertThat(warning).isVisible();
    Accessibility.mustHold(page, "overlapping windows");
    desk.reason("all the same").confirm().mustBeDone();
    assertThat(campus.count(windowsOfTerm("COUNT(*)"), term.id())).isEqualTo(2);
  }

  @Test
  void timesOfOtherYearsHaveTheYearAndThePresetTermHasCourses(Windows windows) {
    term.open();
    OwnTerm regular = OwnTerm.regular(campus);
    regular.course();
    DeskPage desk = office.desk(windows, SessionRole.REGISTRAR).view("windows");
    assertThat(line(desk).locator(".num")).hasText(Pattern.compile("\\(2000\\) - .*\\(2100\\)"));
    desk.begin(desk.button("window.create"));
    JsonNode listed = office.elsewhere.get("/api/desk/windows").expect("200").body();
    String preset = desk.page().locator("#window-term").inputValue();
    assertThat(preset).isEqualTo(listed.path("presetTermId").asString());
    assertThat(campus.count("SELECT COUNT(*) FROM course WHERE term_id = ?", preset)).isPositive();
  }

  // ---- How it looks

  @Test
  void bothTimesOfTheFormStandOnOneLineAndAreNotCut(Windows windows) {
    DeskPage desk = office.desk(windows, SessionRole.REGISTRAR).view("windows");
    desk.begin(desk.button("window.create"));
    BoundingBox opens = desk.page().locator("#window-opens").boundingBox();
    BoundingBox closes = desk.page().locator("#window-closes").boundingBox();
    assertThat(opens.y).isEqualTo(closes.y);
    for (BoundingBox field : List.of(opens, closes)) {
      assertThat(field.width).isGreaterThanOrEqualTo(250);
    }
  }

  @Test
  void aPercentageStaysOnOneLineAt360Pixels(Windows windows) {
    term.open();
    term.student(18).enroll(office.course(1)).expect("201");
    Page page = windows.open(360, 800, "ko");
    new DeskPage(page, campus).open("ko").signIn(office.staff(SessionRole.REGISTRAR));
    Locator percentage =
        page.locator("[aria-labelledby=fill-fullest] td.num")
            .filter(new Locator.FilterOptions().setHasText("100%"))
            .first();
    assertThat(percentage).isVisible(StudentWindow.patient());
    assertThat(
            percentage.evaluate(
                "cell => { const range = document.createRange(); range.selectNodeContents(cell);"
                    + " return new Set([...range.getClientRects()].filter(({width}) => width > 0).map(({top}) => top)).size; }"))
        .isEqualTo(1);
    assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(360);
  }

  @Test
  void theSentencesOfAWarningStandOneBelowTheOtherAt360Pixels(Windows windows) {
    long course = office.course(2);
    DeskPage desk = new DeskPage(windows.open(360, 800, "ko"), campus).open("ko");
    desk.signIn(office.staff(SessionRole.REGISTRAR)).course(office.title, course);
    desk.begin(desk.button("course.cancel"));
    Locator sentences = desk.dialog().locator("div.note.bad > p");
    assertThat(sentences).hasCount(2);
    BoundingBox first = sentences.first().boundingBox();
    BoundingBox second = sentences.last().boundingBox();
    assertThat(second.y).isGreaterThanOrEqualTo(first.y + first.height);
    assertThat(second.x).isEqualTo(first.x);
  }

  @Test
  void aTouchDeviceIsToldToTouch(Windows windows) {
    Page page =
        windows.open(
            new NewContextOptions()
                .setViewportSize(360, 800)
                .setLocale("ko-KR")
                .setHasTouch(true)
                .setIsMobile(true));
    DeskPage desk = new DeskPage(page, campus).open("ko");
    page.route(
        "**/api/session",
        route -> {
          APIResponse answer = route.fetch();
          String now = Instant.now().plusSeconds(1).toString();
          route.fulfill(
              new Route.FulfillOptions()
                  .setResponse(answer)
                  .setBody(answer.text().replaceAll("(\"warnAt\":\")[^\"]*", "$1" + now)));
        });
    desk.signIn(office.staff(SessionRole.REGISTRAR));
    Locator warning = page.locator(".note.warn", new Page.LocatorOptions().setHasText("로그인"));
    assertThat(warning).containsText(desk.word("desk.sign.soonOverTouch"));
    assertThat(warning).not().containsText("키");
  }
}
