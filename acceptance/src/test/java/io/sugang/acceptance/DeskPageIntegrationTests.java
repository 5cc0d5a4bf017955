package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.ElementHandle;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions.HasTextOptions;
import io.sugang.ops.signin.SessionRole;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Check 31: what the registrar sees and does on the desk's page is what is stored. */
@BrowserTest
class DeskPageIntegrationTests {
  private final Campus campus;
  private final OwnTerm term;
  private final DeskOffice office;

  DeskPageIntegrationTests(Campus campus) {
    this.campus = campus;
    term = new OwnTerm(campus);
    office = new DeskOffice(campus, term);
  }

  // ---- Views

  @ParameterizedTest
  @CsvSource({"ko, 1280, REGISTRAR", "en, 360, REGISTRAR"})
  void everyViewIsAccessible(String language, int width, SessionRole role, Windows windows) {
    term.open();
    long course = office.course(2);
    term.student(18).enroll(course).expect("201");
    term.student(18).post("/api/me/overrides", DeskOffice.request(course)).expect("201");
    String staff = office.staff(role);
    DeskPage desk = new DeskPage(windows.open(width, 800, language), campus).open(language);
    Page page = desk.page();
    Accessibility.mustHold(page, "sign-in");
    desk.fillIn(staff, "wrong");
    assertThat(page.locator("#trouble-page")).hasText(desk.word("desk.sign.failed"));
    Accessibility.mustHold(page, "sign-in refused");
    desk.signIn(staff);
    assertThat(page.locator(".tiles .tile")).hasCount(8);
    page.locator("details.figures summary").first().click();
    Accessibility.mustHold(page, "day");
    desk.view("windows");
    assertThat(page.locator(".gantt li").first()).isVisible();
    Accessibility.mustHold(page, "windows");
    desk.course(office.title, course);
    Accessibility.mustHold(page, "course");
    desk.view("students");
    page.locator("#desk-search").fill(office.title);
    assertThat(page.locator(".hits a").first()).isVisible();
    Accessibility.mustHold(page, "search");
    desk.view("overrides");
    assertThat(page.locator("li.card").first()).isVisible();
    Accessibility.mustHold(page, "overrides");
    desk.view("audit");
    assertThat(page.locator("table.audit")).isVisible();
    Accessibility.mustHold(page, "audit");
  }

  @Test
  void theDayHasTheFiguresOfTheApi(Windows windows) {
    term.open();
    long course = office.course(1);
    term.student(18).enroll(course).expect("201");
    term.student(18).enroll(course).expect("COURSE_FULL");
    DeskPage desk = office.desk(windows, SessionRole.REGISTRAR);
    Page page = desk.page();
    assertThat(page.locator(".instances > li")).hasCount(Campus.INSTANCES);
    page.locator("details.figures")
        .filter(
            new Locator.FilterOptions()
                .setHasText(desk.word("chart.totals.now").replace("{n}", "5")))
        .locator("summary")
        .click();
    await()
        .atMost(DeskOffice.PATIENCE)
        .untilAsserted(() -> {
          JsonNode overview = office.elsewhere.get("/api/desk/overview").expect("200").body();
          assertThat(figure(page.locator(".tiles .tile").first().locator("strong")))
              .isEqualTo(overview.path("seats").path("taken").asLong())
              .isEqualTo(campus.count("SELECT COUNT(*) FROM enrollment"));
          assertThat(page.locator("li.note.warn, li.note.bad").count())
              .isEqualTo(
                  overview
                      .path("alarms")
                      .valueStream()
                      .map(one -> one.path("code").asString())
                      .distinct()
                      .count());
          for (String code : List.of("ENROLLED", "COURSE_FULL")) {
            long total = overview.path("answers").path("total").path(code).asLong();
            assertThat(total).isPositive();
            assertThat(figure(totalOf(desk, code))).as(code).isEqualTo(total);
          }
        });
    Instant opens = Instant.now().plus(Duration.ofHours(3));
    term.window(null, opens, opens.plus(Duration.ofHours(1)));
    page.locator(".range button").last().click();
    assertThat(page.locator("#chart-seats")).hasText(desk.word("chart.seats.day"), patient());
    assertThat(page.locator(".opening tick-text")).isVisible(StudentWindow.patient());
    Accessibility.mustHold(page, "the whole day");
    String fullest = page.locator("[aria-labelledby=fill-fullest] a").first().getAttribute("href");
    assertThat(
            campus.count(
                "SELECT COUNT(*) FROM course WHERE course_id = ? AND capacity <= enrolled",
                fullest.substring(fullest.lastIndexOf('/') + 1)))
        .isEqualTo(1);
  }

