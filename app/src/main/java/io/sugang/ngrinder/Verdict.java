package io.sugang.ngrinder;

import io.sugang.ngrinder.Samples.Sample;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether the load was what had been asked for and the service answered it.
 *
 * @param faults sentences; none if all is well
 */
record Verdict(List<String> faults) {
  /** Of the rate; less was sent for whatever reason. */
  private static final double ENOUGH = 0.98;

  /** Mean over a second; more means that the threads were not enough, or not running. */
  private static final double TOO_LATE_MILLIS = 1000;

  static Verdict of(LoadPlan plan, Controller.Test ended, Samples all) {
    List<String> faults = new ArrayList<>();
    if (!ended.status().equals("FINISHED")) {
      faults.add(
          "nGrinder ended the test as " + ended.status() + Progress.lastLine(ended.message()));
    }
    Samples constant = all.constant(plan.ramp().toSeconds());
    double errors = all.sum(Sample::errors);
    if (errors > 0) {
      faults.add(
          "%,d of %,d requests failed: no answer, or one that was not expected"
              .formatted((long) errors, (long) all.sum(Sample::sent)));
    }
    if (constant.isEmpty()) {
      faults.add("nothing was sent after the ramp");
      return new Verdict(faults);
    }
    double rate = constant.sum(Sample::sent) / constant.all().size();
    if (rate < plan.tps() * ENOUGH) {
      faults.add(
          "%.1f requests per second were sent instead of %s"
              .formatted(rate, LoadPlan.plain(plan.tps())));
    }
    long late =
        constant.all().stream().filter(second -> second.lateMillis() > TOO_LATE_MILLIS).count();
    if (late > 0) {
      faults.add(
          "in %,d seconds the requests were more than %.0f ms late: more --threads, or a lower --tps"
              .formatted(late, TOO_LATE_MILLIS));
    }
    return new Verdict(faults);
  }

  boolean good() {
    return faults.isEmpty();
  }
}
