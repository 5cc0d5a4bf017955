package io.sugang.lab.ngrinder;

import io.sugang.lab.ngrinder.NGrinderSamples.NGrinderSecond;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether the load had the requested rate and the service answered it.
 *
 * @param judged false if the test was broken off from outside, which says nothing of the service
 * @param faults sentences; none if all is well
 */
record NGrinderVerdict(boolean judged, List<String> faults) {
  /** Of the rate; less was sent for whatever reason. */
  private static final double ENOUGH = 0.98;

  /** Mean over a second; more means that the threads were not enough, or not running. */
  private static final double TOO_LATE_MILLIS = 1000;

  /** Share of the requested seconds; a rate held for less is not the requested one. */
  private static final double LONG_ENOUGH = 0.5;

  static NGrinderVerdict of(NGrinderPlan plan, Controller.Test ended, NGrinderSamples all) {
    List<String> faults = new ArrayList<>();
    if (!ended.status().equals("FINISHED")) {
      faults.add(
          "nGrinder ended the test as "
              + ended.status()
              + NGrinderProgress.lastLine(ended.message()));
    }
    double errors = all.sum(NGrinderSecond::errors);
    if (errors > 0) {
      faults.add(
          "%,d of %,d requests failed: no answer, or one that was not expected"
              .formatted((long) errors, (long) all.sum(NGrinderSecond::sent)));
    }
    faults.addAll(ofTheRate(plan, all.constant(plan.ramp().toSeconds())));
    return new NGrinderVerdict(!ended.brokenOff(), faults);
  }

  private static List<String> ofTheRate(NGrinderPlan plan, NGrinderSamples constant) {
    if (constant.isEmpty()) {
      return List.of("nothing was sent after the ramp");
    }
    List<String> faults = new ArrayList<>();
    int measured = constant.all().size();
    double rate = constant.sum(NGrinderSecond::sent) / measured;
    if (rate < plan.tps() * ENOUGH) {
      faults.add(
          "%.1f requests per second were sent instead of %s"
              .formatted(rate, NGrinderPlan.plain(plan.tps())));
    }
    if (measured < plan.constant().toSeconds() * LONG_ENOUGH) {
      faults.add(
          "only %,d s of %,d s at the constant rate were measured"
              .formatted(measured, plan.constant().toSeconds()));
    }
    long late =
        constant.all().stream().filter(second -> second.lateMillis() > TOO_LATE_MILLIS).count();
    if (late > 0) {
      faults.add(
          "in %,d seconds the requests were more than %.0f ms late: more --threads, or a lower --tps"
              .formatted(late, TOO_LATE_MILLIS));
    }
    return faults;
  }

  boolean good() {
    return judged && faults.isEmpty();
  }

  /** The outcome in words. */
  String said() {
    if (!judged) {
      return "broken off";
    }
    return good() ? "held" : "not held";
  }
}