  // A minute is known when it is over.
  private static HasTextOptions patient() {
    return new HasTextOptions().setTimeout(90_000);
  }

  private static Locator totalOf(DeskPage desk, String code) {
    String name =
        code.equals("ENROLLED") ? desk.word("answer.ENROLLED") : desk.word("code." + code);
    return desk.page()
        .locator(".answers details.figures table tr")
        .filter(
            new Locator.FilterOptions()
                .setHas(desk.page().getByText(name, new Page.GetByTextOptions().setExact(true))))
        .first()
        .locator("td");
  }

  private static long figure(Locator cell) {
    return Long.parseLong(cell.innerText().replace(",", ""));
  }

  // ---- Windows

  @Test
  void aWindowIsMadeShiftedOpenedAndClosedWithAReasonEach(Windows windows) {
    long course = office.course(50);
    Student early = term.student(18);
    early.enroll(course).expect("NOT_OPEN");
    DeskPage desk = office.desk(windows, SessionRole.REGISTRAR).view("windows");
    Page page = desk.page();
    Instant opens = Instant.now().truncatedTo(ChronoUnit.MINUTES).plus(Duration.ofHours(2));
    desk.begin(desk.button("window.create"));
    page.locator("#window-term").selectOption(Long.toString(term.id()));
    page.locator("#window-opens").fill(DeskOffice.field(opens));
    page.locator("#window-closes").fill(DeskOffice.field(opens.plus(Duration.ofHours(1))));
    desk.confirm();
    assertThat(page.locator("#change-reason")).hasAttribute("aria-invalid", "true");
    Accessibility.mustHold(page, "reason missing");
    assertThat(
            campus.count("SELECT COUNT(*) FROM registration_window WHERE term_id = ?", term.id()))
        .isZero();
    desk.reason("first day").confirm().mustBeDone();
    Accessibility.mustHold(page, "made");
    desk.close();
    long window =
        campus.count("SELECT window_id FROM registration_window WHERE term_id = ?", term.id());
    office.mustBeInTheAudit("WINDOW_CREATE", "window:" + window, "first day");
    assertThat(time(window, "opens_at")).isEqualTo(opens);

    desk.begin(action(desk, "window.shift")).reason("late bus").confirm();
    desk.mustBeDone(
        "window.opensAt", DeskOffice.shown(opens), DeskOffice.shown(opens.plusSeconds(600)));
    assertThat(time(window, "opens_at")).isEqualTo(opens.plusSeconds(600));
    assertThat(time(window, "closes_at")).isEqualTo(opens.plusSeconds(4_200));
    office.mustBeInTheAudit("WINDOW_SHIFT", "window:" + window, "late bus");

    desk.begin(action(desk, "window.openNow")).reason("all are here").confirm();
    desk.mustBeDone("window.opensAt", DeskOffice.shown(opens.plusSeconds(600)), ":");
    assertThat(time(window, "opens_at")).isCloseTo(Instant.now(), within(30, ChronoUnit.SECONDS));
    office.mustBeInTheAudit("WINDOW_OPEN", "window:" + window, "all are here");
    DeskOffice.awaitEnroll(early, course, "201");

    desk.begin(action(desk, "window.close")).reason("fire alarm").confirm();
    desk.mustBeDone("window.closesAt", DeskOffice.shown(opens.plusSeconds(4_200)), ":");
    assertThat(time(window, "closes_at")).isCloseTo(Instant.now(), within(30, ChronoUnit.SECONDS));
    office.mustBeInTheAudit("WINDOW_CLOSE", "window:" + window, "fire alarm");
    await().atMost(DeskOffice.PATIENCE).until(() -> isOver(window));
    term.student(18).enroll(course).expect("CLOSED");
    assertThat(office.rows(course)).isEqualTo(1);
    assertThat(line(desk)).containsText(desk.word("window.state.OVER"));
    assertThat(line(desk).locator("button")).hasText(new String[] {desk.word("window.edit")});
  }

