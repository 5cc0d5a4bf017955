package io.sugang.tools.loadreport;

import java.util.List;

/**
 * What k6 measured and how it judged, as {@code k6/lib/summary.js} writes it. Times in ms, rates
 * per second, shares in percent.
 *
 * @param posts percent of the requests that enroll
 * @param held requests per second, over all of the run
 * @param dropped requests that were due and could not be sent
 * @param level how long it was at its rate, in seconds; of a stress test all of it
 * @param usersAtMost busy at once
 * @param usersReady made until the end
 * @param passed whether all pass marks were reached
 */
record LoadResult(
    String scenario,
    String target,
    boolean stress,
    int rate,
    double seconds,
    double posts,
    int students,
    int courses,
    double level,
    double held,
    double due,
    long requests,
    long dropped,
    long errors,
    int usersAtMost,
    int usersReady,
    List<Outcome> outcomes,
    K6Latency latency,
    FirstByte firstByte,
    List<RateStep> steps,
    List<Mark> marks,
    boolean passed) {

  record Outcome(String name, String meaning, double share, K6Latency latency) {}

  record K6Latency(
      long count,
      double mean,
      double min,
      double p50,
      double p95,
      double p99,
      double p999,
      double max) {}

  record FirstByte(K6Latency read, K6Latency enroll) {}

  record RateStep(
      String name,
      int rate,
      double ramp,
      double seconds,
      double planned,
      long done,
      double held,
      double due,
      long dropped,
      double failedShare,
      double p50,
      double p95,
      double p99,
      boolean judged) {}

  record Mark(String step, String name, String wanted, String got, boolean passed) {}

  long count(Band band) {
    return outcomes.stream()
        .filter(outcome -> Band.of(outcome.name()) == band)
        .mapToLong(outcome -> outcome.latency().count())
        .sum();
  }
}
