package io.sugang.verifier;

/** I3: a student holds a course at most once. */
record NoDuplicate(Sources sources) implements Check {
  @Override
  public String name() {
    return "no-duplicate";
  }

  @Override
  public Finding run() throws Exception {
    var duplicates = sources.snapshot().duplicates();
    return duplicates.none()
        ? Finding.valid("no student holds a course twice")
        : Finding.violated(
            "%,d seats are held more than once by the same student".formatted(duplicates.count()),
            duplicates);
  }
}
