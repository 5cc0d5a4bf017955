package io.sugang.verifier;

/** Every enrollment belongs to a student and a course that exist. */
record NoOrphanRows(Sources sources) implements Check {
  @Override
  public String name() {
    return "no-orphan-rows";
  }

  @Override
  public Finding run() throws Exception {
    var orphans = sources.snapshot().orphans();
    return orphans.none()
        ? Finding.valid("every enrollment has its student and its course")
        : Finding.violated(
            "%,d enrollments have no student or no course".formatted(orphans.count()), orphans);
  }
}
