package io.sugang.rules.plan;

/** The grades of a transcript, the best one first. */
enum Grade {
  A_PLUS("A+"),
  A("A0"),
  A_MINUS("A-"),
  B_PLUS("B+"),
  B("B0"),
  B_MINUS("B-"),
  C_PLUS("C+"),
  C("C0"),
  C_MINUS("C-"),
  D_PLUS("D+"),
  D("D0"),
  D_MINUS("D-"),
  FAILED("F"),
  /** Passed without a grade, which no rule of retakes compares. */
  SATISFACTORY("S"),
  UNSATISFACTORY("U");

  private final String text;

  Grade(String text) {
    this.text = text;
  }

  /**
   * Returns the grade of a text.
   *
   * @throws IllegalArgumentException when there is no such grade
   */
  static Grade of(String text) {
    for (Grade grade : values()) {
      if (grade.text.equals(text)) {
        return grade;
      }
    }
    throw new IllegalArgumentException("'" + text + "' is no grade");
  }

  boolean isPassed() {
    return this != FAILED && this != UNSATISFACTORY;
  }

  /** Whether a retake rule up to a grade allows to take the subject again. */
  boolean isAtMost(Grade highest) {
    return this != SATISFACTORY && compareTo(highest) >= 0;
  }

  @Override
  public String toString() {
    return text;
  }
}
