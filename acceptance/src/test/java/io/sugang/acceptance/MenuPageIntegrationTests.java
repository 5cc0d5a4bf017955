package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import io.sugang.ops.signin.SessionRole;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A menu or a dialog stays open while it is used, wherever the pointer goes down in it. */
@BrowserTest
@Tag("extended")
class MenuPageIntegrationTests {
  private static final String CONTROLS = "button, a, select, summary, input, textarea, label";
  private static final int STEP = 14;

  private final Campus campus;
  private final OwnTerm term;

  MenuPageIntegrationTests(Campus campus) {
    this.campus = campus;
    term = new OwnTerm(campus).open();
  }

  private StudentWindow signedIn(Page page) {
    return StudentWindow.of(page, campus).open().signIn(term.student(18));
  }

  private static Locator word(StudentWindow window, String key) {
    return window
        .page()
        .locator(".times-body label.check span")
        .filter(new Locator.FilterOptions().setHasText(window.word(key)));
  }

  private static Locator box(StudentWindow window, String key) {
    return window.page().getByLabel(window.word(key), new Page.GetByLabelOptions().setExact(true));
  }

  @Test
  void aClickOnTheWordOfAWeekdayTicksItAndTheMenuStays(Windows windows) {
    StudentWindow window = signedIn(windows.open(1280, 900, "ko"));
    Page page = window.page();
    page.locator("details.times summary").click();
    for (String day : List.of("weekday.2", "weekday.4")) {
      word(window, day).click();
      assertThat(box(window, day)).isChecked();
    }
    page.locator(".times-body legend").click();
    assertThat(page.locator("details.times")).hasAttribute("open", "");
    word(window, "weekday.2").click();
    assertThat(box(window, "weekday.2")).not().isChecked();
    assertThat(box(window, "weekday.4")).isChecked();
    // A click elsewhere still closes it, and so does the focus.
    page.locator(".bar h1").click();
    assertThat(page.locator("details.times")).not().hasAttribute("open", "");
    page.locator("details.times summary").click();
    page.locator("#q").focus();
    assertThat(page.locator("details.times")).not().hasAttribute("open", "");
  }

  @Test
  void aTapOnTheWordTicksItOnAPhone(Windows windows) {
    StudentWindow window =
        signedIn(
            windows.open(
                new NewContextOptions()
                    .setViewportSize(360, 740)
                    .setLocale("ko-KR")
                    .setHasTouch(true)
                    .setIsMobile(true)));
    Page page = window.page();
    page.locator("details.times summary").tap();
    word(window, "weekday.1").tap();
    word(window, "weekday.3").tap();
    page.locator(".times-body legend").tap();
    assertThat(box(window, "weekday.1")).isChecked();
    assertThat(box(window, "weekday.3")).isChecked();
    assertThat(page.locator("details.times")).hasAttribute("open", "");
    Accessibility.mustHold(page, "times on a phone");
  }

  @Test
  void theKeyboardTicksAndLeavesTheMenu(Windows windows) {
    StudentWindow window = signedIn(windows.open(1280, 900, "ko"));
    Page page = window.page();
    Locator summary = page.locator("details.times summary");
    Hand.KEYBOARD.press(page, summary);
    page.keyboard().press("Tab");
    page.keyboard().press("Space");
    assertThat(box(window, "weekday.1")).isChecked();
    page.keyboard().press("Tab");
    page.keyboard().press("Space");
    assertThat(box(window, "weekday.2")).isChecked();
    page.keyboard().press("Escape");
    assertThat(page.locator("details.times")).not().hasAttribute("open", "");
    assertThat(summary).isFocused();
  }

  @Test
  void escapeClosesAMenuAfterAPressOnBlankSpaceInIt(Windows windows) {
    Page page = signedIn(windows.open(1280, 900, "ko")).page();
    for (var blank : Map.of("times", ".times-body legend", "menu", ".menu-body p").entrySet()) {
      Locator menu = page.locator("details." + blank.getKey());
      menu.locator("summary").click();
      page.locator(blank.getValue()).click();
      assertThat(menu).hasAttribute("open", "");
      page.keyboard().press("Escape");
      assertThat(menu).not().hasAttribute("open", "");
      assertThat(menu.locator("summary")).isFocused();
    }
  }

