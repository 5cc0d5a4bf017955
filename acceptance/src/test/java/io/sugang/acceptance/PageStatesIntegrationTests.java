package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import io.sugang.ops.signin.SessionRole;
import io.sugang.rows.Meeting;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Check 30: states of the pages that a plain journey does not reach, and both in dark colours. */
@BrowserTest
@Tag("extended")
class PageStatesIntegrationTests {
  private final Campus campus;
  private final OwnTerm term;

  PageStatesIntegrationTests(Campus campus) {
    this.campus = campus;
    term = new OwnTerm(campus).open();
  }

  private static Page open(Windows windows, int width, ColorScheme scheme) {
    return windows.open(
        new NewContextOptions()
            .setViewportSize(width, 900)
            .setLocale("en-US")
            .setColorScheme(scheme));
  }

  private StudentWindow english(Page page) {
    page.addInitScript(
        "localStorage.getItem('sugang.language') || localStorage.setItem('sugang.language', 'en')");
    return StudentWindow.of(page, campus).open();
  }

  /** Changes what is said about the session. */
  private static void onSession(Page page, UnaryOperator<String> change) {
    page.route(
        "**/api/session",
        route -> {
          APIResponse answer = route.fetch();
          route.fulfill(
              new Route.FulfillOptions().setResponse(answer).setBody(change.apply(answer.text())));
        });
  }

  // ---- The session

  @Test
  void theEndOfASessionIsReadAloudWhenItComesNearAndOnceMoreAtThirtySeconds(Windows windows) {
    Page page = open(windows, 1280, ColorScheme.LIGHT);
    page.clock().install();
    Student student = term.student(18);
    StudentWindow window = english(page).signIn(student);
    Instant now = Instant.now();
    onSession(
        page,
        session ->
            session
                .replaceFirst("\"warnAt\":\"[^\"]*\"", "\"warnAt\":\"" + now + "\"")
                .replaceFirst(
                    "\"expiresAt\":\"[^\"]*\"", "\"expiresAt\":\"" + now.plusSeconds(75) + "\""));
    page.evaluate(
        """
        () => {
          window.said = [];
          new MutationObserver((changes) => {
            for (const change of changes) {
              const live = change.target.closest?.('[role=alert], [aria-live=assertive], [role=status]');
              for (const added of live ? change.addedNodes : []) window.said.push(added.textContent);
            }
          }).observe(document.body, {childList: true, subtree: true});
          // Other tabs tell of a sign-in in this way.
          dispatchEvent(new StorageEvent('storage', {key: 'sugang.signed-in'}));
        }\
        """);
    Locator warning = page.locator(".over .session");
    assertThat(warning).isVisible(StudentWindow.patient());
    Accessibility.mustHold(page, "session warning");
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    Accessibility.mustHold(page, "session warning, dark");
    page.clock().runFor(10_000);
    assertThat(warnings(page, window)).hasSize(1);
    page.clock().runFor(40_000);
    assertThat(warnings(page, window)).hasSize(2);
    assertThat(warning.locator("button")).hasText(window.word("session.extend"));
  }

  private static List<String> warnings(Page page, StudentWindow window) {
    String text = window.word("session.warn");
    String begin = text.substring(0, text.indexOf('{'));
    return ((List<?>) page.evaluate("() => window.said"))
        .stream().map(String::valueOf).filter(said -> said.startsWith(begin)).toList();
  }

  @Test
  void aSignInBeginsInTheFirstFieldAndReturnsToTheOneThatIsMissing(Windows windows) {
    Page page = open(windows, 1280, ColorScheme.LIGHT);
    StudentWindow window = english(page);
    Locator number = page.locator("#number");
    Locator password = page.locator("#password");
    assertThat(number).isFocused();
    page.locator("form button.primary").click();
    assertThat(page.locator("#trouble")).hasText(window.word("sign.missing"));
    assertThat(number).isFocused();
    assertThat(number).hasAttribute("aria-invalid", "true");
    number.fill("1");
    page.locator("form button.primary").click();
    assertThat(password).isFocused();
    assertThat(password).hasAttribute("aria-invalid", "true");
    assertThat(number).not().hasAttribute("aria-invalid", "true");
  }

  @ParameterizedTest
  @ValueSource(ints = {1280, 360})
  void theTrialModeSaysSoOnTop(int width, Windows windows) {
    Page page = open(windows, width, ColorScheme.LIGHT);
    onSession(page, session -> session.replace("\"REQUIRED\"", "\"OPEN\""));
    StudentWindow window = english(page);
    assertThat(page.locator("aside.banner")).hasText(window.word("page.open"));
    Accessibility.mustHold(page, "trial mode");
    window.signIn(term.student(18));
    assertThat(page.locator("aside.banner")).hasText(window.word("page.open"));
    Accessibility.mustHold(page, "trial mode, signed in");
  }

  // ---- What the desk changes

  /** By the answers to seats: own windows are asked for only after minutes otherwise. */
  @Test
  void aWindowThatTheDeskClosesIsClosedOnAnOpenPageWithinSeconds(Windows windows) {
    OwnTerm own = new OwnTerm(campus).open();
    String title = "Closing " + campus.newIds(1);
    long course = own.course(title, own.subject(title), 3, null, 50);
    Page page = open(windows, 1280, ColorScheme.LIGHT);
    StudentWindow window = english(page).signIn(own.student(18));
    page.waitForResponse(
        answer -> answer.url().contains("/api/seats"), () -> window.find(title, course));
    Locator enroll = window.enrollButton(course);
    assertThat(enroll).not().hasAttribute("aria-disabled", "true");
    campus
        .jdbc()
        .update(
            "UPDATE registration_window SET closes_at = UTC_TIMESTAMP(3) WHERE term_id = ?",
            own.id());
    assertThat(enroll)
        .hasAttribute(
            "aria-disabled",
            "true",
            new LocatorAssertions.HasAttributeOptions().setTimeout(40_000));
  }

