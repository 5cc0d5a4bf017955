package io.sugang.tools.report;

import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * An axis: the place of a value, from 0 to 1, and the values that are labelled.
 *
 * @param logarithmic with {@code least} above 0 and ticks at powers of ten
 * @param step between ticks of a linear axis
 */
public record Scale(double least, double most, boolean logarithmic, double step) {
  private static final int MOST_TIME_TICKS = 12;
  private static final int[] TIME_STEPS = {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_200};

  /** Creates a scale from 0 to a round number that is not below {@code most}. */
  public static Scale linear(double most) {
    double step = step(most);
    return new Scale(0, Math.max(1, Math.ceil(most / step - 1e-9)) * step, false, step);
  }

  /** Creates a scale from a power of ten to a power of ten. */
  public static Scale logarithmic(double least, double most) {
    double low = Math.floor(Math.log10(least) + 1e-9);
    double high = Math.ceil(Math.log10(most) - 1e-9);
    return new Scale(Math.pow(10, low), Math.pow(10, Math.max(low + 1, high)), true, 0);
  }

  /** Creates a scale from 0 to exactly {@code most} seconds. */
  public static Scale seconds(double most) {
    double step =
        IntStream.of(TIME_STEPS)
            .filter(each -> most / each <= MOST_TIME_TICKS)
            .findFirst()
            .orElse(TIME_STEPS[TIME_STEPS.length - 1]);
    return new Scale(0, most, false, step);
  }

  double share(double value) {
    double share =
        logarithmic
            ? Math.log10(Math.max(value, least) / least) / Math.log10(most / least)
            : (value - least) / (most - least);
    return Math.clamp(share, 0, 1);
  }

  double[] ticks() {
    return DoubleStream.iterate(
            least, tick -> tick <= most * 1.001, tick -> logarithmic ? tick * 10 : tick + step)
        .toArray();
  }

  static String label(double tick) {
    return tick == Math.rint(tick)
        ? String.format(Locale.ROOT, "%,.0f", tick)
        : String.valueOf((float) tick);
  }

  // A quarter, a half or the whole of a power of ten, so that there are four to ten steps.
  private static double step(double span) {
    if (!(span > 0)) {
      return 1;
    }
    double power = Math.pow(10, Math.floor(Math.log10(span)));
    double lead = span / power;
    return power * (lead < 2 ? 0.25 : lead < 5 ? 0.5 : 1);
  }
}