  @Test
  void aMenuThatIsClosedStaysClosedWhenTheViewIsDrawnInTheSameFrame(Windows windows) {
    StudentWindow window = signedIn(windows.open(1280, 900, "ko"));
    Page page = window.page();
    // Opened, ticked and closed before the page hears of either by an event.
    page.evaluate(
        """
        () => new Promise((done) => {
          const menu = document.querySelector('details.times');
          menu.addEventListener('toggle', () => {
            requestAnimationFrame(() => {
              menu.querySelector('summary').focus();
              menu.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}));
            });
            menu.querySelector('input[type=checkbox]').click();
            requestAnimationFrame(() => requestAnimationFrame(done));
          }, {once: true});
          menu.querySelector('summary').click();
        })\
        """);
    assertThat(box(window, "weekday.1")).isChecked();
    assertThat(page.locator("details.times")).not().hasAttribute("open", "");
  }

  @ParameterizedTest
  @ValueSource(ints = {1280, 360})
  void noClickOnAWordOrABlankPlaceClosesWhatItIsIn(int width, Windows windows) {
    String title = "Menu " + campus.newIds(1);
    long course = term.course(title, term.subject(title), 3, null, 0);
    long held = term.course(title + " held", term.subject(title + " held"), 3, null, 5);
    Student student = term.student(18);
    student.enroll(held).expect("201");
    StudentWindow window =
        StudentWindow.of(windows.open(width, 900, "ko"), campus).open().signIn(student);
    Page page = window.page();

    page.locator("details.times summary").click();
    mustSurviveClicks(page, page.locator(".times-body"));
    assertThat(page.locator("details.times")).hasAttribute("open", "");
    // Some days are ticked by now.
    page.locator(".times-body button").click();
    page.keyboard().press("Escape");

    page.locator(".menu summary").click();
    mustSurviveClicks(page, page.locator(".menu-body"));
    assertThat(page.locator("details.menu")).hasAttribute("open", "");
    page.keyboard().press("Escape");

    window.find(title, course);
    window.enroll(course);
    window.mustBeRefused(course);
    window.press(window.whole(course).locator(".note-do button"));
    mustSurviveClicks(page, page.locator("dialog"));
    assertThat(page.locator("dialog")).isVisible();
    page.keyboard().press("Escape");
    assertThat(page.locator("dialog")).hasCount(0);

    window.mine().locator("button.cancel").click();
    mustSurviveClicks(page, page.locator("dialog"));
    assertThat(page.locator("dialog")).isVisible();
  }

  @Test
  void noClickClosesAChangeAtTheDesk(Windows windows) {
    DeskOffice office = new DeskOffice(campus, term);
    long course = office.course(5);
    DeskPage desk = office.desk(windows, SessionRole.REGISTRAR).course(office.title, course);
    desk.begin(desk.button("course.changeCapacity"));
    mustSurviveClicks(desk.page(), desk.dialog());
    assertThat(desk.dialog()).isVisible();
    desk.page().keyboard().press("Escape");
    desk.view("windows").begin(desk.button("window.create"));
    mustSurviveClicks(desk.page(), desk.dialog());
    assertThat(desk.dialog()).isVisible();
  }

  /** Clicks on all places that are no control, some pixels from each other. */
  private static void mustSurviveClicks(Page page, Locator in) {
    assertThat(in).isVisible();
    BoundingBox box = in.boundingBox();
    int clicks = 0;
    for (double y = box.y + 2; y < Math.min(box.y + box.height, 880) - 1; y += STEP) {
      for (double x = box.x + 2; x < box.x + box.width - 1; x += 4 * STEP) {
        Object blank =
            page.evaluate(
                "([x, y, controls]) => { const on = document.elementFromPoint(x, y); return !!on && !on.closest(controls) }",
                List.of(x, y, CONTROLS));
        if (Boolean.TRUE.equals(blank)) {
          page.mouse().click(x, y);
          clicks++;
        }
      }
    }
    assertThat(clicks).isPositive();
    Object words =
        in.evaluate(
            """
            (it) => [...it.querySelectorAll('label, legend, p, h2')].map((word) => word.getBoundingClientRect())
              .filter(({width, height}) => width > 2 && height > 2).map(({right, y, height}) => [right - 3, y + height / 2])
              .filter(([x, y]) => it.contains(document.elementFromPoint(x, y)) && !document.elementFromPoint(x, y).closest('button, a, select, input'))\
            """);
    for (Object word : (List<?>) words) {
      List<?> at = (List<?>) word;
      page.mouse().click(((Number) at.get(0)).doubleValue(), ((Number) at.get(1)).doubleValue());
    }
  }
}