  @Test
  void aNoticeComesToAnOpenPageWithinTwoMinutes(Windows windows) {
    String title = "Told " + campus.newIds(1);
    long course = term.course(title, term.subject(title), 3, null, 50);
    Student student = term.student(18);
    Page page = open(windows, 1280, ColorScheme.LIGHT);
    page.clock().install();
    StudentWindow window = english(page).signIn(student);
    page.waitForResponse(
        answer -> answer.url().contains("/api/seats"), () -> window.find(title, course));
    Locator tab = page.locator("nav a[href='#/notices']:visible").first();
    assertThat(tab.locator(".count")).hasCount(0);
    String last = "\"notices\":\"%d\"".formatted(lastNotice());
    page.waitForResponse(
        answer -> answer.url().contains("/api/seats") && !answer.text().contains(last),
        () ->
            campus
                .jdbc()
                .update(
                    "INSERT INTO notice (student_id, kind, source, at, course_id, course, text)"
                        + " VALUES (?, 'COURSE_CANCELLED', ?, UTC_TIMESTAMP(3), ?, ?, 'too few')",
                    student.id(),
                    title,
                    course,
                    title));
    page.clock().fastForward(124_000);
    assertThat(tab.locator(".count")).hasText("1", patient());
  }

  private static LocatorAssertions.HasTextOptions patient() {
    return new LocatorAssertions.HasTextOptions().setTimeout(15_000);
  }

  private long lastNotice() {
    return campus.count("SELECT COALESCE(MAX(notice_id), 0) FROM notice");
  }

  // ---- The focus

  @Test
  void theFocusGoesToTheNextLineAfterACancelAndThenToTheList(Windows windows) {
    String first = "First " + campus.newIds(1);
    String second = "Second " + campus.newIds(1);
    Student student = term.student(18);
    for (String title : List.of(first, second)) {
      student.enroll(term.course(title, term.subject(title), 3, null, 50)).expect("201");
    }
    Page page = open(windows, 1280, ColorScheme.LIGHT);
    StudentWindow window = english(page).signIn(student);
    assertThat(window.mine()).hasCount(2);
    String top = window.mine().first().locator("h3").innerText();
    boolean isFirst = top.startsWith(first);
    window.cancel(isFirst ? first : second);
    Locator held = page.locator("li.held");
    assertThat(held).hasCount(1);
    assertThat(held.locator("button.cancel")).isFocused();
    Accessibility.mustHold(page, "after a cancel");
    window.cancel(isFirst ? second : first);
    assertThat(held).hasCount(0);
    assertThat(page.locator("#lists")).isFocused();
  }

  // ---- Dark colours

  @Test
  void theStudentsViewsAreAccessibleInDarkColours(Windows windows) {
    Student student = term.student(18);
    String held = "Held " + campus.newIds(1);
    String wish = "Wish " + campus.newIds(1);
    long first = term.course(held, term.subject(held), 3, new Meeting(1, "09:00", "10:15"), 50);
    long second = term.course(wish, term.subject(wish), 3, new Meeting(1, "10:00", "11:15"), 50);
    Page page = open(windows, 1280, ColorScheme.DARK);
    StudentWindow window = english(page);
    Accessibility.mustHold(page, "dark sign-in");
    window.signIn(student);
    window.find(held, first);
    window.enroll(first);
    window.mustBeEnrolled(first);
    window.find(wish, second);
    window.enroll(second);
    window.mustBeRefused(second);
    Accessibility.mustHold(page, "dark refusal");
    window.press(window.line(second).locator("button.keep"));
    window.press(window.whole(second).locator(".note-do button").last());
    for (String view : List.of("basket", "mine", "refused", "requests", "notices")) {
      window.view(view);
      Accessibility.mustHold(page, "dark " + view);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1280, 360})
  void theDesksViewsAreAccessibleInDarkColours(int width, Windows windows) {
    var office = new DeskOffice(campus, term);
    long course = office.course(1);
    term.student(18).enroll(course).expect("201");
    term.student(18).post("/api/me/overrides", DeskOffice.request(course)).expect("201");
    var desk = new DeskPage(open(windows, width, ColorScheme.DARK), campus).open("en");
    Accessibility.mustHold(desk.page(), "dark desk sign-in");
    desk.signIn(office.staff(SessionRole.REGISTRAR));
    assertThat(desk.page().locator(".tiles .tile").first()).isVisible();
    Accessibility.mustHold(desk.page(), "dark day");
    desk.course(office.title, course);
    Accessibility.mustHold(desk.page(), "dark course");
    for (String view : List.of("windows", "overrides", "audit")) {
      desk.view(view);
      assertThat(desk.page().locator("#main :is(.gantt li, li.card, table.audit)").first())
          .isVisible();
      Accessibility.mustHold(desk.page(), "dark " + view);
    }
    desk.begin(desk.view("windows").button("window.create"));
    Accessibility.mustHold(desk.page(), "dark dialog");
  }
}
