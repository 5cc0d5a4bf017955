package io.sugang.verifier;

import java.io.PrintWriter;
import java.util.Locale;

/** The report as a person reads it. */
final class TableOutput {
  private static final String ROW = "%-17s %-9s %s%n";

  private TableOutput() {}

  static void print(Report report, PrintWriter out) {
    out.printf(ROW, "CHECK", "VERDICT", "FINDING");
    for (var line : report.lines()) {
      var finding = line.finding();
      out.printf(ROW, line.check(), finding.verdict().word(), finding.sentence());
      for (var example : finding.examples()) {
        out.printf(ROW, "", "", "  " + example);
      }
    }
    out.println();
    for (var hint : report.hints()) {
      out.println(hint);
    }
    out.printf(
        Locale.ROOT,
        "%s (%d checks in %.1f s)%n",
        report.verdict().word().toUpperCase(Locale.ROOT),
        report.lines().size(),
        report.took().toMillis() / 1000.0);
    out.flush();
  }
}
