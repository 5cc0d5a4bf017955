package io.sugang.registrar.desk;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which changes of a window keep I7: that each enrollment was made within a window. Those that were
 * made stay within it, and instances know of an end before it comes, because they admit by what
 * they read up to a second ago.
 */
final class WindowTiming {
  private static final Instant PUT_OFF_FROM = Instant.parse("5000-01-01T00:00:00Z");

  private final Instant known;

  /**
   * @param now the shared clock
   * @param notice after which every instance knows a change
   */
  WindowTiming(Instant now, Duration notice) {
    // Windows are kept to the millisecond.
    known = Instant.ofEpochMilli(now.plus(notice).toEpochMilli() + 1);
  }

  /** Returns the first instant at which a window may close. */
  Instant earliestEnd() {
    return known;
  }

  /** Whether requests may have been admitted by a window, or may be before a change is known. */
  boolean isUsed(WindowValues window) {
    return window.opensAt().isBefore(known);
  }

  // No window of a university is this late: ./sugang open-at and ./sugang rush --day put windows
  // off by 4,800 years (docs/decisions/0017).
  private static boolean isPutOff(Instant time) {
    return !time.isBefore(PUT_OFF_FROM);
  }

  /** Returns why a change is not possible; null where it is. */
  @Nullable String refusal(WindowValues old, WindowValues next) {
    if (isPutOff(old.opensAt()) && isPutOff(next.closesAt()) && !isPutOff(next.opensAt())) {
      return "Another window stands in for this one until ./sugang open-at --restore, so it would"
          + " be open for 4,800 years. Restore it first, or change both of its times.";
    }
    if (!isUsed(old)) {
      return null;
    }
    if (next.opensAt().isAfter(old.opensAt())) {
      return "The window has opened, or opens in a moment, so it cannot open later.";
    }
    if (!next.phase().equals(old.phase()) || !same(next.audienceId(), old.audienceId())) {
      return "The window has opened, so phase and audience stay. Make another window.";
    }
    if (!next.actions().containsAll(old.actions())) {
      return "The window has opened, so its actions stay, and others may be added.";
    }
    return next.closesAt().isBefore(old.closesAt()) && next.closesAt().isBefore(known)
        ? "The window cannot close before %s, because instances learn of it until then."
            .formatted(known)
        : null;
  }

  private static boolean same(@Nullable Long one, @Nullable Long other) {
    return one == null ? other == null : one.equals(other);
  }
}
