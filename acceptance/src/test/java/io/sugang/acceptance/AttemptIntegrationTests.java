package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.sun.net.httpserver.HttpExchange;
import io.sugang.acceptance.BrowserSite.Fate;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Check 27: an attempt never lies. Whatever happens to requests and answers on the way, there is
 * one row, and the page says so without a reload.
 */
@BrowserTest
class AttemptIntegrationTests {
  private static final Pattern UNDER_WAY = Pattern.compile("\\bunder\\b");

  private final Campus campus;
  private final OwnTerm term;
  private final Student student;
  private final String title;
  private final long course;
  private BrowserSite site;

  AttemptIntegrationTests(Campus campus) {
    this.campus = campus;
    term = new OwnTerm(campus).open();
    student = term.student(18);
    title = "Attempt " + campus.newIds(1);
    course = term.course(title, term.subject(title), 3, null, 50);
  }

  @BeforeEach
  void site() throws IOException {
    site = new BrowserSite(campus.front().port(), "");
  }

  @AfterEach
  void close() {
    site.close();
  }

  /** The fates of the first requests to enroll; all that follow pass. */
  record Fates(String name, Queue<Fate> first) {
    static Fates of(String name, Fate... first) {
      return new Fates(name, new ArrayDeque<>(List.of(first)));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Fates> fates() {
    return Stream.of(
        Fates.of("none"),
        Fates.of("cut before the commit", Fate.LOST),
        Fates.of("cut after the commit", Fate.DONE_AND_LOST),
        Fates.of("cut after the commit, then before", Fate.DONE_AND_LOST, Fate.LOST, Fate.LOST),
        Fates.of("502 that did nothing", Fate.refused(502, "")),
        Fates.of("502 after the commit", Fate.doneAndReplaced(502)),
        Fates.of(
            "504 after the commit, then 502", Fate.doneAndReplaced(504), Fate.refused(502, "1")),
        Fates.of("503 with Retry-After", Fate.refused(503, "1"), Fate.refused(503, "2")),
        Fates.of("429 with Retry-After", Fate.refused(429, "1"), Fate.refused(429, "1")),
        Fates.of("a page of a proxy after the commit", Fate.doneAndReplaced(200)));
  }

  private StudentWindow open(Windows windows) {
    return new StudentWindow(windows.open(1280, 800, "en"), site.url("127.0.0.1", ""), Hand.MOUSE);
  }

  private StudentWindow ready(Windows windows) {
    StudentWindow window = open(windows).open().signIn(student);
    window.find(title, course);
    return window;
  }

  private static boolean enrolls(HttpExchange exchange) {
    return exchange.getRequestMethod().equals("POST")
        && exchange.getRequestURI().getPath().equals("/api/me/enrollments");
  }

  private void onEnrolling(Queue<Fate> first) {
    var fates = new ConcurrentLinkedQueue<>(first);
    site.decide(exchange -> {
      Fate next = enrolls(exchange) ? fates.poll() : null;
      return next == null ? Fate.PASS : next;
    });
  }

  @ParameterizedTest
  @MethodSource("fates")
  void oneRowAndThePageSaysSo(Fates fates, Windows windows) {
    StudentWindow window = ready(windows);
    onEnrolling(fates.first());
    window.enroll(course);
    window.mustBeEnrolled(course);
    mustHoldOnce(window);
  }

  @Test
  void aDoubleClickAndEnterHeldDownAreOne(Windows windows) {
    StudentWindow window = ready(windows);
    window.enrollButton(course).dblclick();
    window.mustBeEnrolled(course);
    Page page = window.page();
    String other = "Held " + campus.newIds(1);
    long second = term.course(other, term.subject(other), 3, null, 50);
    window.find(other, second);
    window.enrollButton(second).focus();
    for (int i = 0; i < 20; i++) {
      page.keyboard().down("Enter");
    }
    page.keyboard().up("Enter");
    window.mustBeEnrolled(second);
    assertThat(rows()).isEqualTo(2);
    assertThat(posts()).isEqualTo(2);
  }

  @Test
  void aRefusalIsTheTruthAfterALostAnswer(Windows windows) {
    String full = "Full " + campus.newIds(1);
    long other = term.course(full, term.subject(full), 3, null, 1);
    term.student(18).enroll(other).expect("201");
    StudentWindow window = ready(windows);
    window.find(full, other);
    onEnrolling(new ArrayDeque<>(List.of(Fate.DONE_AND_LOST)));
    window.enroll(other);
    assertThat(window.mustBeRefused(other))
        .containsText(window.word("refused.COURSE_FULL").split("[.]")[0]);
    assertThat(rows()).isZero();
  }

  /** The first request is carried out; its answer and all requests after it are lost. */
  private static Deque<Fate> brokenLine() {
    Deque<Fate> fates = new ArrayDeque<>(Collections.nCopies(100, Fate.LOST));
    fates.addFirst(Fate.DONE_AND_LOST);
    return fates;
  }

  @Test
  void aReloadInBetweenLosesNothing(Windows windows) {
    StudentWindow window = ready(windows);
    // Until the reload.
    onEnrolling(brokenLine());
    window.enroll(course);
    assertThat(window.enrollButton(course)).hasText(window.word("enroll.checking"), patient());
    site.decide(_ -> Fate.PASS);
    window.page().reload();
    assertThat(window.line(course)).isVisible(StudentWindow.patient());
    window.mustBeEnrolled(course);
    mustHoldOnce(window);
  }

  @Test
  void twoTabsAreOneStudent(Windows windows) {
    StudentWindow window = ready(windows);
    var second =
        new StudentWindow(window.page().context().newPage(), site.url("127.0.0.1", ""), Hand.MOUSE);
    second.open();
    second.find(title, course);
    onEnrolling(new ArrayDeque<>(List.of(Fate.DONE_AND_LOST, Fate.LOST)));
    window.enrollButton(course).evaluate("it => it.click()");
    second.enrollButton(course).evaluate("it => it.click()");
    window.mustBeEnrolled(course);
    second.mustBeEnrolled(course);
    mustHoldOnce(window);
  }

  /** The computer sleeps while the answer is on its way: the line is dead when it wakes up. */
  @Test
  void aMinuteOfSleepEndsWithTheTruth(Windows windows) {
    StudentWindow window = open(windows);
    window.page().clock().install();
    window.open().signIn(student);
    window.find(title, course);
    onEnrolling(new ArrayDeque<>(List.of(Fate.HELD)));
    window.enroll(course);
    awaitRow();
    assertThat(window.enrollButton(course)).hasClass(UNDER_WAY);
    window.page().context().setOffline(true);
    window.page().clock().fastForward(60_000);
    // Awake, and without a network: the answer of before the sleep never came.
    assertThat(window.enrollButton(course)).hasText(window.word("enroll.checking"), patient());
    assertThat(posts()).isEqualTo(1);
    window.page().context().setOffline(false);
    window.mustBeEnrolled(course);
    mustHoldOnce(window);
  }

  @Test
  void aSessionThatEndsMeanwhileTellsTheTruthAfterTheNextSignIn(Windows windows) {
    StudentWindow window = ready(windows);
    onEnrolling(brokenLine());
    window.enroll(course);
    awaitRow();
    assertThat(window.enrollButton(course)).hasText(window.word("enroll.checking"), patient());
    // Another device signs in, so this session is over before the outcome is known here.
    student.signIn("Android").expect("200");
    awaitEndOfSession(window);
    site.decide(_ -> Fate.PASS);
    assertThat(window.page().locator("#number")).isVisible(StudentWindow.patient());
    assertThat(window.page().locator("#paused")).containsText(title);
    assertThat(window.page().locator("#paused")).containsText(window.word("enroll.pausedWhy"));
    Accessibility.mustHold(window.page(), "an attempt that waits for the next sign-in");
    window.signIn(student);
    window.find(title, course);
    window.mustBeEnrolled(course);
    mustHoldOnce(window);
  }

  /** Instances hear of it one after another. */
  private static void awaitEndOfSession(StudentWindow window) {
    String me = URI.create(window.page().url()).resolve("/api/me").toString();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() ->
            IntStream.range(0, 9)
                .allMatch(_ -> window.page().context().request().get(me).status() == 401));
  }

  private void awaitRow() {
    await().atMost(Duration.ofSeconds(20)).until(() -> rows() == 1);
  }

  private void mustHoldOnce(StudentWindow window) {
    assertThat(window.mine()).hasCount(1);
    assertThat(rows()).isEqualTo(1);
  }

  private long rows() {
    return campus.count("SELECT COUNT(*) FROM enrollment WHERE student_id = ?", student.id());
  }

  private long posts() {
    return site.passed().stream()
        .filter(request -> request.method().equals("POST"))
        .filter(request -> request.address().equals("/api/me/enrollments"))
        .count();
  }

  private static com.microsoft.playwright.assertions.LocatorAssertions.HasTextOptions patient() {
    return new com.microsoft.playwright.assertions.LocatorAssertions.HasTextOptions()
        .setTimeout(20_000);
  }
}
