package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import io.sugang.ops.signin.SessionRole;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Requests to the desk on both pages: what the student asks and what comes of it. */
@BrowserTest
@Tag("extended")
class RequestsPageIntegrationTests {
  private final Campus campus;
  private final DeskOffice office;
  private final Student student;
  private final long full;

  RequestsPageIntegrationTests(Campus campus) {
    this.campus = campus;
    OwnTerm term = new OwnTerm(campus).open();
    office = new DeskOffice(campus, term);
    student = term.student(18);
    full = office.course(0);
  }

  @Test
  void aRequestThatTheDeskGrantsIsConfirmedAndHoldsTheSeat(Windows windows) {
    StudentWindow window = asked(windows);
    mustBe(window, "REQUESTED");
    Accessibility.mustHold(window.page(), "requests");
    assertThat(office.rows(full)).isZero();
    grant(windows);

    window.view("notices");
    assertThat(window.page().locator("#lists li.course")).containsText(office.title);
    Accessibility.mustHold(window.page(), "a notice");
    window.view("requests");
    mustBe(window, "GRANTED");
    assertThat(request(window)).containsText("graduates");
    Accessibility.mustHold(window.page(), "granted");
    window.press(request(window).locator("button.primary"));
    mustBe(window, "CONFIRMED");
    assertThat(request(window).locator("button")).hasCount(0);
    assertThat(window.mine()).hasCount(1);
    assertThat(window.mine()).containsText(office.title);
    assertThat(office.rows(full)).isEqualTo(1);
    assertThat(office.atTheDesk(full).path("capacity").asInt()).isEqualTo(1);
  }

  @Test
  void aRequestThatIsWithdrawnLeavesTheDeskNothingToDecide(Windows windows) {
    StudentWindow window = asked(windows);
    DeskPage desk = office.desk(windows, SessionRole.REGISTRAR).view("overrides");
    assertThat(DeskOffice.card(desk, student)).hasCount(1);
    window.press(request(window).locator("button").first());
    Locator dialog = window.page().getByRole(AriaRole.DIALOG);
    assertThat(dialog).containsText(office.title);
    Accessibility.mustHold(window.page(), "withdraw");
    window.press(dialog.locator("button.danger"));
    mustBe(window, "WITHDRAWN");
    // Its buttons are gone, and the focus is not lost.
    assertThat(window.page().locator("#lists")).isFocused();
    desk.view("courses").view("overrides");
    assertThat(DeskOffice.card(desk, student)).hasCount(0);
    assertThat(office.rows(full)).isZero();
  }

  private StudentWindow asked(Windows windows) {
    StudentWindow window =
        StudentWindow.of(windows.open(1280, 900, "ko"), campus).open().signIn(student);
    window.find(office.title, full);
    window.enroll(full);
    window.mustBeRefused(full);
    window.press(window.whole(full).locator(".note-do button"));
    Locator dialog = window.page().getByRole(AriaRole.DIALOG);
    assertThat(dialog.locator("input[value=CAPACITY]")).isChecked();
    Accessibility.mustHold(window.page(), "asking");
    window.press(dialog.locator("button.primary"));
    assertThat(dialog.locator(".note.bad")).hasText(window.word("ask.missing"));
    Accessibility.mustHold(window.page(), "asking without a text");
    window.type(dialog.locator("textarea"), "8월에 졸업합니다.");
    window.press(dialog.locator("button.primary"));
    assertThat(dialog).isHidden();
    window.view("requests");
    return window;
  }

  private void grant(Windows windows) {
    DeskPage desk = office.desk(windows, SessionRole.REGISTRAR).view("overrides");
    Instant until = Instant.now().truncatedTo(ChronoUnit.MINUTES).plus(Duration.ofHours(3));
    desk.begin(DeskOffice.card(desk, student).locator("button.primary")).reason("graduates");
    desk.page().locator("#grant-until").fill(DeskOffice.field(until));
    desk.confirm().mustBeDone();
    desk.close();
  }

  private Locator request(StudentWindow window) {
    return window
        .page()
        .locator("#lists li.course")
        .filter(new Locator.FilterOptions().setHasText(office.title));
  }

  private void mustBe(StudentWindow window, String state) {
    assertThat(request(window).locator(".chip"))
        .hasText(
            window.word("ask.state." + state),
            new com.microsoft.playwright.assertions.LocatorAssertions.HasTextOptions()
                .setTimeout(20_000));
  }
}
