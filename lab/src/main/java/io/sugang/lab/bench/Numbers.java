package io.sugang.lab.bench;

import java.util.Locale;

/** Numbers for a person. */
final class Numbers {
  private Numbers() {}

  /** Returns a number with as many digits as mean something; a dash when it was not measured. */
  public static String format(double number, int digits) {
    if (Double.isNaN(number)) {
      return "–";
    }
    // 1234.56 ms are no more exact than 1235 ms
    int decimals =
        Math.abs(number) >= 100 ? 0 : Math.abs(number) >= 10 ? Math.min(digits, 1) : digits;
    return String.format(Locale.ROOT, "%,." + decimals + "f", number);
  }
}
