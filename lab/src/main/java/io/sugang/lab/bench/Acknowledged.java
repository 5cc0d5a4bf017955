package io.sugang.lab.bench;

import java.util.Map;

/** Compares the answers with the rows in MySQL: an answer is no proof of a row. */
final class Acknowledged {
  private static final int CREATED = 201;

  private Acknowledged() {}

  /**
   * Requires a row for each 201, and for each row a request that was answered 201 or whose outcome
   * is unknown: without an answer, or with 5xx.
   *
   * @param statuses how many requests had which answer; 0 is none
   * @param rows how many more there are than before
   * @throws Stack.NotValid when that is not so
   */
  static void requireRows(String load, Map<Integer, Integer> statuses, long rows)
      throws Stack.NotValid {
    long won = statuses.getOrDefault(CREATED, 0);
    long undecided =
        statuses.entrySet().stream()
            .filter(one -> one.getKey() == 0 || one.getKey() >= 500)
            .mapToLong(Map.Entry::getValue)
            .sum();
    if (rows < won || rows > won + undecided) {
      throw new Stack.NotValid(
          "after %s: %,d requests were answered 201, %,d without a certain outcome, and %,d rows were added"
              .formatted(load, won, undecided, rows));
    }
  }
}
