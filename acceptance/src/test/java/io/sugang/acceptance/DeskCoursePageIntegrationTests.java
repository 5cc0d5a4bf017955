package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import io.sugang.ops.signin.SessionRole;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Check 31: changes of courses and decisions on overrides by the desk's page. */
@BrowserTest
@Tag("extended")
class DeskCoursePageIntegrationTests {
  private final Campus campus;
  private final OwnTerm term;
  private final DeskOffice office;

  DeskCoursePageIntegrationTests(Campus campus) {
    this.campus = campus;
    term = new OwnTerm(campus);
    office = new DeskOffice(campus, term);
  }

  private long capacity(long course) {
    return campus.count("SELECT capacity FROM course WHERE course_id = ?", course);
  }

  // ---- Courses

  @Test
  void theSeatsOfACourseAreRaisedAndNotLoweredBelowThoseTaken(Windows windows) {
    term.open();
    long course = office.course(1);
    term.student(18).enroll(course).expect("201");
    Student second = term.student(18);
    second.enroll(course).expect("COURSE_FULL");
    DeskPage desk = office.desk(windows, SessionRole.REGISTRAR).course(office.title, course);
    seats(desk, 3).reason("larger room").confirm();
    desk.mustBeDone("course.capacity", "1", "3");
    assertThat(capacity(course)).isEqualTo(3);
    office.mustBeInTheAudit("COURSE_CAPACITY", "course:" + course, "larger room");
    DeskOffice.awaitEnroll(second, course, "201");

    // The page knows of one seat that is taken, or of two; the API knows of all.
    seats(desk, 2).reason("smaller room");
    term.student(18).enroll(course).expect("201");
    assertThat(desk.confirm().mustBeRefused())
        .hasText(desk.word("problem.BELOW_TAKEN").replace("{taken}", "3"));
    Accessibility.mustHold(desk.page(), "below taken");
    assertThat(capacity(course)).isEqualTo(3);
    // And the page says it itself of what it knows.
    assertThat(desk.confirm().mustBeRefused())
        .hasText(desk.word("problem.BELOW_TAKEN").replace("{taken}", "3"));
    desk.page().locator("#capacity-number").fill("4");
    desk.confirm().mustBeDone();
    desk.close();
    seats(desk, 3).reason("smaller room").confirm();
    desk.mustBeDone("course.capacity", "4", "3");
    assertThat(capacity(course)).isEqualTo(3);
    assertThat(office.atTheDesk(course).path("taken").asLong())
        .isEqualTo(office.rows(course))
        .isEqualTo(3);
  }

  private static DeskPage seats(DeskPage desk, int capacity) {
    desk.begin(desk.button("course.changeCapacity"));
    desk.page().locator("#capacity-number").fill(Integer.toString(capacity));
    return desk;
  }

