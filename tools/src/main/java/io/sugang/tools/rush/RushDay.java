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
 * of its students.
 */
final class RushDay {
  static final int WISHES = 6;
  private static final Duration LEAST_LEAD = Duration.ofSeconds(3);
  private static final String STUDENTS =
      "SELECT student_id FROM student WHERE student_id < ? AND grade = %d"
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
   * Reads the windows that {@link DayWindows} wrote, and who presses for what.
   *
   * @param most students of each grade
   */
  static RushDay read(Connection mysql, RunClock clock, long seed, int most, int courses)
      throws SQLException {
    List<DayOpening> openings = DayOpening.read(mysql);
    if (openings.isEmpty()) {
      throw new Failure("There are no windows of a day: ./sugang rush --day writes them.");
    }
    if (Duration.between(Instant.now(), openings.getFirst().opensAt()).compareTo(LEAST_LEAD) < 0) {
      throw new Failure(
          "The first window opened before its students were connected. Run it again: the machine was busy.");
    }
    List<long[]> students = new ArrayList<>();
    for (DayOpening opening : openings) {
      students.add(Dataset.ids(mysql, STUDENTS.formatted(opening.grade()), most));
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
        "A day in term %d: %,d students of %d grades press for up to %d of %,d courses each; the first window opens at %s%n",
        grades.getFirst().opening().termId(),
        dataset.students().length,
        grades.size(),
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
