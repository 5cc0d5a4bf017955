package io.sugang.verifier;

/**
 * I6: what rules are made of is what it says it is. The slot mask of a course is that of its
 * meetings, its credits are the announced ones, and a cancelled course has no enrollment.
 */
record Courses(Sources sources) implements Check {
  @Override
  public String name() {
    return "course-facts";
  }

  @Override
  public Finding run() throws Exception {
    if (!sources.snapshot().seatFacts().areKept()) {
      return Finding.skipped("the schema is of a version that keeps no announcements");
    }
    var facts = sources.snapshot().courseFacts();
    var wrong = new Examples();
    long judged = facts.masks(wrong);
    facts.credits(wrong);
    facts.cancelled(wrong);
    return wrong.none()
        ? Finding.valid(
            "%,d courses of terms meet as their slot masks say, no credits were changed, and no cancelled course has enrollments"
                .formatted(judged))
        : Finding.violated(
            "%,d courses contradict their meetings, their announcement or their status"
                .formatted(wrong.count()),
            wrong);
  }
}
