package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import io.sugang.ops.signin.SessionRole;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Check 31: the form of a window at the desk. */
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

  private static String windowsOfTerm(String what) {
    return "SELECT " + what + " FROM registration_window WHERE term_id = ?";
  }

  private Locator line(DeskPage desk) {
    return desk.page()
        .locator(".gantt > li")
        .filter(new Locator.FilterOptions().setHasText("Spring " + term.id() % 1_000_000))
        .first();
  }
}
