package io.sugang.verifier;

/** What a check found out. An error is never {@link #VALID}. */
enum Verdict {
  VALID("valid"),
  VIOLATED("violated"),
  UNKNOWN("unknown"),
  /** The check has no meaning in this mode; it counts neither for nor against. */
  SKIPPED("skipped");

  private final String word;

  Verdict(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }
}
