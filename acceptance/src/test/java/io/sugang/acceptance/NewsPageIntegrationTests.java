package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import io.sugang.rows.Meeting;
import io.sugang.rows.TermRows;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the desk or another device changes reaches an open page, and is said there. */
@BrowserTest
// The others end while it waits.
@Order(1)
@Tag("extended")
class NewsPageIntegrationTests {
  private static final double LONG = 150_000;
  private static final String PHONE =
      "Mozilla/5.0 (Linux; Android 15; SM-S931N) AppleWebKit/537.36 (KHTML, like Gecko)"
          + " Chrome/140.0.0.0 Mobile Safari/537.36";

  private final Campus campus;
  private final OwnTerm term;
  private final Student student;

  NewsPageIntegrationTests(Campus campus) {
    this.campus = campus;
    term = new OwnTerm(campus);
    student = term.student(18);
  }

  private StudentWindow signedIn(Page page) {
    StudentWindow window = StudentWindow.of(page, campus).open();
    page.waitForResponse(
        answer -> answer.url().contains("/api/me/notices"), () -> window.signIn(student));
    return window;
  }

  /** Keeps all that a screen reader says. */
  private static void listen(Page page) {
    page.evaluate(
        """
        () => {
          window.said = [];
          new MutationObserver((changes) => {
            for (const change of changes) {
              const live = change.target.closest?.('[role=alert], [aria-live=assertive]');
              for (const added of live ? change.addedNodes : []) window.said.push(added.textContent);
            }
          }).observe(document.body, {childList: true, subtree: true});
        }\
        """);
  }

  /**
   * Awaits the words in one text: the page adds it to the live region some time after the banner.
   */
  private static void mustSay(Page page, String... words) {
    page.waitForFunction(
        "words => window.said.some((text) => words.every((word) => text.includes(word)))",
        List.of(words));
  }

  private static void cancel(Student registrar, long course) {
    String path = "/api/desk/courses/" + course;
    String version = registrar.get(path).expect("200").body().path("version").asString();
    registrar
        .post(path + "/cancel", "{\"version\":\"%s\",\"reason\":\"too few\"}".formatted(version))
        .expect("202");
  }

  // ---- Notices

  @ParameterizedTest
  @ValueSource(ints = {1280, 360})
  void aCancelledCourseIsNoLongerEnrolledOnAnOpenPage(int width, Windows windows) {
    term.open();
    DeskOffice office = new DeskOffice(campus, term);
    String subject = "대학영어" + campus.newIds(1);
    long course =
        term.course(
            subject + " (01분반)", term.subject(subject), 3, new Meeting(2, "09:00", "10:15"), 9);
    long other = term.course(subject + " (02분반)", term.subject(subject + "b"), 3, null, 9);
    student.enroll(course).expect("201");
    StudentWindow window = signedIn(windows.open(width, 900, "ko"));
    Page page = window.page();
    page.waitForResponse(
        answer -> answer.url().contains("/api/seats"), () -> window.find(subject, course));
    assertThat(window.enrollButton(course)).containsText(window.word("enroll.won"));
    listen(page);
    cancel(office.elsewhere, course);

    Locator line = page.locator(".over .news");
    assertThat(line)
        .containsText(
            subject + " (01)", new LocatorAssertions.ContainsTextOptions().setTimeout(LONG));
    assertThat(line).containsText("폐강");
    assertThat(window.enrollButton(course))
        .hasText(
            window.word("course.CANCELLED"),
            new LocatorAssertions.HasTextOptions().setTimeout(20_000));
    assertThat(page.locator("li.held")).hasCount(0);
    assertThat(page.locator(".block.enrolled, .week-list .chip.good")).hasCount(0);
    // On a phone the credits are in another view.
    if (width > 1_000) {
      assertThat(page.locator(".credits:visible").first())
          .containsText(
              window.word("plan.credits").replace("{used}", "0").replace("{limit}", "18"));
    }
    mustSay(page, subject + " (01)", "폐강");
    Accessibility.mustHold(page, "a course was cancelled");
    line.locator("a").click();
    assertThat(window.line(other)).isVisible(StudentWindow.patient());
    line.locator("button").click();
    assertThat(line).hasCount(0);
  }

