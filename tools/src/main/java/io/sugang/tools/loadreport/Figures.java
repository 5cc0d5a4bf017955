package io.sugang.tools.loadreport;

import java.util.Locale;

/** Numbers as the report shows them. */
final class Figures {

  private Figures() {}

  static String whole(double number) {
    return String.format(Locale.ROOT, "%,d", Math.round(number));
  }

  /** Of a time in ms; more digits where it is short. */
  static String ms(double time) {
    return time < 10
        ? String.format(Locale.ROOT, "%.2f", time)
        : time < 100 ? String.format(Locale.ROOT, "%.1f", time) : whole(time);
  }

  /** A share in percent; a small one is never printed as 0, nor one below 100 as 100. */
  static String percent(double share) {
    if (share == Math.rint(share)) {
      return String.format(Locale.ROOT, "%.0f %%", share);
    }
    if (share >= 99.95) {
      return "> 99.9 %";
    }
    if (share >= 10) {
      return String.format(Locale.ROOT, "%.1f %%", share);
    }
    return share < 0.01 ? "< 0.01 %" : String.format(Locale.ROOT, "%.2f %%", share);
  }

  /** Of seconds, as minutes and seconds. */
  static String clock(double seconds) {
    long whole = Math.round(seconds);
    return String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60);
  }

  static String duration(double seconds) {
    if (seconds < 60 || seconds % 60 != 0) {
      return seconds < 120 ? whole(seconds) + " s" : clock(seconds) + " min";
    }
    return seconds == 60 ? "1 minute" : whole(seconds / 60) + " minutes";
  }
}
