package io.sugang.tools.bench;

import java.util.Map;

/** Compares what clients were told with what MySQL has: an answer is no proof of a row. */
final class Acknowledged {
  private static final int CREATED = 201;

  private Acknowledged() {}

  /**
   * Each 201 has a row, and no row came without a request that was told so or may have won one: it
   * got no answer, or one of the kind "cannot be decided now" (5xx).
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
          "after %s: %,d requests were told 201 and %,d nothing certain, and %,d rows came"
              .formatted(load, won, undecided, rows));
    }
  }
}
