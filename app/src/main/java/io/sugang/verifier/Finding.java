package io.sugang.verifier;

import java.util.List;

/**
 * The outcome of one check.
 *
 * @param sentence what was found, with figures
 * @param examples of a violation, the first few
 */
record Finding(Verdict verdict, String sentence, List<String> examples) {

  static Finding valid(String sentence) {
    return new Finding(Verdict.VALID, sentence, List.of());
  }

  static Finding unknown(String sentence) {
    return new Finding(Verdict.UNKNOWN, sentence, List.of());
  }

  static Finding skipped(String sentence) {
    return new Finding(Verdict.SKIPPED, sentence, List.of());
  }

  static Finding violated(String sentence, Examples examples) {
    return new Finding(Verdict.VIOLATED, sentence, examples.first());
  }
}
