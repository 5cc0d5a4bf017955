package io.sugang.verifier;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * All findings of one run.
 *
 * @param hints what a person can do about a server that did not answer
 */
record Report(Instant at, Duration took, List<Line> lines, Set<String> hints) {

  /** The finding of one named check. */
  record Line(String check, Finding finding) {}

  /**
   * Violated outweighs unknown: a violation that was seen stays one, whatever the other checks
   * could not see.
   */
  Verdict verdict() {
    if (any(Verdict.VIOLATED)) {
      return Verdict.VIOLATED;
    }
    return any(Verdict.UNKNOWN) ? Verdict.UNKNOWN : Verdict.VALID;
  }

  long violations() {
    return lines.stream().mapToLong(line -> line.finding().violations()).sum();
  }

  int exitStatus() {
    return switch (verdict()) {
      case VALID, SKIPPED -> 0;
      case VIOLATED -> 1;
      case UNKNOWN -> 2;
    };
  }

  private boolean any(Verdict verdict) {
    return lines.stream().anyMatch(line -> line.finding().verdict() == verdict);
  }
}