  @Test
  void anOverrideThatIsGrantedShowsInTheOpenView(Windows windows) {
    term.open();
    DeskOffice office = new DeskOffice(campus, term);
    long course = office.course(0);
    student.post("/api/me/overrides", DeskOffice.request(course)).expect("201");
    StudentWindow window = signedIn(windows.open(1280, 900, "ko"));
    Page page = window.page();
    page.waitForResponse(
        answer -> answer.url().contains("/api/seats"), () -> window.find(office.title, course));
    window.view("requests");
    Locator request = page.locator("#lists li.course");
    assertThat(request.locator(".chip")).hasText(window.word("ask.state.REQUESTED"));
    listen(page);
    long override =
        campus.count("SELECT override_id FROM override WHERE student_id = ?", student.id());
    office
        .elsewhere
        .post(
            "/api/desk/overrides/%d/decision".formatted(override),
            "{\"decision\":\"GRANT\",\"reason\":\"graduates\",\"expiresAt\":\"%s\"}"
                .formatted(Instant.now().plusSeconds(7_200)))
        .expect("200");
    assertThat(request.locator(".chip"))
        .hasText(
            window.word("ask.state.GRANTED"),
            new LocatorAssertions.HasTextOptions().setTimeout(LONG));
    assertThat(request.locator("button.primary")).isVisible();
    assertThat(page.locator(".over .news a")).hasText(window.word("ask.show"));
    mustSay(page, office.title);
    Accessibility.mustHold(page, "an override was granted");
  }

  // ---- The session

  @Test
  void aSignInElsewhereIsSaidBeforeTheOpeningWithoutAPress(Windows windows) {
    Instant opens = Instant.now().plusSeconds(90);
    term.window(null, opens, opens.plus(Duration.ofDays(1)));
    StudentWindow window = signedIn(windows.open(1280, 900, "ko"));
    Page page = window.page();
    assertThat(page.locator(".window")).isVisible(StudentWindow.patient());
    student.signIn(PHONE).expect("200");
    assertThat(page.locator("main [role=alert]"))
        .containsText(
            "Chrome, Android",
            new LocatorAssertions.ContainsTextOptions()
                .setTimeout(Duration.between(Instant.now(), opens).toMillis()));
    assertThat(page.locator("#number")).isVisible();
    assertThat(page.locator("main")).isFocused();
  }

  @Test
  void aSignInElsewhereIsSaidBeforeMoreSeatsOfAFullCourseWithoutAPress(Windows windows) {
    term.open();
    String title = "Portion " + campus.newIds(1);
    long course = term.course(title, term.subject(title), 3, null, 0);
    StudentWindow window = signedIn(windows.open(1280, 900, "ko"));
    Page page = window.page();
    Instant more = Instant.now().plusSeconds(50);
    campus
        .jdbc()
        .update(
            "INSERT INTO seat_release (course_id, releases_at, seats) VALUES (?, ?, 5)",
            course,
            TermRows.utc(more));
    await()
        .until(() ->
            campus.instances().stream()
                .allMatch(one ->
                    student.at(one).get("/api/courses/" + course).body().has("nextReleaseAt")));
    page.reload();
    // They would find out too, by chance.
    page.route(Pattern.compile("/api/me/(windows|notices)$"), Route::abort);
    assertThat(window.find(title, course).locator(".seats"))
        .containsText(window.word("course.next").replace("{at}", "").strip());
    student.signIn(PHONE).expect("200");
    assertThat(page.locator("main [role=alert]"))
        .containsText(
            "Chrome, Android",
            new LocatorAssertions.ContainsTextOptions()
                .setTimeout(Duration.between(Instant.now(), more).toMillis()));
  }

