package io.sugang.verifier;

import java.util.List;

/**
 * The outcome of one check.
 *
 * @param violations how many things are not as promised; 0 unless violated
 * @param sentence what was found, with figures
 * @param examples of a violation, the first few
 */
record Finding(Verdict verdict, long violations, String sentence, List<String> examples) {

  static Finding valid(String sentence) {
    return new Finding(Verdict.VALID, 0, sentence, List.of());
  }

  static Finding unknown(String sentence) {
    return new Finding(Verdict.UNKNOWN, 0, sentence, List.of());
  }

  static Finding skipped(String sentence) {
    return new Finding(Verdict.SKIPPED, 0, sentence, List.of());
  }

  static Finding violated(String sentence, Examples examples) {
    return new Finding(Verdict.VIOLATED, examples.count(), sentence, examples.first());
  }
}
