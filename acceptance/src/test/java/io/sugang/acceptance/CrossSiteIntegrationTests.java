package io.sugang.acceptance;

import static com.microsoft.playwright.options.WaitUntilState.COMMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import io.sugang.acceptance.BrowserSite.Passed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Check 7: forms, fetches and images of another site in a real browser change nothing. The browser
 * has the session cookie of 127.0.0.1. A page of localhost is of another site, and one of another
 * port of 127.0.0.1 is of the same site with another origin, where the cookie is sent.
 */
@BrowserTest
@Isolated("compares all tables")
class CrossSiteIntegrationTests {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String HOME = "127.0.0.1";

  /** Each marks its request by a query, so that it is found. */
  private static final String ATTACK =
      """
      <!doctype html><title>attack</title>
      <iframe name="sink"></iframe>
      <form id="text" target="sink" method="post" enctype="text/plain"
        action="$TARGET/api/me/enrollments?by=form">
        <input name='{"courseId":$COURSE,"x":"' value='"}'></form>
      <iframe name="sink2"></iframe>
      <form id="plain" target="sink2" method="post" action="$TARGET/api/enrollments?by=plain-form">
        <input name="courseId" value="$COURSE"></form>
      <iframe name="sink3"></iframe>
      <form id="session" target="sink3" method="post" action="$TARGET/api/session?by=sign-in-form">
        <input name="studentNumber" value="1"></form>
      <img src="$TARGET/api/me/enrollments?by=image&courseId=$COURSE">
      <script>
        document.getElementById('text').submit();
        document.getElementById('plain').submit();
        document.getElementById('session').submit();
        const json = JSON.stringify({courseId: $COURSE});
        const send = (path, options) =>
          fetch('$TARGET' + path, {credentials: 'include', ...options}).catch(() => 0);
        const type = {'Content-Type': 'application/json'};
        send('/api/me/enrollments?by=fetch', {method: 'POST', mode: 'no-cors', body: json});
        send('/api/me/enrollments?by=cors-fetch', {method: 'POST', headers: type, body: json});
        send('/api/enrollments/$HELD?by=delete', {method: 'DELETE'});
        send('/api/session?by=sign-out', {method: 'DELETE'});
        navigator.sendBeacon('$TARGET/api/me/enrollments?by=beacon', json);
      </script>
      """;

  private final Campus campus;
  private final OwnTerm term;
  private final Student student;
  private final long course;
  private final String held;
  private BrowserSite home;
  private BrowserSite attacker;

  CrossSiteIntegrationTests(Campus campus) {
    this.campus = campus;
    term = new OwnTerm(campus).open();
    student = term.student(30);
    course = term.course();
    held = student.enroll(term.course()).expect("201").body().path("enrollmentId").asString();
  }

  @BeforeEach
  void sites() throws Exception {
    String cookie =
        student
            .signIn("Chromium")
            .expect("200")
            .response()
            .headers()
            .firstValue("Set-Cookie")
            .orElseThrow();
    home = new BrowserSite(campus.front().port(), cookie);
    attacker = new BrowserSite(campus.front().port(), cookie);
  }

  @AfterEach
  void close() {
    home.close();
    attacker.close();
  }

  @ParameterizedTest
  @CsvSource({"localhost, cross-site, false", "127.0.0.1, same-site, true"})
  void formsFetchesAndImagesOfAnotherOriginChangeNothing(
      String host, String site, boolean cookie, Windows windows) {
    attacker.page("/attack", filled(ATTACK));
    Map<String, Long> before = campus.tables();
    Page browser = openAfterSignIn(windows, attacker.url(host, "/attack"));
    List<String> simple = List.of("form", "plain-form", "sign-in-form", "fetch", "beacon");
    awaitPassed(browser, simple);
    awaitPassed(browser, List.of("image", "cors-fetch", "delete", "sign-out"));
    for (String by : simple) {
      assertThat(passed(by).getLast())
          .isEqualTo(new Passed("POST", passed(by).getLast().address(), site, cookie, 403));
    }
    // The image is a read: with the cookie it is the student's own list, and changes nothing.
    assertThat(passed("image").getLast().site()).isEqualTo(site);
    assertThat(passed("image").getLast().status()).isEqualTo(cookie ? 200 : 401);
    // The browser asks first whether it may, and is not allowed to.
    for (String by : List.of("cors-fetch", "delete", "sign-out")) {
      assertThat(passed(by))
          .allSatisfy(asked -> {
            assertThat(asked.method()).isEqualTo("OPTIONS");
            assertThat(asked.status()).isLessThan(500);
          });
    }
    nothingChanged(before);
  }