  @Test
  void aWindowIsChangedAgainBeforeTheListIsReadAnew(Windows windows) {
    Instant opens = Instant.now().truncatedTo(ChronoUnit.MINUTES).plus(Duration.ofHours(2));
    term.window(null, opens, opens.plus(Duration.ofHours(1)));
    long window =
        campus.count("SELECT window_id FROM registration_window WHERE term_id = ?", term.id());
    DeskPage desk = office.desk(windows, SessionRole.REGISTRAR).view("windows");
    assertThat(line(desk)).isVisible();
    // Reads of the list wait for their answers; changes pass.
    desk.page().route("**/api/desk/windows", route -> {});
    for (var shift = 1; shift <= 2; shift++) {
      desk.begin(action(desk, "window.shift")).reason("late bus").confirm();
      desk.mustBeDone(
          "window.opensAt",
          DeskOffice.shown(opens.plusSeconds(600L * (shift - 1))),
          DeskOffice.shown(opens.plusSeconds(600L * shift)));
    }
    assertThat(time(window, "opens_at")).isEqualTo(opens.plusSeconds(1_200));
  }

  @Test
  void aButtonStaysInItsRowWhenTheListChanges(Windows windows) {
    Instant now = Instant.now();
    term.window(null, now.minusSeconds(60), now.plusSeconds(3_600));
    DeskPage desk = office.desk(windows, SessionRole.REGISTRAR).view("windows");
    ElementHandle shift = action(desk, "window.shift").elementHandle();
    OwnTerm earlier = new OwnTerm(campus).open();
    assertThat(line(desk, earlier)).isVisible(StudentWindow.patient());
    assertThat(rowOf(shift)).contains(name(term));

    long course = office.course(1);
    Student first = term.student(18);
    Student second = term.student(18);
    long request =
        first
            .post("/api/me/overrides", DeskOffice.request(course))
            .expect("201")
            .body()
            .path("overrideId")
            .asLong();
    second.post("/api/me/overrides", DeskOffice.request(course)).expect("201");
    desk.view("overrides");
    ElementHandle grant = DeskOffice.card(desk, second).locator("button").first().elementHandle();
    first.delete("/api/me/overrides/" + request).expect("204");
    assertThat(DeskOffice.card(desk, first)).not().isVisible(StudentWindow.patient());
    assertThat(rowOf(grant)).contains(second.number());
  }

  private static String rowOf(ElementHandle button) {
    return (String) button.evaluate("button => button.closest('li').textContent");
  }

  private boolean isOver(long window) {
    return campus.count(
            "SELECT COUNT(*) FROM registration_window WHERE window_id = ? AND closes_at <= UTC_TIMESTAMP(3)",
            window)
        == 1;
  }

  private Instant time(long window, String column) {
    return Instant.ofEpochMilli(
        campus.count(
            "SELECT ROUND(UNIX_TIMESTAMP(CONVERT_TZ("
                + column
                + ", '+00:00', @@time_zone)) * 1000)"
                + " FROM registration_window WHERE window_id = ?",
            window));
  }

  private Locator line(DeskPage desk) {
    return line(desk, term);
  }

  private static Locator line(DeskPage desk, OwnTerm term) {
    return desk.page()
        .locator(".gantt > li")
        .filter(new Locator.FilterOptions().setHasText(name(term)));
  }

  private static String name(OwnTerm term) {
    return "Spring " + term.id() % 1_000_000;
  }

  private Locator action(DeskPage desk, String key) {
    return line(desk)
        .locator("button")
        .filter(new Locator.FilterOptions().setHasText(desk.word(key)));
  }

  // ---- Roles

  @Test
  void aViewerIsOfferedNoChange(Windows windows) {
    term.open();
    long course = office.course(5);
    Student student = term.student(18);
    student.post("/api/me/overrides", DeskOffice.request(course)).expect("201");
    DeskPage desk = office.desk(windows, SessionRole.VIEWER);
    desk.view("windows");
    assertThat(line(desk)).isVisible();
    assertThat(desk.page().locator(".gantt button")).hasCount(0);
    assertThat(desk.button("window.create")).hasCount(0);
    desk.view("overrides");
    assertThat(DeskOffice.card(desk, student)).isVisible();
    assertThat(DeskOffice.card(desk, student).locator("button")).hasCount(0);
    desk.course(office.title, course);
    assertThat(desk.page().locator(".note.info")).hasText(desk.word("course.mayNot"));
    for (String key : List.of("course.changeCapacity", "course.close", "course.cancel")) {
      assertThat(desk.button(key)).hasCount(0);
    }
    String version = office.atTheDesk(course).path("version").asString();
    office
        .api(SessionRole.VIEWER)
        .post(
            "/api/desk/courses/%d/close".formatted(course),
            "{\"version\":\"%s\",\"reason\":\"no\"}".formatted(version))
        .expect("NO_DESK");
    assertThat(office.atTheDesk(course).path("status").asString()).isEqualTo("OPEN");
  }
}
