package io.sugang.tools.ngrinder;

import io.sugang.tools.ngrinder.NGrinderSamples.Sample;
import java.net.URI;
import java.util.Locale;

/** The outcome in Markdown. */
final class NGrinderReport {
  private NGrinderReport() {}

  static String of(
      NGrinderPlan plan, Verdict verdict, NGrinderSamples all, String begun, URI page, String csv) {
    NGrinderSamples constant = all.constant(plan.ramp().toSeconds());
    StringBuilder text = new StringBuilder();
    line(text, "# nGrinder, %s: %s", plan.scenario(), verdict.said());
    line(text, "");
    line(
        text,
        "%s. Measured for %,d s at the constant rate; asked for were %s requests per second for %,d s after a ramp of %,d s, from %d agents with %d processes of %d threads, to %s.",
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
    row(text, "requests", constant, all, samples -> count(samples.sum(Sample::sent)));
    row(text, "errors", constant, all, samples -> count(samples.sum(Sample::errors)));
    if (plan.scenario() != NGrinderPlan.Scenario.students) {
      row(text, "enrollments won (201)", constant, all, samples -> count(samples.sum(Sample::won)));
      row(
          text,
          "enrollments refused (409)",
          constant,
          all,
          samples -> count(samples.sum(Sample::refused)));
    }
    row(
        text,
        "requests per second, mean",
        constant,
        all,
        samples ->
            one(samples.all().isEmpty() ? 0 : samples.sum(Sample::sent) / samples.all().size()));
    row(
        text,
        "... p50 of the seconds",
        constant,
        all,
        samples -> one(samples.percentile(0.5, Sample::sent)));
    row(text, "... p5", constant, all, samples -> one(samples.percentile(0.05, Sample::sent)));
    row(text, "... p1", constant, all, samples -> one(samples.percentile(0.01, Sample::sent)));
    row(
        text,
        "... mean change from second to second",
        constant,
        all,
        samples -> one(samples.meanChange(Sample::sent)));
    row(
        text,
        "response time, mean, ms",
        constant,
        all,
        samples -> one(samples.mean(Sample::meanMillis, Sample::tests)));
    row(
        text,
        "... worst second, ms",
        constant,
        all,
        samples -> one(samples.percentile(1, Sample::meanMillis)));
    row(
        text,
        "time to first byte, mean, ms",
        constant,
        all,
        samples -> one(samples.mean(Sample::firstByteMillis, Sample::tests)));
    row(
        text,
        "... mean change from second to second, ms",
        constant,
        all,
        samples -> one(samples.meanChange(Sample::firstByteMillis)));
    row(
        text,
        "lateness, mean, ms",
        constant,
        all,
        samples -> one(samples.mean(Sample::lateMillis, Sample::tests)));
    row(
        text,
        "... worst second, ms",
        constant,
        all,
        samples -> one(samples.percentile(1, Sample::lateMillis)));
    line(text, "");
    line(
        text,
        "nGrinder keeps means per second, not single response times: it has no percentiles of them (k6 has). Response times are counted from when a request was sent; how late that was is the lateness. All of these times are of requests that were no errors: The Grinder drops those of errors.");
    return text.toString();
  }

  private interface Figure {
    String of(NGrinderSamples samples);
  }

  private static void row(
      StringBuilder text,
      String name,
      NGrinderSamples constant,
      NGrinderSamples all,
      Figure figure) {
    line(text, "| %s | %s | %s |", name, figure.of(constant), figure.of(all));
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
