package io.sugang.verifier;

import java.util.List;
import java.util.Objects;

/**
 * I9: each course and each pool has the seats that were announced, with all changes. These are what
 * the desk, an operator and the import did, portions, and what confirmed overrides raise now. A
 * merge moves seats from a pool to its course, and changes no sum.
 */
record AnnouncedSeats(Sources sources) implements Check {
  @Override
  public String name() {
    return "announced-seats";
  }

  @Override
  public Finding run() throws Exception {
    var facts = sources.snapshot().seatFacts();
    if (!facts.areKept()) {
      return Finding.skipped("the schema is of a version that keeps no announcements");
    }
    var courses = facts.read();
    var wrong = new Examples();
    long judged = 0;
    long others = 0;
    for (var rows : courses.values()) {
      if (rows.stream().anyMatch(row -> row.expected() == null)) {
        others++;
      } else {
        judged++;
        judge(rows, wrong);
      }
    }
    var unjudged =
        others == 0
            ? ""
            : "; %,d courses were never announced and are not judged".formatted(others);
    if (judged == 0) {
      return Finding.skipped("no course has announced seats" + unjudged);
    }
    return wrong.none()
        ? Finding.valid(
            "%,d courses have the announced seats with all changes%s".formatted(judged, unjudged))
        : Finding.violated(
            "%,d courses or pools have other seats than announcement and changes say%s"
                .formatted(wrong.count(), unjudged),
            wrong);
  }

  private static void judge(List<SeatFacts.Row> rows, Examples wrong) {
    long seats = 0;
    long expected = 0;
    var merges = rows.stream().anyMatch(row -> row.pool() && row.merged());
    for (var row : rows) {
      long own = Objects.requireNonNull(row.expected());
      seats += row.capacity();
      expected += own;
      var gives = row.pool() && row.merged();
      var takes = !row.pool() && merges;
      if (gives ? row.capacity() > own : takes ? row.capacity() < own : row.capacity() != own) {
        wrong.add(
            "%s %d has %d seats; by announcement and changes it has %d"
                .formatted(row.pool() ? "pool" : "course", row.courseId(), row.capacity(), own));
      }
    }
    if (merges && seats != expected) {
      wrong.add(
          "course %d has %d seats with its pools; by announcement and changes it has %d"
              .formatted(rows.getFirst().ofCourse(), seats, expected));
    }
  }
}
