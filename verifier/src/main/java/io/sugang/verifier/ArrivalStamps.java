package io.sugang.verifier;

/**
 * I7: the service's stamp of an arrival fits MySQL's stamp of the row. A row is inserted after its
 * request arrived, and not long after it: a claim that waited too long is not executed.
 */
record ArrivalStamps(Sources sources) implements Check {
  /** The largest error of the shared clock against MySQL's that is not a fault. */
  static final int AHEAD_MILLIS = 2_500;

  /**
   * Rules are read for up to four seconds, and a claim waits for up to four and then for a lock.
   * The rest is for an instance that was paused between its last look at the clock and the insert.
   */
  static final int BEHIND_SECONDS = 30;

  @Override
  public String name() {
    return "arrival-stamps";
  }

  @Override
  public Finding run() throws Exception {
    var snapshot = sources.snapshot();
    if (!snapshot.hasInsertTimes()) {
      return Finding.skipped("the schema is of a version in which MySQL stamps no row");
    }
    var wrong = new Examples();
    long judged = snapshot.stamps(wrong);
    return wrong.none()
        ? Finding.valid(
            "%,d rows were inserted within %d s after the arrival that they name"
                .formatted(judged, BEHIND_SECONDS))
        : Finding.violated(
            "%,d of %,d rows name an arrival that does not fit MySQL's time of the insert"
                .formatted(wrong.count(), judged),
            wrong);
  }
}
