package io.sugang.lab.attack;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one client does to harm the others. */
interface Attack {
  /** Returns the name by which the command line chooses it. */
  String name();

  /** Returns what the client does, for the report. */
  String what();

  /** Attacks for a time; returns when no request is open. */
  AttackResult run(Duration time) throws IOException, InterruptedException;

  /**
   * What became of an attack.
   *
   * @param statuses answers by status; 0 counts requests without an answer
   * @param finding what the attack got that no client should get, or null
   */
  record AttackResult(Map<Integer, Integer> statuses, @Nullable String finding) {
    public AttackResult {
      statuses = Map.copyOf(statuses);
    }

    int sent() {
      return statuses.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Returns the number of answers below 400. */
    int accepted() {
      return statuses.entrySet().stream()
          .filter(status -> status.getKey() >= 200 && status.getKey() < 400)
          .mapToInt(Map.Entry::getValue)
          .sum();
    }
  }
}
