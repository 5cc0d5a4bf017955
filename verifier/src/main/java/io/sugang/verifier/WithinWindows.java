package io.sugang.verifier;

/**
 * I7: every enrollment of a term with windows arrived while a window for ENROLL was open for its
 * student. Windows and students count as they were at that time, where events of the desk and of
 * changes of students record it. A row for which the desk waived the windows is left out.
 */
record WithinWindows(Sources sources) implements Check {
  @Override
  public String name() {
    return "within-windows";
  }

  @Override
  public Finding run() throws Exception {
    var rows = sources.snapshot().windows();
    var judged = rows.judged();
    var unjudged =
        judged.without() == 0
            ? ""
            : "; %,d enrollments of terms without a window are not judged"
                .formatted(judged.without());
    if (!rows.any()) {
      return Finding.skipped("no term has a window" + unjudged);
    }
    var wrong = new Examples();
    rows.outside(wrong);
    return wrong.none()
        ? Finding.valid(
            "%,d enrollments arrived in a window that was open for their student%s"
                .formatted(judged.withWindows(), unjudged))
        : Finding.violated(
            "%,d of %,d enrollments arrived while no window was open for their student%s"
                .formatted(wrong.count(), judged.withWindows(), unjudged),
            wrong);
  }
}