  @Test
  void aCourseIsClosedReopenedAndCancelledWithItsCodeAndTheAuditTellsAll(Windows windows)
      throws IOException {
    term.open();
    long course = office.course(50);
    Student student = term.student(18);
    student.enroll(course).expect("201");
    // Another instance may not know the code yet.
    JsonNode listed =
        await()
            .atMost(DeskOffice.PATIENCE)
            .until(
                () -> office.elsewhere.get("/api/courses/" + course).body(),
                found -> found.has("code"));
    String code = listed.path("code").asString() + "-" + listed.path("section").asString();
    DeskPage desk = office.desk(windows, SessionRole.REGISTRAR).course(office.title, course);
    Page page = desk.page();

    desk.begin(desk.button("course.close")).reason("lecturer is ill").confirm();
    desk.mustBeDone(
        "course.status", desk.word("course.status.OPEN"), desk.word("course.status.CLOSED"));
    assertThat(office.atTheDesk(course).path("status").asString()).isEqualTo("CLOSED");
    Student late = term.student(18);
    DeskOffice.awaitEnroll(late, course, "COURSE_CLOSED");

    desk.begin(desk.button("course.reopen")).reason("lecturer is back").confirm();
    desk.mustBeDone(
        "course.status", desk.word("course.status.CLOSED"), desk.word("course.status.OPEN"));
    DeskOffice.awaitEnroll(late, course, "201");

    desk.begin(desk.button("course.cancel")).reason("too few");
    page.locator("#change-typed").fill(office.title);
    desk.confirm();
    assertThat(page.locator("#change-typed-hint"))
        .hasText(desk.word("change.typedMissing").replace("{expected}", code));
    Accessibility.mustHold(page, "code missing");
    assertThat(office.atTheDesk(course).path("status").asString()).isEqualTo("OPEN");
    page.locator("#change-typed").fill(code);
    desk.confirm();
    desk.mustBeDone(
        "course.status", desk.word("course.status.OPEN"), desk.word("course.status.CANCELLED"));
    await().atMost(DeskOffice.PATIENCE).until(() -> office.rows(course) == 0);
    for (Student each : List.of(student, late)) {
      JsonNode notice = each.get("/api/me/notices").expect("200").body().path("notices").path(0);
      assertThat(notice.path("kind").asString()).isEqualTo("COURSE_CANCELLED");
      assertThat(notice.path("text").asString()).isEqualTo("too few");
    }
    assertThat(page.locator(".note.info")).containsText("too few");

    page.locator("a[href='#/audit?course=%d']".formatted(course)).click();
    long events = campus.count("SELECT COUNT(*) FROM audit_event WHERE course_id = ?", course);
    assertThat(page.locator("table.audit tbody tr")).hasCount((int) events);
    for (var change :
        Map.of(
                "COURSE_CLOSE", "lecturer is ill",
                "COURSE_REOPEN", "lecturer is back",
                "COURSE_CANCEL", "too few")
            .entrySet()) {
      office.mustBeInTheAudit(change.getKey(), "course:" + course, change.getValue());
      assertThat(page.locator("table.audit")).containsText(change.getValue());
    }
    Download file = page.waitForDownload(() -> desk.button("audit.csv").click());
    assertThat(Files.readAllLines(file.path()))
        .hasSize((int) events + 1)
        .anyMatch(line -> line.contains("COURSE_CANCEL") && line.contains("too few"));
  }

  @Test
  void aChangeByAnotherDeskIsShownBeforeTheOwnOneIsMade(Windows windows) {
    long course = office.course(5);
    DeskPage desk = office.desk(windows, SessionRole.REGISTRAR).course(office.title, course);
    seats(desk, 9).reason("mine");
    String version = office.atTheDesk(course).path("version").asString();
    office
        .elsewhere
        .post(
            "/api/desk/courses/%d/capacity".formatted(course),
            "{\"version\":\"%s\",\"capacity\":7,\"reason\":\"theirs\"}".formatted(version))
        .expect("200");
    assertThat(desk.confirm().mustBeRefused()).hasText(desk.word("problem.CHANGED_MEANWHILE"));
    Locator line = desk.dialog().locator(".compare tr.differs").first();
    assertThat(line.locator("td")).containsText(new String[] {"5", "7", "9"});
    Accessibility.mustHold(desk.page(), "changed meanwhile");
    assertThat(capacity(course)).isEqualTo(7);
    desk.confirm().mustBeDone("course.capacity", "7", "9");
    assertThat(capacity(course)).isEqualTo(9);
    office.mustBeInTheAudit("COURSE_CAPACITY", "course:" + course, "mine");
  }

