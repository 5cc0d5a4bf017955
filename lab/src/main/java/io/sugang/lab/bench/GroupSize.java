package io.sugang.lab.bench;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many claims shared a transaction, by the instances' metric {@code sugang.ledger.group}. */
final class GroupSize {
  private static final Pattern LINE =
      Pattern.compile("(?m)^sugang_ledger_group_claims_(count|sum)(?:\\{[^}]*})? (\\S+)$");

  private GroupSize() {}

  /**
   * Returns the mean size of the groups of all instances; NaN when there was none.
   *
   * @param before the metrics of each instance, in the text format of Prometheus
   * @param after in the same order
   */
  static double between(List<String> before, List<String> after) {
    double groups = sum(after, "count") - sum(before, "count");
    return groups > 0 ? (sum(after, "sum") - sum(before, "sum")) / groups : Double.NaN;
  }

  private static double sum(List<String> metrics, String part) {
    double sum = 0;
    for (String text : metrics) {
      Matcher line = LINE.matcher(text);
      while (line.find()) {
        if (line.group(1).equals(part)) {
          sum += Double.parseDouble(line.group(2));
        }
      }
    }
    return sum;
  }
}
