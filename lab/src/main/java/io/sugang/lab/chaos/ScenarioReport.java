package io.sugang.lab.chaos;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

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
    findings(outcome, out);
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
          sum(o, "lost", "late", "returned", "untold"),
          sum(o, "leaked"),
          sum(o, "untrue"),
          o.outageMillis() / 1e3,
          o.recoveryMillis() / 1e3,
          o.longestMillis() / 1e3,
          others(o));
    }
    outcomes.forEach(o -> findings(o, out));
    out.flush();
  }

  // After the table as well: where a log is shortened, its end stays.
  private static void findings(ScenarioOutcome outcome, PrintWriter out) {
    outcome
        .examples()
        .forEach((check, examples) ->
            examples.forEach(
                found -> out.printf("%s, %s: %s%n", outcome.scenario(), check, found)));
  }

  private static String others(ScenarioOutcome outcome) {
    StringBuilder others = new StringBuilder();
    for (String check :
        List.of("forbidden", "unexpected", "undecided", "failed", "broken", "unrecovered")) {
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
    return JsonMapper.shared()
        .writeValueAsString(outcomes.stream().map(ScenarioReport::fields).toList());
  }

  private static Map<String, Object> fields(ScenarioOutcome outcome) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("scenario", outcome.scenario());
    fields.put("seed", outcome.seed());
    fields.put("verdict", outcome.verdict().name().toLowerCase(Locale.ROOT));
    if (outcome.reason() != null) {
      fields.put("reason", outcome.reason());
    }
    fields.put("requests", outcome.requests());
    fields.put("enrolled", outcome.acknowledged());
    fields.put("enrolledInFault", outcome.enrolledInFault());
    fields.put("findings", outcome.findings());
    fields.put("examples", outcome.examples());
    if (outcome.verifier() != null) {
      fields.put("verifier", outcome.verifier());
    }
    fields.put("answers", outcome.answers());
    fields.put("outageMillis", outcome.outageMillis());
    fields.put("recoveryMillis", outcome.recoveryMillis());
    fields.put("longestMillis", outcome.longestMillis());
    fields.put(
        "timeline",
        outcome.timeline().stream()
            .map(moment ->
                Map.of("millis", Math.round(moment.seconds() * 1000), "what", moment.what()))
            .toList());
    return fields;
  }
}
