package io.sugang.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The words of a button can be read in each of its states, also under the pointer. */
@BrowserTest
@Tag("extended")
class ButtonColourIntegrationTests {
  private static final double LEAST_CONTRAST = 4.5;

  /** One button of each kind, in each state that an attribute gives it, on each ground. */
  private static final String MAKE =
      """
      () => {
        const few = ['', 'primary', 'danger', 'quiet', 'icon'];
        const kinds = [...few, 'keep', 'enroll under', 'enroll enrolled', 'enroll before', 'handle', 'button', 'button primary'];
        const states = [{}, {'aria-disabled': 'true'}, {disabled: ''}, {'aria-pressed': 'true'}, {'aria-pressed': 'true', 'aria-disabled': 'true'}];
        const grounds = ['panel', 'note bad', 'banner warn', 'segments', 'mock'];
        const all = document.createElement('div');
        all.id = 'all-buttons';
        for (const ground of grounds) {
          const on = document.createElement('div');
          on.className = ground;
          on.style.cssText = 'position: static; display: flex; flex-wrap: wrap; margin: 4px';
          for (const kind of ground === 'panel' ? kinds : few) for (const state of states) {
            const button = document.createElement('button');
            button.className = kind;
            for (const [name, value] of Object.entries(state)) button.setAttribute(name, value);
            button.textContent = '신청';
            on.append(button);
          }
          all.append(on);
        }
        document.body.replaceChildren(all);
      }\
      """;

  /** The contrast of the text of the hovered element, or of the one that has the focus. */
  private static final String CONTRAST =
      """
      (button) => {
        const numbers = (colour) => {
          const context = Object.assign(document.createElement('canvas'), {width: 1, height: 1}).getContext('2d');
          context.fillStyle = colour;
          context.fillRect(0, 0, 1, 1);
          const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
          return {r, g, b, a: a / 255};
        };
        const over = (top, below) => Object.fromEntries([...'rgb'].map((c) => [c, top[c] * top.a + below[c] * (1 - top.a)]));
        const layers = [];
        for (let at = button; at; at = at.parentElement) layers.unshift(numbers(getComputedStyle(at).backgroundColor));
        const ground = layers.reduce((below, top) => (top.a ? over(top, below) : below), numbers(matchMedia('(prefers-color-scheme: dark)').matches ? '#000' : '#fff'));
        const text = over(numbers(getComputedStyle(button).color), ground);
        const light = ({r, g, b}) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)).reduce((sum, c, n) => sum + c * [0.2126, 0.7152, 0.0722][n], 0);
        const [a, b] = [light(text), light(ground)].sort((one, other) => other - one);
        return (a + 0.05) / (b + 0.05);
      }\
      """;

  private final Campus campus;

  ButtonColourIntegrationTests(Campus campus) {
    this.campus = campus;
  }

  @ParameterizedTest
  @CsvSource({"/, LIGHT", "/, DARK", "/desk, LIGHT", "/desk, DARK"})
  void everyStateOfAButtonHasContrast(String path, ColorScheme scheme, Windows windows) {
    Page page =
        windows.open(
            new NewContextOptions()
                .setViewportSize(1280, 2_000)
                .setColorScheme(scheme)
                .setBypassCSP(true));
    page.navigate("http://127.0.0.1:" + campus.front().port() + path);
    page.locator("#number, #staff-page").waitFor();
    // What is replaced must not be drawn again.
    page.evaluate("() => { window.requestAnimationFrame = () => 0; }");
    page.evaluate(MAKE);
    List<String> pale = new ArrayList<>();
    for (Locator button : page.locator("#all-buttons button").all()) {
      judge(button, "", pale);
      button.hover(new Locator.HoverOptions().setForce(true));
      judge(button, "hover", pale);
      page.mouse().down();
      judge(button, "hover and pressed", pale);
      page.mouse().up();
      button.focus();
      judge(button, "hover and focus", pale);
    }
    assertThat(pale).isEmpty();
  }

  private static void judge(Locator button, String state, List<String> pale) {
    double contrast = ((Number) button.evaluate(CONTRAST)).doubleValue();
    if (contrast < LEAST_CONTRAST) {
      pale.add(
          "%.2f %s: %s in %s"
              .formatted(
                  contrast,
                  state,
                  button.evaluate("it => it.outerHTML"),
                  button.evaluate("it => it.parentElement.className")));
    }
  }

  /** A finger leaves no hover on the button. */
  @ParameterizedTest
  @CsvSource({"LIGHT", "DARK"})
  void aTappedButtonLooksAsItsStateSays(ColorScheme scheme, Windows windows) {
    Page page =
        windows.open(
            new NewContextOptions()
                .setViewportSize(360, 740)
                .setHasTouch(true)
                .setIsMobile(true)
                .setColorScheme(scheme));
    page.navigate("http://127.0.0.1:" + campus.front().port() + "/");
    Locator button = page.locator("form button.primary");
    Object before = button.evaluate("it => getComputedStyle(it).backgroundColor");
    button.tap();
    assertThat(button.evaluate("it => getComputedStyle(it).backgroundColor")).isEqualTo(before);
  }
}
