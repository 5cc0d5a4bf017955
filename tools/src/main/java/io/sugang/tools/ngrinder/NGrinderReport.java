package io.sugang.tools.ngrinder;

import io.sugang.tools.ngrinder.NGrinderSamples.NGrinderSecond;
import java.net.URI;
import java.util.Locale;
import java.util.function.Function;

/** The outcome in Markdown. */
final class NGrinderReport {
  private NGrinderReport() {}

  static String of(
      NGrinderPlan plan,
      NGrinderVerdict verdict,
      NGrinderSamples all,
      String begun,
      URI page,
      String csv) {
    NGrinderSamples constant = all.constant(plan.ramp().toSeconds());
    StringBuilder text = new StringBuilder();
    line(text, "# nGrinder, %s: %s", plan.scenario(), verdict.said());
    line(text, "");
    line(
        text,
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
    line(text, "Every second: %s. In nGrinder: %s. Parameter: `%s`", csv, page, plan.param());
    line(text, "");
    verdict.faults().forEach(fault -> line(text, "- **%s**", fault));
    if (!verdict.good()) {
      line(text, "");
    }
    line(text, "| | at the constant rate | with the ramp |");
    line(text, "| --- | ---: | ---: |");
    row(text, "seconds", constant, all, samples -> count(samples.all().size()));
    row(text, "requests", constant, all, samples -> count(samples.sum(NGrinderSecond::sent)));
    row(text, "errors", constant, all, samples -> count(samples.sum(NGrinderSecond::errors)));
    if (plan.scenario() != NGrinderPlan.NGrinderScenario.students) {
      row(
          text,
          "enrollments won (201)",
          constant,
          all,
          samples -> count(samples.sum(NGrinderSecond::won)));
      row(
          text,
          "enrollments refused (409)",
          constant,
          all,
          samples -> count(samples.sum(NGrinderSecond::refused)));
    }
    row(
        text,
        "requests per second, mean",
        constant,
        all,
        samples ->
            one(
                samples.all().isEmpty()
                    ? 0
                    : samples.sum(NGrinderSecond::sent) / samples.all().size()));
    row(
        text,
        "... p50 of the seconds",
        constant,
        all,
        samples -> one(samples.percentile(0.5, NGrinderSecond::sent)));
    row(
        text,
        "... p5",
        constant,
        all,
        samples -> one(samples.percentile(0.05, NGrinderSecond::sent)));
    row(
        text,
        "... p1",
        constant,
        all,
        samples -> one(samples.percentile(0.01, NGrinderSecond::sent)));
    row(
        text,
        "... mean change from second to second",
        constant,
        all,
        samples -> one(samples.meanChange(NGrinderSecond::sent)));
    row(
        text,
        "response time, mean, ms",
        constant,
        all,
        samples -> one(samples.mean(NGrinderSecond::meanMillis, NGrinderSecond::tests)));
    row(
        text,
        "... worst second, ms",
        constant,
        all,
        samples -> one(samples.percentile(1, NGrinderSecond::meanMillis)));
    row(
        text,
        "time to first byte, mean, ms",
        constant,
        all,
        samples -> one(samples.mean(NGrinderSecond::firstByteMillis, NGrinderSecond::tests)));
    row(
        text,
        "... mean change from second to second, ms",
        constant,
        all,
        samples -> one(samples.meanChange(NGrinderSecond::firstByteMillis)));
    row(
        text,
        "lateness, mean, ms",
        constant,
        all,
        samples -> one(samples.mean(NGrinderSecond::lateMillis, NGrinderSecond::tests)));
    row(
        text,
        "... worst second, ms",
        constant,
        all,
        samples -> one(samples.percentile(1, NGrinderSecond::lateMillis)));
    line(text, "");
    line(
        text,
        "nGrinder keeps means per second, not single response times, so it has no percentiles of them (k6 has). Response times count from the moment a request was sent; lateness is the delay until then. All times leave out failed requests, because The Grinder drops theirs.");
    return text.toString();
  }

  private static void row(
      StringBuilder text,
      String name,
      NGrinderSamples constant,
      NGrinderSamples all,
      Function<NGrinderSamples, String> figure) {
    line(text, "| %s | %s | %s |", name, figure.apply(constant), figure.apply(all));
  }

  private static void line(StringBuilder text, String format, Object... arguments) {
    text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
  }

  private static String count(double number) {
    return String.format(Locale.ROOT, "%,d", Math.round(number));
  }

  private static String one(double number) {
    return String.format(Locale.ROOT, "%,.1f", number);
  }
}
