package io.sugang.verifier;

/**
 * I6: each enrollment is one of a student who is enrolled at the university, of the audience of the
 * course, with the subjects that the course needs. A passed subject is taken again only as the
 * rules of retakes allow. What the desk waived for a row is not asked.
 */
record Eligibility(Sources sources) implements Check {
  @Override
  public String name() {
    return "eligibility";
  }

  @Override
  public Finding run() throws Exception {
    var rows = sources.snapshot().eligibility();
    var judged = rows.count();
    if (judged == 0) {
      return Finding.skipped("no enrollment belongs to a term");
    }
    var wrong = new Examples();
    rows.byStudent(wrong);
    rows.byNeeds(wrong);
    rows.byRetakes(wrong);
    return wrong.none()
        ? Finding.valid(
            "%,d enrollments are of students whom standing, audience and history allow them"
                .formatted(judged))
        : Finding.violated(
            "%,d rules of standing, audience or history are broken in %,d enrollments"
                .formatted(wrong.count(), judged),
            wrong);
  }
}
