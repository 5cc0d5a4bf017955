package io.sugang.lab.ngrinder;

import static java.util.Locale.ROOT;

import io.sugang.lab.ngrinder.NGrinderSamples.NGrinderSecond;
import java.net.URI;
import java.util.function.Function;

/** The outcome in Markdown. */
final class NGrinderReport {
  private final StringBuilder text = new StringBuilder();
  private final NGrinderSamples constant;
  private final NGrinderSamples all;

  private NGrinderReport(NGrinderPlan plan, NGrinderSamples all) {
    this.constant = all.constant(plan.ramp().toSeconds());
    this.all = all;
  }

  static String of(
      NGrinderPlan plan,
      NGrinderVerdict verdict,
      NGrinderSamples all,
      String begun,
      URI page,
      String csv) {
    return new NGrinderReport(plan, all).write(plan, verdict, begun, page, csv);
  }

  private String write(
      NGrinderPlan plan, NGrinderVerdict verdict, String begun, URI page, String csv) {
    line("# nGrinder, %s: %s", plan.scenario(), verdict.said());
    line("");
    line(
        "%s. Measured for %,d s at the constant rate; the target was %s requests per second for %,d s after a ramp of %,d s, from %d agents with %d processes of %d threads, to %s.",
        begun,
        constant.all().size(),
        NGrinderPlan.plain(plan.tps()),
        plan.constant().toSeconds(),
        plan.ramp().toSeconds(),
        plan.agents(),
        plan.processes(),
        plan.threads(),
        plan.target());
    line("Every second: %s. In nGrinder: %s. Parameter: `%s`", csv, page, plan.param());
    line("");
    verdict.faults().forEach(fault -> line("- **%s**", fault));
    if (!verdict.good()) {
      line("");
    }
    table(plan.scenario() != NGrinderPlan.NGrinderScenario.students);
    line("");
    line(
        "nGrinder keeps means per second, not single response times, so it has no percentiles of them (k6 has). Response times count from the moment a request was sent; lateness is the delay until then. All times leave out failed requests, because The Grinder drops theirs.");
    return text.toString();
  }

  private void table(boolean enrollments) {
    line("| | at the constant rate | with the ramp |");
    line("| --- | ---: | ---: |");
    row("seconds", samples -> count(samples.all().size()));
    row("requests", samples -> count(samples.sum(NGrinderSecond::sent)));
    row("errors", samples -> count(samples.sum(NGrinderSecond::errors)));
    if (enrollments) {
      row("enrollments won (201)", samples -> count(samples.sum(NGrinderSecond::won)));
      row("enrollments refused (409)", samples -> count(samples.sum(NGrinderSecond::refused)));
    }
    row("requests per second, mean", samples -> one(mean(samples)));
    row("... p50 of the seconds", samples -> one(samples.percentile(0.5, NGrinderSecond::sent)));
    row("... p5", samples -> one(samples.percentile(0.05, NGrinderSecond::sent)));
    row("... p1", samples -> one(samples.percentile(0.01, NGrinderSecond::sent)));
    row(
        "... mean change from second to second",
        samples -> one(samples.meanChange(NGrinderSecond::sent)));
    row(
        "response time, mean, ms",
        samples -> one(samples.mean(NGrinderSecond::meanMillis, NGrinderSecond::tests)));
    row("... worst second, ms", samples -> one(samples.percentile(1, NGrinderSecond::meanMillis)));
    row(
        "time to first byte, mean, ms",
        samples -> one(samples.mean(NGrinderSecond::firstByteMillis, NGrinderSecond::tests)));
    row(
        "... mean change from second to second, ms",
        samples -> one(samples.meanChange(NGrinderSecond::firstByteMillis)));
    row(
        "lateness, mean, ms",
        samples -> one(samples.mean(NGrinderSecond::lateMillis, NGrinderSecond::tests)));
    row("... worst second, ms", samples -> one(samples.percentile(1, NGrinderSecond::lateMillis)));
  }

  private static double mean(NGrinderSamples samples) {
    return samples.all().isEmpty() ? 0 : samples.sum(NGrinderSecond::sent) / samples.all().size();
  }

  private void row(String name, Function<NGrinderSamples, String> figure) {
    line("| %s | %s | %s |", name, figure.apply(constant), figure.apply(all));
  }

  private void line(String format, Object... arguments) {
    text.append(String.format(ROOT, format, arguments)).append('\n');
  }

  private static String count(double number) {
    return String.format(ROOT, "%,d", Math.round(number));
  }

  private static String one(double number) {
    return String.format(ROOT, "%,.1f", number);
  }
}
