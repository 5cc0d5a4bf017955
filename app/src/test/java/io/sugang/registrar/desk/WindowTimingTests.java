package io.sugang.registrar.desk;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.rules.window.RegistrationAction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which changes of a window are possible at ten o'clock, with three seconds of notice. */
class WindowTimingTests {
  private static final Instant TEN = Instant.parse("2027-02-22T01:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration NOTICE = Duration.ofSeconds(3);
  private static final Instant KNOWN = TEN.plus(NOTICE).plusMillis(1);

  private final WindowTiming timing = new WindowTiming(TEN, NOTICE);

  private static WindowValues window(Instant opens, Instant closes) {
    return window("ENROLL", null, opens, closes, RegistrationAction.ENROLL);
  }

  private static WindowValues window(
      String phase,
      @Nullable Long audience,
      Instant opens,
      Instant closes,
      RegistrationAction... actions) {
    return new WindowValues(phase, audience, opens, closes, new TreeSet<>(List.of(actions)));
  }

  @Test
  void aWindowThatOpensLaterMayChangeInEveryWay() {
    WindowValues later = window(KNOWN, KNOWN.plus(HOUR));
    assertThat(timing.refusal(later, window(TEN, TEN.plusMillis(1)))).isNull();
    assertThat(timing.refusal(later, later.opening(KNOWN.plusSeconds(60)))).isNull();
    assertThat(timing.refusal(later, window("ADD_DROP", 3L, TEN, KNOWN, RegistrationAction.DROP)))
        .isNull();
  }

  @Test
  void aWindowThatOpensInAMomentCannotOpenLater() {
    WindowValues soon = window(KNOWN.minusMillis(1), TEN.plus(HOUR));
    assertThat(timing.refusal(soon, soon.opening(TEN.plusSeconds(600)))).contains("open later");
    assertThat(timing.refusal(soon, soon.opening(TEN))).isNull();
  }

  @Test
  void anOpenWindowKeepsItsBeginItsAudienceAndItsActions() {
    WindowValues open = window(TEN.minus(HOUR), TEN.plus(HOUR));
    assertThat(timing.refusal(open, open.opening(TEN))).contains("open later");
    assertThat(
            timing.refusal(
                open,
                window("ENROLL", 3L, open.opensAt(), open.closesAt(), RegistrationAction.ENROLL)))
        .contains("audience");
    assertThat(
            timing.refusal(
                open,
                window(
                    "ADD_DROP", null, open.opensAt(), open.closesAt(), RegistrationAction.ENROLL)))
        .contains("phase");
    assertThat(
            timing.refusal(
                open,
                window("ENROLL", null, open.opensAt(), open.closesAt(), RegistrationAction.DROP)))
        .contains("actions");
    assertThat(
            timing.refusal(
                open,
                window(
                    "ENROLL",
                    null,
                    open.opensAt(),
                    open.closesAt(),
                    RegistrationAction.ENROLL,
                    RegistrationAction.DROP)))
        .isNull();
  }

  @Test
  void anEndIsKnownBeforeItComes() {
    WindowValues open = window(TEN.minus(HOUR), TEN.plus(HOUR));
    assertThat(timing.earliestEnd()).isEqualTo(KNOWN);
    assertThat(timing.refusal(open, open.closing(KNOWN))).isNull();
    assertThat(timing.refusal(open, open.closing(KNOWN.minusMillis(1)))).contains("before");
    assertThat(timing.refusal(open, open.closing(TEN.plus(HOUR.multipliedBy(2))))).isNull();
  }

  @Test
  void aWindowThatIsOverMayOnlyBeProlonged() {
    WindowValues over = window(TEN.minus(HOUR), TEN.minusSeconds(1));
    assertThat(timing.refusal(over, over.closing(TEN.minusSeconds(2)))).contains("before");
    assertThat(timing.refusal(over, over.closing(TEN.plus(HOUR)))).isNull();
  }

  @Test
  void aWindowThatWasPutOffByCenturiesOpensWithBothOfItsTimesAlone() {
    WindowValues own =
        window(Instant.parse("6800-01-01T00:00:00Z"), Instant.parse("6900-01-01T00:00:00Z"));
    assertThat(timing.refusal(own, own.opening(TEN)))
        .contains("./sugang open-at --restore", "change both of its times");
    assertThat(timing.refusal(own, window(TEN, TEN.plus(HOUR)))).isNull();
    assertThat(timing.refusal(own, own.closing(own.closesAt().plus(HOUR)))).isNull();
  }

  @Test
  void theVersionTellsAllValuesApart() {
    WindowValues one = window(TEN, TEN.plus(HOUR));
    assertThat(
            List.of(
                one.opening(TEN.plusMillis(1)),
                one.closing(TEN.plus(HOUR).plusMillis(1)),
                window("ADD_DROP", null, TEN, TEN.plus(HOUR), RegistrationAction.ENROLL),
                window("ENROLL", 1L, TEN, TEN.plus(HOUR), RegistrationAction.ENROLL),
                window("ENROLL", null, TEN, TEN.plus(HOUR), RegistrationAction.DROP)))
        .extracting(WindowValues::version)
        .doesNotHaveDuplicates()
        .doesNotContain(one.version());
  }
}