  @Test
  void aChangeThatTheBrowserSentTwiceIsDoneAlreadyAndNotOfAnother(Windows windows) {
    long course = office.course(5);
    DeskPage desk = office.desk(windows, SessionRole.REGISTRAR).course(office.title, course);
    seats(desk, 9).reason("sent twice");
    // As on a connection that broke before the answer: the server has the request, and gets it
    // again.
    desk.page()
        .route(
            "**/api/desk/courses/*/capacity",
            route -> {
              route.fetch();
              APIResponse second = route.fetch();
              assertThat(second.status()).isEqualTo(409);
              route.fulfill(new Route.FulfillOptions().setResponse(second));
            });
    desk.confirm();
    assertThat(desk.dialog().locator(".note.good")).containsText(desk.word("change.alreadySaid"));
    assertThat(desk.dialog().locator("h2")).hasText(desk.word("change.already"));
    // Who changed it, and why.
    assertThat(desk.dialog()).containsText(Pattern.compile("Desk\\d+, .*: sent twice"));
    Accessibility.mustHold(desk.page(), "done already");
    assertThat(capacity(course)).isEqualTo(9);
    office.mustBeInTheAudit("COURSE_CAPACITY", "course:" + course, "sent twice");
    desk.dialog().getByText(desk.word("change.toAudit")).click();
    assertThat(desk.dialog()).hasCount(0);
    Locator events = desk.page().locator("table.audit tbody tr");
    assertThat(events).hasCount(1);
    assertThat(events).containsText("sent twice");
    Locator note =
        desk.page()
            .locator(".note", new Page.LocatorOptions().setHasText(desk.word("audit.ofTarget")));
    assertThat(note).isVisible();
    Accessibility.mustHold(desk.page(), "events of one subject");
    office.desk(windows, SessionRole.REGISTRAR);
    desk.button("audit.ofAll").click();
    assertThat(note).hasCount(0);
    assertThat(events.nth(1)).isVisible(StudentWindow.patient());
  }

  @Test
  void aCourseIsChangedAgainBeforeItIsReadAnew(Windows windows) {
    long course = office.course(5);
    DeskPage desk = office.desk(windows, SessionRole.REGISTRAR).course(office.title, course);
    // Reads of the course wait for their answers; changes pass.
    desk.page().route("**/api/desk/courses/" + course, route -> {});
    seats(desk, 9).reason("a larger room").confirm();
    desk.mustBeDone("course.capacity", "5", "9");
    seats(desk, 12).reason("a larger room").confirm();
    desk.mustBeDone("course.capacity", "9", "12");
    assertThat(capacity(course)).isEqualTo(12);
  }

  // ---- Overrides

  @Test
  void oneOverrideIsGrantedUntilATimeAndAnotherDeclined(Windows windows) {
    term.open();
    long course = office.course(0);
    Student first = term.student(18);
    Student second = term.student(18);
    for (Student each : List.of(first, second)) {
      each.enroll(course).expect("COURSE_FULL");
      each.post("/api/me/overrides", DeskOffice.request(course)).expect("201");
    }
    DeskPage desk = office.desk(windows, SessionRole.REGISTRAR).view("overrides");
    Instant until = Instant.now().truncatedTo(ChronoUnit.MINUTES).plus(Duration.ofHours(3));
    desk.begin(DeskOffice.card(desk, first).locator("button.primary")).reason("graduates");
    desk.page().locator("#grant-until").fill(DeskOffice.field(until));
    Accessibility.mustHold(desk.page(), "grant");
    desk.confirm();
    desk.mustBeDone(
        "override.state",
        desk.word("override.state.REQUESTED"),
        desk.word("override.state.GRANTED"));
    JsonNode granted = first.get("/api/me/overrides").expect("200").body().path(0);
    assertThat(granted.path("state").asString()).isEqualTo("GRANTED");
    assertThat(Instant.parse(granted.path("expiresAt").asString())).isEqualTo(until);
    assertThat(DeskOffice.card(desk, first)).hasCount(0);

    desk.begin(DeskOffice.card(desk, second).locator("button:not(.primary)"))
        .reason("no seat left")
        .confirm();
    desk.mustBeDone(
        "override.state",
        desk.word("override.state.REQUESTED"),
        desk.word("override.state.DECLINED"));
    JsonNode declined = second.get("/api/me/overrides").expect("200").body().path(0);
    assertThat(declined.path("state").asString()).isEqualTo("DECLINED");
    assertThat(declined.path("reason").asString()).isEqualTo("no seat left");

    first
        .post("/api/me/overrides/%d/confirm".formatted(granted.path("overrideId").asLong()), "")
        .expect("201");
    assertThat(office.rows(course)).isEqualTo(1);
    desk.page().locator("#override-state").selectOption("CONFIRMED");
    assertThat(DeskOffice.card(desk, first)).containsText("graduates");
  }
}
