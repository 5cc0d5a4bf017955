package io.sugang.tools.bench;

import io.sugang.tools.testbed.Measurement;

/**
 * One load on one variant of one build, once.
 *
 * @param build its id; {@value #CEILING}, which has no variant, is NGINX without the service
 * @param demand its id
 * @param repetition counted from 1
 * @param instanceMegabytes resident memory of an instance after the load; NaN without one
 */
record Measured(
    String build,
    String variant,
    String demand,
    Loop loop,
    int repetition,
    Measurement reading,
    double instanceMegabytes) {

  static final String CEILING = "ceiling";

  enum Loop {
    CLOSED,
    OPEN
  }

  static Measured ceiling(int repetition, Measurement reading) {
    return new Measured(CEILING, "", Demand.GET.id(), Loop.CLOSED, repetition, reading, Double.NaN);
  }

  boolean isOf(String ofBuild, String ofVariant, Demand ofDemand, Loop ofLoop) {
    return build.equals(ofBuild)
        && variant.equals(ofVariant)
        && demand.equals(ofDemand.id())
        && loop == ofLoop;
  }
}
