package io.sugang.tools.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Where a value is drawn, from 0 to 1, and which values are named beside it.
 *
 * @param logarithmic then {@code least} is above 0
 */
record Scale(double least, double most, boolean logarithmic) {

  /** From {@code least} to a round number that is not below {@code most}. */
  static Scale linear(double least, double most) {
    double step = step(most - least);
    return new Scale(
        least, least + Math.max(1, Math.ceil((most - least) / step - 1e-9)) * step, false);
  }

  /** From a power of ten to a power of ten. */
  static Scale logarithmic(double least, double most) {
    double low = Math.floor(Math.log10(least) + 1e-9);
    double high = Math.ceil(Math.log10(most) - 1e-9);
    return new Scale(Math.pow(10, low), Math.pow(10, Math.max(low + 1, high)), true);
  }

  double share(double value) {
    double share =
        logarithmic
            ? (Math.log10(Math.max(value, least)) - Math.log10(least))
                / (Math.log10(most) - Math.log10(least))
            : (value - least) / (most - least);
    return Math.clamp(share, 0, 1);
  }

  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    if (logarithmic) {
      for (double tick = least; tick <= most * 1.001; tick *= 10) {
        ticks.add(tick);
      }
    } else {
      double step = step(most - least);
      for (int i = 0; least + i * step <= most + step / 1_000; i++) {
        ticks.add(least + i * step);
      }
    }
    return ticks;
  }

  /** A value beside the axis. */
  String label(double tick) {
    if (Math.abs(tick) >= 1 && tick == Math.rint(tick)) {
      return Figure.text(tick, 0);
    }
    return tick == 0 ? "0" : String.valueOf((float) tick);
  }

  // 1, 2 or 5 times a power of ten, so that there are four to ten steps.
  private static double step(double span) {
    if (!(span > 0)) {
      return 1;
    }
    double power = Math.pow(10, Math.floor(Math.log10(span)));
    double lead = span / power;
    return power * (lead < 2 ? 0.25 : lead < 5 ? 0.5 : 1);
  }
}