  @Test
  void aPageAsksForItsSessionAboutOnceAMinuteWhileAWindowIsOpen(Windows windows) {
    term.open();
    Page page = windows.open(1280, 900, "ko");
    page.clock().install();
    signedIn(page);
    var asked = new AtomicInteger();
    page.onRequest(request -> {
      if (request.url().endsWith("/api/session")) {
        asked.incrementAndGet();
      }
    });
    page.clock().runFor(300_000);
    // Pauses of 42 to 78 seconds.
    assertThat(asked.get()).isBetween(3, 8);
    student.signIn(PHONE).expect("200");
    // A question may be aborted, because its time limit passes as fast.
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> {
          page.keyboard().press("Shift");
          page.clock().runFor(80_000);
          return page.locator("main [role=alert]").count() > 0;
        });
    assertThat(page.locator("main [role=alert]")).containsText("Chrome, Android");
  }

  @Test
  void aPageThatIsLookedAtAgainSaysAtOnceThatItsSessionIsOverAndAsksNotTooOften(Windows windows) {
    term.open();
    Page page = windows.open(1280, 900, "ko");
    page.clock().install();
    signedIn(page);
    // A jump would be a computer that slept, whose page asks by itself.
    page.clock().runFor(10_000);
    var asked = new AtomicInteger();
    page.onRequest(request -> {
      if (request.url().endsWith("/api/session")) {
        asked.incrementAndGet();
      }
    });
    page.evaluate("() => { for (let i = 0; i < 50; i++) dispatchEvent(new FocusEvent('focus')); }");
    page.waitForResponse(
        answer -> answer.url().endsWith("/api/me"), () -> page.evaluate("() => fetch('/api/me')"));
    assertThat(asked.get()).isEqualTo(1);
    student.signIn(PHONE).expect("200");
    page.clock().fastForward(10_000);
    page.waitForCondition(() -> {
      page.evaluate("() => dispatchEvent(new FocusEvent('focus'))");
      page.clock().fastForward(6_000);
      return page.locator("main [role=alert]").count() > 0;
    });
    assertThat(page.locator("main [role=alert]")).containsText("Chrome, Android");
  }

  // ---- Refusals

  @Test
  void aRefusalIsReadAgainOnlyWhereTheListIsShown(Windows windows) {
    term.open();
    DeskOffice office = new DeskOffice(campus, term);
    long full = office.course(0);
    StudentWindow window = signedIn(windows.open(1280, 900, "ko"));
    Page page = window.page();
    var asked = new AtomicInteger();
    page.onRequest(request -> {
      if (request.url().contains("/api/me/refusals")) {
        asked.incrementAndGet();
      }
    });
    window.find(office.title, full);
    window.enroll(full);
    window.mustBeRefused(full);
    window.view("mine");
    // Seats are read every two seconds: longer than a page waits before it reads the list.
    for (int i = 0; i < 2; i++) {
      page.waitForResponse(answer -> answer.url().contains("/api/seats"), () -> {});
    }
    assertThat(asked.get()).isZero();
    window.view("refused");
    assertThat(page.locator("#lists li.course")).containsText(office.title);
    int shown = asked.get();
    assertThat(shown).isPositive();
    page.waitForRequest(
        request -> request.url().contains("/api/me/refusals"),
        () -> page.locator("#lists li.course button.enroll").click());
  }

  // ---- The zone

  @ParameterizedTest
  @ValueSource(ints = {1280, 360})
  void theZoneOfTheTimesIsShownAndAbroadTheLocalTimeToo(int width, Windows windows) {
    Instant opens = Instant.now().plusSeconds(7_200);
    term.window(null, opens, opens.plusSeconds(7_200));
    StudentWindow korea = signedIn(windows.open(width, 900, "en"));
    assertThat(korea.page().locator(".clock .zone"))
        .hasText(new String[] {korea.word("clock.zone")});
    assertThat(korea.page().locator(".window")).isVisible(StudentWindow.patient());
    assertThat(korea.page().locator(".window .soft")).hasCount(0);

    StudentWindow abroad =
        signedIn(
            windows.open(
                new NewContextOptions()
                    .setViewportSize(width, 900)
                    .setLocale("ko-KR")
                    .setTimezoneId("America/New_York")));
    assertThat(abroad.page().locator(".clock .zone").first()).hasText(abroad.word("clock.zone"));
    String local =
        opens.atZone(ZoneId.of("America/New_York")).toLocalTime().toString().substring(0, 5);
    assertThat(abroad.page().locator(".window .soft")).containsText(local);
    assertThat(abroad.page().locator(".window"))
        .containsText(DeskOffice.shown(opens).substring(0, 5));
    Accessibility.mustHold(abroad.page(), "abroad");
    // Where the clocks agree, one is enough.
    StudentWindow tokyo =
        signedIn(
            windows.open(
                new NewContextOptions().setViewportSize(width, 900).setTimezoneId("Asia/Tokyo")));
    assertThat(tokyo.page().locator(".clock .zone")).hasCount(1);
  }
}
