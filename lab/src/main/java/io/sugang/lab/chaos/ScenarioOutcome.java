package io.sugang.lab.chaos;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a scenario came to.
 *
 * @param reason why it was left out, or is no pass even without violations
 * @param enrolledInFault how many 201s began and ended while the fault lasted
 * @param answers how many attempts ended how
 * @param outageMillis longest time in which no request was decided
 * @param recoveryMillis from the end of the fault to the first 201 of a request that began after it
 * @param longestMillis of all answers that decided
 * @param verifier what the verifier printed when it did not say valid
 */
record ScenarioOutcome(
    String scenario,
    long seed,
    ScenarioVerdict verdict,
    @Nullable String reason,
    int requests,
    int acknowledged,
    int enrolledInFault,
    Map<String, Integer> findings,
    Map<String, List<String>> examples,
    Map<String, Integer> answers,
    long outageMillis,
    long recoveryMillis,
    long longestMillis,
    @Nullable String verifier,
    List<Timeline.Moment> timeline) {

  enum ScenarioVerdict {
    PASSED,
    VIOLATED,
    UNKNOWN,
    LEFT_OUT
  }

  static ScenarioOutcome without(
      String scenario,
      long seed,
      ScenarioVerdict verdict,
      String reason,
      List<Timeline.Moment> timeline) {
    return new ScenarioOutcome(
        scenario,
        seed,
        verdict,
        reason,
        0,
        0,
        0,
        Map.of(),
        Map.of(),
        new TreeMap<>(),
        0,
        0,
        0,
        null,
        timeline);
  }
}
