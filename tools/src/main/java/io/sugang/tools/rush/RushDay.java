package io.sugang.tools.rush;

import io.sugang.tools.workspace.Failure;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * A simulated day of registration: the windows of the grades open one after another, each in front
 * of its students. Or one window for all students, where one student is left to a person.
 */
final class RushDay {
  static final int WISHES = 6;

  /** The student whose account {@code up} prints; left to the person with {@code --beside-me}. */
  static final long PERSON = 1;

  private static final Duration LEAST_LEAD = Duration.ofSeconds(3);

  // From when on nothing is asked any more: then all is read, and the students connect.
  private static final Duration READING = Duration.ofSeconds(6);
  private static final Duration PASSED = Duration.ofSeconds(30);
  private static final Duration PRESSING = Duration.ofMinutes(1);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);
  private static final long ASK_MILLIS = 500;
  private static final String STUDENTS =
      "SELECT student_id FROM student WHERE student_id < ? AND %s"
          + " AND standing = 'ENROLLED' ORDER BY student_id LIMIT ?";
  private static final String COURSES =
      "SELECT course_id FROM course WHERE course_id < ? AND term_id = %d AND pool_of IS NULL"
          + " ORDER BY course_id LIMIT ?";

  /** A grade with its students, and what became of their requests. */
  record Grade(DayOpening opening, long[] students, GradeTally tally) {}

  private final RunClock clock;
  private final Dataset dataset;
  private final RushDemand demand;
  private final List<Grade> grades = new ArrayList<>();
  private final Map<Long, GradeTally> tallies = new HashMap<>();

  /**
   * @param students of each grade, those with the lowest ids
   */
  RushDay(
      RunClock clock, long seed, List<DayOpening> openings, List<long[]> students, long[] courses) {
    this.clock = clock;
    this.dataset = new Dataset(students.stream().flatMapToLong(Arrays::stream).toArray(), courses);
    if (dataset.students().length == 0 || courses.length == 0) {
      throw new Failure("The term has no courses, or no grade of the day has a student.");
    }
    this.demand = new RushDemand(seed, dataset);
    for (int i = 0; i < openings.size(); i++) {
      Set<Long> wished = new HashSet<>();
      LongStream.of(students.get(i))
          .forEach(student -> LongStream.of(demand.wishes(student, WISHES)).forEach(wished::add));
      var tally = new GradeTally(nanos(openings.get(i).opensAt()), wished);
      grades.add(new Grade(openings.get(i), students.get(i), tally));
      LongStream.of(students.get(i)).forEach(student -> tallies.put(student, tally));
    }
  }

  /**
   * Waits until the window for all is about to open, or opened moments ago.
   *
   * @throws Failure when there is none for minutes
   */
  static void awaitOpening(Connection mysql, PrintWriter out)
      throws SQLException, InterruptedException {
    Instant told = Instant.MIN;
    Instant deadline = Instant.now().plus(LONGEST_WAIT);
    while (true) {
      Instant now = Instant.now();
      List<DayOpening> openings = DayOpening.read(mysql, true, now);
      Duration left = openings.isEmpty() ? PASSED.negated() : openings.getFirst().after(now);
      boolean there = left.compareTo(PASSED.negated()) > 0;
      if (there && left.compareTo(READING) <= 0) {
        return;
      }
      if (!there && now.isAfter(deadline)) {
        throw new Failure(
            "No window was about to open for %d minutes.".formatted(LONGEST_WAIT.toMinutes()));
      }
      Instant opens = there ? openings.getFirst().opensAt() : Instant.MAX;
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
   * Reads the windows that {@link StandInWindows} wrote, and who presses for what.
   *
   * @param forAll the window for all, otherwise those of the grades
   * @param most students of each grade, or of all
   */
  static RushDay read(
      Connection mysql, RunClock clock, long seed, int most, int courses, boolean forAll)
      throws SQLException {
    List<DayOpening> openings = DayOpening.read(mysql, forAll, clock.startedAt());
    if (openings.isEmpty()) {
      throw new Failure("There are no windows of a day: ./sugang rush --day writes them.");
    }
    if (!forAll && openings.getFirst().after(Instant.now()).compareTo(LEAST_LEAD) < 0) {
      throw new Failure(
          "The first window opened before its students were connected. Run it again: the machine was busy.");
    }
    List<long[]> students = new ArrayList<>();
    for (DayOpening opening : openings) {
      String who = forAll ? "student_id <> " + PERSON : "grade = " + opening.grade();
      students.add(Dataset.ids(mysql, STUDENTS.formatted(who), most));
    }
    long[] offered = Dataset.ids(mysql, COURSES.formatted(openings.getFirst().termId()), courses);
    return new RushDay(clock, seed, openings, students, offered);
  }

  Dataset dataset() {
    return dataset;
  }

  /** The requests of a day on which each student comes too early once, and never late. */
  long requests() {
    return (WISHES + 1L) * dataset.students().length;
  }

  List<Grade> grades() {
    return grades;
  }

  void begin(PrintWriter out) {
    out.printf(
        "A day in term %d: %,d students of %s press for up to %d of %,d courses each; the first window opens at %s%n",
        grades.getFirst().opening().termId(),
        dataset.students().length,
        grades.getFirst().opening().forAll() ? "all grades" : grades.size() + " grades",
        Math.min(WISHES, dataset.courses().length),
        dataset.courses().length,
        grades.getFirst().opening().opensAt());
  }

  /** Makes the students, each with a connection of its own. */
  List<DayStudent> students(Rush rush, Duration timeout) {
    List<DayStudent> all = new ArrayList<>();
    for (Grade grade : grades) {
      long opens = nanos(grade.opening().opensAt());
      long closes = nanos(grade.opening().closesAt());
      if (grade.opening().forAll()) {
        // A run that begins after the opening presses at once, and its requests do not count as
        // late.
        opens = Math.max(opens, rush.now());
        closes = Math.min(closes, opens + PRESSING.toNanos());
      }
      for (long student : grade.students()) {
        all.add(
            new DayStudent(
                rush,
                rush.connection(),
                timeout,
                student,
                demand.wishes(student, WISHES),
                opens,
                closes));
      }
    }
    return all;
  }

  void add(RequestOutcome outcome) {
    GradeTally tally = tallies.get(outcome.pair().studentId());
    if (tally != null) {
      tally.add(outcome);
    }
  }

  private long nanos(Instant time) {
    return Duration.between(clock.startedAt(), time).toNanos();
  }
}
