package io.sugang.lab.rush;

import io.sugang.ops.workspace.Failure;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * A rush in front of a window that opens for all students. They wait for it and press at once. The
 * students with the lowest ids are left to people.
 */
final class OpeningRush {
  static final int WISHES = 6;

  /** The last of the students whose accounts {@code ./sugang accounts} prints: left to people. */
  static final long LAST_PERSON = 20;

  // From when on nothing is asked any more: then all is read, and the students connect.
  private static final Duration READING = Duration.ofSeconds(6);
  private static final Duration PASSED = Duration.ofSeconds(30);
  private static final Duration PRESSING = Duration.ofMinutes(1);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);
  private static final long ASK_MILLIS = 500;
  private static final String STUDENTS =
      "SELECT student_id FROM student WHERE student_id < ? AND student_id > %d AND standing = 'ENROLLED' ORDER BY student_id LIMIT ?"
          .formatted(LAST_PERSON);
  private static final String COURSES =
      "SELECT course_id FROM course WHERE course_id < ? AND term_id = %d AND pool_of IS NULL"
          + " ORDER BY course_id LIMIT ?";

  private final RunClock clock;
  private final Opening opening;
  private final Dataset dataset;
  private final RushDemand demand;
  private final OpeningTally tally;

  OpeningRush(RunClock clock, long seed, Opening opening, Dataset dataset) {
    this.clock = clock;
    this.opening = opening;
    this.dataset = dataset;
    if (dataset.students().length == 0 || dataset.courses().length == 0) {
      throw new Failure("The term has no courses, or no student who may enroll.");
    }
    this.demand = new RushDemand(seed, dataset);
    Set<Long> wished = new HashSet<>();
    LongStream.of(dataset.students())
        .forEach(student -> LongStream.of(demand.wishes(student, WISHES)).forEach(wished::add));
    this.tally = new OpeningTally(nanos(opening.opensAt()), wished);
  }

  /**
   * Waits until the window is about to open, or opened moments ago.
   *
   * @throws Failure when there is none for minutes
   */
  static void awaitOpening(Connection mysql, PrintWriter out)
      throws SQLException, InterruptedException {
    Instant told = Instant.MIN;
    Instant deadline = Instant.now().plus(LONGEST_WAIT);
    while (true) {
      Instant now = Instant.now();
      Opening opening = Opening.read(mysql, now);
      Duration left = opening == null ? PASSED.negated() : opening.after(now);
      boolean there = opening != null && left.compareTo(PASSED.negated()) > 0;
      if (there && left.compareTo(READING) <= 0) {
        return;
      }
      if (!there && now.isAfter(deadline)) {
        throw new Failure(
            "No window was about to open for %d minutes.".formatted(LONGEST_WAIT.toMinutes()));
      }
      Instant opens = opening != null && there ? opening.opensAt() : Instant.MAX;
      if (!opens.equals(told)) {
        told = opens;
        out.println(
            there
                ? "The students wait for the window, which opens at " + opens
                : "The students wait for a window: ./sugang open-at now+60s");
        out.flush();
      }
      Thread.sleep(ASK_MILLIS);
    }
  }

  /**
   * Reads the window that {@link TemporaryWindows} wrote, and who presses for what.
   *
   * @param most students
   */
  static OpeningRush read(Connection mysql, RunClock clock, long seed, int most, int courses)
      throws SQLException {
    Opening opening = Opening.read(mysql, clock.startedAt());
    if (opening == null) {
      throw new Failure("The window is gone: ./sugang open-at makes it.");
    }
    return new OpeningRush(
        clock,
        seed,
        opening,
        new Dataset(
            Dataset.ids(mysql, STUDENTS, most),
            Dataset.ids(mysql, COURSES.formatted(opening.termId()), courses)));
  }

  Dataset dataset() {
    return dataset;
  }

  /** The requests when each student comes too early once, and never late. */
  long requests() {
    return (WISHES + 1L) * dataset.students().length;
  }

  OpeningTally tally() {
    return tally;
  }

  Opening opening() {
    return opening;
  }

  void begin(PrintWriter out) {
    out.printf(
        "A window of term %d: %,d students press for up to %d of %,d courses each; it opens at %s%n",
        opening.termId(),
        dataset.students().length,
        Math.min(WISHES, dataset.courses().length),
        dataset.courses().length,
        opening.opensAt());
  }

  /** Makes the students, each with a connection of its own. */
  List<WaitingStudent> students(Rush rush, Duration timeout) {
    // A run that begins after the opening presses at once, and its requests do not count as late.
    long opens = Math.max(nanos(opening.opensAt()), rush.now());
    long closes = Math.min(nanos(opening.closesAt()), opens + PRESSING.toNanos());
    List<WaitingStudent> all = new ArrayList<>();
    for (long student : dataset.students()) {
      all.add(
          new WaitingStudent(
              rush,
              rush.connection(),
              timeout,
              student,
              demand.wishes(student, WISHES),
              opens,
              closes));
    }
    return all;
  }

  void add(RequestOutcome outcome) {
    tally.add(outcome);
  }

  private long nanos(Instant time) {
    return Duration.between(clock.startedAt(), time).toNanos();
  }
}
