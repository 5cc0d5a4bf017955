package io.sugang.verifier;

/**
 * Every row has the event that it was made. For each student and course the events ENROLL less the
 * events CANCEL are the rows. No student acted for another with success.
 */
record AuditTrail(Sources sources) implements Check {
  @Override
  public String name() {
    return "audit-trail";
  }

  @Override
  public Finding run() throws Exception {
    var events = sources.snapshot().events();
    if (!events.areKept()) {
      return Finding.skipped("the schema is of a version that keeps no events of enrollments");
    }
    var wrong = new Examples();
    events.missing(wrong);
    events.unbalanced(wrong);
    events.forOthers(wrong);
    return wrong.none()
        ? Finding.valid(
            "%,d events of enrollments and cancels fit the rows, and no student acted for another"
                .formatted(events.count()))
        : Finding.violated(
            "%,d rows, pairs of student and course, or events are not as they have to be"
                .formatted(wrong.count()),
            wrong);
  }
}
