package io.sugang.verifier;

/**
 * I6, I7: every row for which a rule is waived has its override, which staff granted for exactly
 * this student, course and rules, and which was confirmed before it expired. What such a row raised
 * is what it may raise.
 */
record Overrides(Sources sources) implements Check {
  @Override
  public String name() {
    return "overrides";
  }

  @Override
  public Finding run() throws Exception {
    var rows = sources.snapshot().overrides();
    if (!rows.areKept()) {
      return Finding.skipped("the schema is of a version that has no overrides");
    }
    var wrong = new Examples();
    rows.wrong(wrong);
    return wrong.none()
        ? Finding.valid(
            "%,d enrollments have lifted rules, each granted by staff and confirmed in time"
                .formatted(rows.count()))
        : Finding.violated(
            "%,d rows or overrides are not as the desk granted them".formatted(wrong.count()),
            wrong);
  }
}