  @ParameterizedTest
  @CsvSource({"localhost, cross-site", "127.0.0.1, same-site"})
  void aFormThatLeadsToTheServiceChangesNothing(String host, String site, Windows windows) {
    attacker.page(
        "/attack",
        filled(
            """
            <!doctype html><title>attack</title>
            <form id="text" method="post" enctype="text/plain"
              action="$TARGET/api/me/enrollments?by=form">
              <input name='{"courseId":$COURSE,"x":"' value='"}'></form>
            <script>document.getElementById('text').submit();</script>
            """));
    Map<String, Long> before = campus.tables();
    Page browser = openAfterSignIn(windows, attacker.url(host, "/attack"));
    awaitPassed(browser, List.of("form"));
    assertThat(passed("form").getLast().site()).isEqualTo(site);
    assertThat(passed("form").getLast().status()).isEqualTo(403);
    nothingChanged(before);
  }

  @Test
  void aLinkFromAnotherSiteSendsTheCookieAndOnlyReads(Windows windows) {
    attacker.page(
        "/attack",
        filled(
            """
            <!doctype html><title>attack</title>
            <script>
              location.href = '$TARGET/api/me/enrollments?by=link&courseId=$COURSE&_method=POST';
            </script>
            """));
    Map<String, Long> before = campus.tables();
    Page browser = openAfterSignIn(windows, attacker.url("localhost", "/attack"));
    awaitPassed(browser, List.of("link"));
    Passed link = passed("link").getLast();
    assertThat(link).isEqualTo(new Passed("GET", link.address(), "cross-site", true, 200));
    nothingChanged(before);
  }

  /** Without it the tests above could pass because nothing works. */
  @Test
  void aPageOfTheServiceItselfEnrolls(Windows windows) {
    home.page(
        "/own",
        filled(
            """
            <!doctype html><title>own</title>
            <script>
              fetch('/api/me/enrollments?by=own', {
                method: 'POST',
                headers: {'Content-Type': 'application/json'},
                body: JSON.stringify({courseId: $COURSE})
              });
            </script>
            """));
    Page browser = openAfterSignIn(windows, home.url(HOME, "/own"));
    awaitPassed(browser, List.of("own"));
    Passed own = passed("own").getLast();
    assertThat(own).isEqualTo(new Passed("POST", own.address(), "same-origin", true, 201));
    assertThat(rows()).isEqualTo(2);
  }

  private Page openAfterSignIn(Windows windows, String next) {
    // Foreign pages are refused, and say so.
    windows.expectFaults();
    Page page = windows.open(800, 600, "en");
    page.navigate(
        home.url(HOME, "/start?" + next), new Page.NavigateOptions().setWaitUntil(COMMIT));
    return page;
  }

  private String filled(String html) {
    return html.replace("$TARGET", home.url(HOME, ""))
        .replace("$COURSE", Long.toString(course))
        .replace("$HELD", held);
  }

  private void awaitPassed(Page browser, List<String> marks) {
    // A window belongs to the thread of the test.
    await()
        .pollInSameThread()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(marks)
                .as("%s%n%s", home.passed(), browser.url())
                .allSatisfy(mark -> assertThat(passed(mark)).isNotEmpty()));
  }

  private List<Passed> passed(String mark) {
    return home.passed().stream()
        .filter(request -> (request.address() + "&").contains("by=" + mark + "&"))
        .toList();
  }

  private void nothingChanged(Map<String, Long> before) {
    assertThat(campus.tables()).isEqualTo(before);
    assertThat(rows()).isEqualTo(1);
    student.get("/api/me").expect("200");
  }

  private long rows() {
    return campus.count("SELECT COUNT(*) FROM enrollment WHERE student_id = ?", student.id());
  }
}
