package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import io.sugang.ops.signin.SessionRole;
import io.sugang.rows.Meeting;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who presses "sign out" is signed out, or sees that it is not so; and then leaves nothing. */
@BrowserTest
@Tag("extended")
class SignOutPageIntegrationTests {
  private static final Map<String, String> REMOVED =
      Map.of("Set-Cookie", "sugang=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");

  private final Campus campus;
  private final OwnTerm term;
  private final Student student;

  SignOutPageIntegrationTests(Campus campus) {
    this.campus = campus;
    term = new OwnTerm(campus).open();
    student = term.student(18);
  }

  private StudentWindow signedIn(Page page) {
    return StudentWindow.of(page, campus).open().signIn(student);
  }

  /** Lets the first sign-outs fail; a status of 0 is no answer. */
  private static AtomicInteger refuse(Page page, int status, int times) {
    var asked = new AtomicInteger();
    page.route(
        "**/api/session",
        route -> {
          if (!route.request().method().equals("DELETE") || asked.incrementAndGet() > times) {
            route.resume();
          } else if (status == 0) {
            route.abort();
          } else {
            route.fulfill(
                new Route.FulfillOptions()
                    .setStatus(status)
                    .setHeaders(status == 202 ? REMOVED : Map.of())
                    .setContentType("application/json")
                    .setBody("{}"));
          }
        });
    return asked;
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 403, 500, 502, 503, 504, 0})
  void aRefusedSignOutKeepsThePageSaysSoAndIsTriedAgain(int status, Windows windows) {
    windows.expectFaults();
    StudentWindow window = signedIn(windows.open(1280, 900, "ko"));
    Page page = window.page();
    AtomicInteger asked = refuse(page, status, 2);
    page.locator(".menu summary").click();
    page.locator(".menu-body button").click();
    Locator alert = page.locator("[role=alert].sign-out");
    assertThat(alert).containsText(window.word("sign.outFailed"));
    assertThat(page.locator("main.student")).isVisible();
    // Without another press.
    assertThat(page.locator("#number")).isVisible(StudentWindow.patient());
    assertThat(alert).hasCount(0);
    assertThat(asked.get()).isEqualTo(3);
    page.reload();
    assertThat(page.locator("#number")).isVisible(StudentWindow.patient());
  }

  /** As without Redis. The second sign-out would have no token, and so say nothing. */
  @Test
  void aSignOutAtOneInstanceIsSaidOnceAndIsNotRepeated(Windows windows) {
    StudentWindow window = signedIn(windows.open(1280, 900, "ko"));
    Page page = window.page();
    AtomicInteger asked = refuse(page, 202, Integer.MAX_VALUE);
    page.locator(".menu summary").click();
    page.locator(".menu-body button").click();
    assertThat(page.locator("#number")).isVisible(StudentWindow.patient());
    assertThat(page.locator(".sign-in [role=alert]")).hasText(window.word("sign.outHere"));
    assertThat(page.locator(".sign-in h2")).hasText(window.word("sign.title"));
    Accessibility.mustHold(page, "signed out at one instance");
    assertThat(asked.get()).isEqualTo(1);
  }

  @Test
  void aReloadAfterARefusedSignOutIsStillTheSession(Windows windows) {
    windows.expectFaults();
    StudentWindow window = signedIn(windows.open(360, 740, "en"));
    Page page = window.page();
    refuse(page, 503, Integer.MAX_VALUE);
    page.locator(".menu summary").click();
    page.locator(".menu-body button").click();
    assertThat(page.locator("[role=alert].sign-out")).isVisible();
    Accessibility.mustHold(page, "not signed out, narrow");
    page.setViewportSize(1280, 900);
    Accessibility.mustHold(page, "not signed out");
    page.reload();
    assertThat(page.locator("main.student")).isVisible(StudentWindow.patient());
  }

  @Test
  void nothingOfTheStudentIsLeftAndBackDoesNotBringItBack(Windows windows) {
    String title = "Private " + campus.newIds(1);
    long course = term.course(title, term.subject(title), 3, new Meeting(1, "09:00", "10:15"), 5);
    student.enroll(course).expect("201");
    StudentWindow window = signedIn(windows.open(1280, 900, "ko"));
    Page page = window.page();
    window.find(title, course);
    window.view("mine");
    assertThat(page.locator("li.held")).containsText(title);
    // An attempt whose answer never comes, so its outcome is not known.
    page.route("**/api/me/enrollments/*", route -> route.abort());
    windows.expectFaults();
    page.locator("li.held button.cancel").click();
    page.locator("dialog button.danger").click();
    window.view("basket");
    window.view("mine");
    page.locator("li.held").first().waitFor();
    window.signOut();
    mustShowNothing(page, title);
    for (int i = 0; i < 4; i++) {
      page.goBack();
      mustShowNothing(page, title);
      if (page.url().startsWith("about:")) {
        break;
      }
    }
    page.navigate("http://127.0.0.1:" + campus.front().port() + "/#/mine");
    assertThat(page.locator("#number")).isVisible(StudentWindow.patient());
    mustShowNothing(page, title);
    assertThat(page.evaluate("() => sessionStorage.getItem('sugang.search') ?? ''").toString())
        .doesNotContain(title);
  }

  private void mustShowNothing(Page page, String title) {
    if (!page.url().startsWith("about:")) {
      assertThat(page.locator("#number")).hasValue("");
    }
    assertThat(page.content()).doesNotContain(title).doesNotContain(student.number());
  }

  @Test
  void aSignOutInAnotherTabEmptiesThisOne(Windows windows) {
    StudentWindow window = signedIn(windows.open(1280, 900, "ko"));
    Page other = window.page().context().newPage();
    StudentWindow second = StudentWindow.of(other, campus).open();
    assertThat(other.locator("main.student")).isVisible(StudentWindow.patient());
    second.signOut();
    assertThat(window.page().locator("#number"))
        .hasValue("", new LocatorAssertions.HasValueOptions().setTimeout(20_000));
    assertThat(window.page().locator("[role=alert]").first())
        .containsText(window.word("session.ended"));
    assertThat(window.page().content()).doesNotContain(student.number());
  }

  @Test
  void aQuestionIsClosedWhenTheViewChanges(Windows windows) {
    String title = "Asked " + campus.newIds(1);
    student.enroll(term.course(title, term.subject(title), 3, null, 5)).expect("201");
    StudentWindow window = signedIn(windows.open(1280, 900, "ko"));
    Page page = window.page();
    window.mine().locator("button.cancel").click();
    assertThat(page.locator("dialog")).isVisible();
    page.goBack();
    assertThat(page.locator("dialog")).hasCount(0);
    assertThat(page.locator("main.student")).isVisible();
    assertThat(campus.count("SELECT COUNT(*) FROM enrollment WHERE student_id = ?", student.id()))
        .isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {503, 0})
  void theDeskStaysUntilTheServerSignsOut(int status, Windows windows) {
    windows.expectFaults();
    DeskPage desk = new DeskOffice(campus, term).desk(windows, SessionRole.REGISTRAR);
    Page page = desk.page();
    AtomicInteger asked = refuse(page, status, 2);
    page.locator(".bar-end button")
        .filter(new Locator.FilterOptions().setHasText(desk.word("sign.out")))
        .click();
    assertThat(page.locator("[role=alert].banner")).hasText(desk.word("sign.outFailed"));
    assertThat(page.locator("nav.views")).isVisible();
    assertThat(page.locator("#staff-page")).isVisible(StudentWindow.patient());
    assertThat(asked.get()).isEqualTo(3);
    assertThat(page.locator("nav.views")).hasCount(0);
  }

  @Test
  void theDeskIsAccessibleWhileASignOutIsRefused(Windows windows) {
    windows.expectFaults();
    DeskPage desk = new DeskOffice(campus, term).desk(windows, SessionRole.REGISTRAR);
    Page page = desk.page();
    refuse(page, 503, Integer.MAX_VALUE);
    page.locator(".bar-end button")
        .filter(new Locator.FilterOptions().setHasText(desk.word("sign.out")))
        .click();
    assertThat(page.locator("[role=alert].banner")).hasText(desk.word("sign.outFailed"));
    Accessibility.mustHold(page, "desk, not signed out");
  }

  @Test
  void theDeskSaysOnceThatItSignedOutAtOneInstance(Windows windows) {
    DeskPage desk = new DeskOffice(campus, term).desk(windows, SessionRole.REGISTRAR);
    Page page = desk.page();
    AtomicInteger asked = refuse(page, 202, Integer.MAX_VALUE);
    page.locator(".bar-end button")
        .filter(new Locator.FilterOptions().setHasText(desk.word("sign.out")))
        .click();
    assertThat(page.locator("#staff-page")).isVisible(StudentWindow.patient());
    assertThat(page.locator("main .note.warn")).hasText(desk.word("sign.outHere"));
    assertThat(asked.get()).isEqualTo(1);
    page.reload();
    assertThat(page.locator("#staff-page")).isVisible(StudentWindow.patient());
    assertThat(page.locator("main .note.warn")).hasCount(0);
  }
}
