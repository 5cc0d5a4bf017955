package io.sugang.tools.chaos;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** The outcome of scenarios as text and as JSON. */
final class ScenarioReport {
  private ScenarioReport() {}

  /** After each scenario: the answers, and why it did not pass. */
  static void details(ScenarioOutcome outcome, PrintWriter out) {
    if (!outcome.answers().isEmpty()) {
      StringBuilder answers = new StringBuilder("  answers:");
      outcome
          .answers()
          .forEach((answer, number) ->
              answers.append(String.format(Locale.ROOT, "  %s: %,d", answer, number)));
      out.println(answers);
      out.printf(Locale.ROOT, "  enrolled during the fault: %,d%n", outcome.enrolledInFault());
    }
    out.printf("  %s%s%n", words(outcome.verdict()), reason(outcome));
    outcome
        .examples()
        .forEach((check, examples) -> {
          out.printf("    %s (%,d):%n", check, outcome.findings().getOrDefault(check, 0));
          examples.forEach(example -> out.println("      " + example));
        });
    if (outcome.verifier() != null) {
      outcome.verifier().lines().forEach(line -> out.println("    " + line));
    }
    out.flush();
  }

  static void table(List<ScenarioOutcome> outcomes, PrintWriter out) {
    out.printf(
        "%n%-24s %-9s %9s %9s %8s %6s %7s %8s %8s %10s %10s%n",
        "SCENARIO",
        "VERDICT",
        "REQUESTS",
        "ENROLLED",
        "OVERSOLD",
        "LOST",
        "LEAKED",
        "UNTRUE",
        "OUTAGE",
        "RECOVERY",
        "LONGEST");
    for (ScenarioOutcome o : outcomes) {
      if (o.answers().isEmpty()) {
        out.printf("%-24s %-9s %s%n", o.scenario(), words(o.verdict()), reason(o).strip());
        continue;
      }
      out.printf(
          Locale.ROOT,
          "%-24s %-9s %,9d %,9d %8d %6d %7d %8d %6.1f s %8.1f s %8.1f s%s%n",
          o.scenario(),
          words(o.verdict()),
          o.requests(),
          o.acknowledged(),
          sum(o, "oversold", "duplicate"),
          sum(o, "lost", "returned", "untold"),
          sum(o, "leaked"),
          sum(o, "untrue"),
          o.outageMillis() / 1e3,
          o.recoveryMillis() / 1e3,
          o.longestMillis() / 1e3,
          others(o));
    }
    out.flush();
  }

  private static String others(ScenarioOutcome outcome) {
    StringBuilder others = new StringBuilder();
    for (String check : List.of("unexpected", "undecided", "failed", "broken", "unrecovered")) {
      int number = outcome.findings().getOrDefault(check, 0);
      if (number > 0) {
        others.append("  ").append(check).append(' ').append(number);
      }
    }
    return others.toString();
  }

  private static int sum(ScenarioOutcome outcome, String... checks) {
    int sum = 0;
    for (String check : checks) {
      sum += outcome.findings().getOrDefault(check, 0);
    }
    return sum;
  }

  private static String words(ScenarioOutcome.ScenarioVerdict verdict) {
    return switch (verdict) {
      case PASSED -> "passed";
      case VIOLATED -> "VIOLATED";
      case UNKNOWN -> "UNKNOWN";
      case LEFT_OUT -> "left out";
    };
  }

  private static String reason(ScenarioOutcome outcome) {
    return outcome.reason() == null ? "" : ": " + outcome.reason();
  }

  static String json(List<ScenarioOutcome> outcomes) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartArray();
      for (ScenarioOutcome outcome : outcomes) {
        json.writeStartObject();
        json.writeStringProperty("scenario", outcome.scenario());
        json.writeNumberProperty("seed", outcome.seed());
        json.writeStringProperty("verdict", outcome.verdict().name().toLowerCase(Locale.ROOT));
        if (outcome.reason() != null) {
          json.writeStringProperty("reason", outcome.reason());
        }
        json.writeNumberProperty("requests", outcome.requests());
        json.writeNumberProperty("enrolled", outcome.acknowledged());
        json.writeNumberProperty("enrolledInFault", outcome.enrolledInFault());
        json.writeObjectPropertyStart("findings");
        outcome.findings().forEach(json::writeNumberProperty);
        json.writeEndObject();
        json.writeObjectPropertyStart("examples");
        outcome
            .examples()
            .forEach((check, examples) -> {
              json.writeArrayPropertyStart(check);
              examples.forEach(json::writeString);
              json.writeEndArray();
            });
        json.writeEndObject();
        if (outcome.verifier() != null) {
          json.writeStringProperty("verifier", outcome.verifier());
        }
        json.writeObjectPropertyStart("answers");
        outcome.answers().forEach(json::writeNumberProperty);
        json.writeEndObject();
        json.writeNumberProperty("outageMillis", outcome.outageMillis());
        json.writeNumberProperty("recoveryMillis", outcome.recoveryMillis());
        json.writeNumberProperty("longestMillis", outcome.longestMillis());
        json.writeArrayPropertyStart("timeline");
        for (Timeline.Moment moment : outcome.timeline()) {
          json.writeStartObject();
          json.writeNumberProperty("millis", Math.round(moment.seconds() * 1000));
          json.writeStringProperty("what", moment.what());
          json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    return text.toString();
  }
}
