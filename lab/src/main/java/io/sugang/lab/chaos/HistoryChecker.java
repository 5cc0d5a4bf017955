package io.sugang.lab.chaos;

import io.sugang.verifier.Ids;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides by what the clients saw and by what MySQL holds after all is quiet. Knows nothing of the
 * service's own counters.
 *
 * <p>A client knows of its requests only that the service acted on them at some instant between
 * start and end, or at any later one when no answer came ({@link Occupancy}). Too many certain
 * holders are a seat sold twice. A refusal is untrue when at every instant of its request rows and
 * requests that were not answered yet left a seat free. A request that was answered holds no seat,
 * except within a {@link FaultWindow}. What became of a request without an answer is decided by the
 * {@link EnrollmentEvents}.
 */
final class HistoryChecker {
  private static final int EXAMPLES = 5;
  private static final String CHECKS =
      "oversold duplicate lost late returned untold untrue forbidden unexpected";
  private static final Duration AFTER_FAULT = Duration.ofSeconds(2);

  private final List<Attempt> attempts;
  private final List<EnrollmentRow> rows;
  private final Capacities capacities;
  private final RunFacts facts;
  private final @Nullable TimeWindow fault;
  private final FaultWindow window;
  private final Occupancy occupancy;
  private final RuleRefusals rules;
  private final Map<String, List<String>> violations = new LinkedHashMap<>();
  private final Map<String, Integer> counts = new LinkedHashMap<>();
  private final Map<Long, Attempt> wins = new HashMap<>();
  private final Map<Long, List<Attempt>> cancels = new HashMap<>();
  private final Map<Long, List<Attempt>> looks = new HashMap<>();
  private final Map<String, Long> begins = new HashMap<>();

  /**
   * @param attempts in the order in which they began
   * @param rows what MySQL holds at the end
   * @param fault from its begin to its end; null in a run without one
   */
  HistoryChecker(
      List<Attempt> attempts,
      List<EnrollmentRow> rows,
      Capacities capacities,
      RuleRefusals rules,
      RunFacts facts,
      @Nullable TimeWindow fault) {
    this.attempts = attempts;
    this.rows = rows;
    this.capacities = capacities;
    this.rules = rules;
    this.facts = facts;
    this.fault = fault;
    this.window = fault == null ? FaultWindow.NONE : FaultWindow.around(fault.begin(), fault.end());
    this.occupancy =
        new Occupancy(
            attempts,
            capacities,
            facts,
            window,
            fault == null ? Long.MAX_VALUE : fault.begin(),
            fault == null ? Long.MIN_VALUE : fault.end());
  }

  /** What was found, by the name of the check; each name is there, 0 when all is well. */
  record Findings(Map<String, Integer> counts, Map<String, List<String>> examples) {
    boolean valid() {
      return counts.values().stream().allMatch(count -> count == 0);
    }
  }

  Findings judge() {
    for (String check : CHECKS.split(" ")) {
      counts.put(check, 0);
    }
    index();
    rowsWithinSeats();
    heldWithinSeats();
    acknowledgedAreRows();
    cancelsAreAnswered();
    rowsAreAnswered();
    refusalsAreTrue();
    enrollmentsAreAllowed();
    answersAreOfTheContract();
    return new Findings(counts, violations);
  }

  private void violation(String check, String example, Object... values) {
    counts.merge(check, 1, Integer::sum);
    List<String> examples = violations.computeIfAbsent(check, _ -> new ArrayList<>());
    if (examples.size() < EXAMPLES) {
      examples.add(example.formatted(values));
    }
  }

  private void index() {
    for (Attempt attempt : attempts) {
      if (attempt.won()) {
        Attempt other = wins.putIfAbsent(attempt.enrollmentId(), attempt);
        if (other != null && !pair(other).equals(pair(attempt))) {
          violation(
              "duplicate",
              "enrollment %d was given to two students, or for two courses",
              attempt.enrollmentId());
        }
      } else if (!attempt.enroll()) {
        (attempt.cancel() ? cancels : looks)
            .computeIfAbsent(attempt.target(), _ -> new ArrayList<>())
            .add(attempt);
      }
      begins.putIfAbsent(attempt.request(), attempt.start());
    }
  }

  private void rowsWithinSeats() {
    Map<Long, Integer> perCourse = new HashMap<>();
    Set<List<Long>> pairs = new HashSet<>();
    for (EnrollmentRow row : rows) {
      perCourse.merge(row.courseId(), row.beyond() ? 0 : 1, Integer::sum);
      if (!pairs.add(List.of(row.studentId(), row.courseId()))) {
        violation("duplicate", "student %d has course %d twice", row.studentId(), row.courseId());
      }
    }
    perCourse.forEach((course, taken) -> {
      int capacity = capacities.most(course, Long.MAX_VALUE, Long.MAX_VALUE);
      if (taken > capacity) {
        violation("oversold", "course %d has %d rows for %d seats", course, taken, capacity);
      }
    });
  }

  private void heldWithinSeats() {
    occupancy
        .certain()
        .forEach((course, holds) -> {
          int excess = holds.excess(at -> capacities.most(course, at, at));
          if (excess > 0) {
            violation(
                "oversold",
                "course %d was held at one instant by %d students more than it had seats",
                course,
                excess);
          }
        });
  }

  private void acknowledgedAreRows() {
    Map<Long, EnrollmentRow> byId = new HashMap<>();
    rows.forEach(row -> byId.put(row.enrollmentId(), row));
    wins.forEach((id, win) -> {
      List<Attempt> given = cancels.getOrDefault(id, List.of());
      EnrollmentRow row = byId.get(id);
      if (row == null && given.stream().noneMatch(cancel -> mayHaveDeleted(cancel, given))) {
        notARow(win, given);
      }
      if (row != null && (row.studentId() != win.studentId() || row.courseId() != win.courseId())) {
        violation("lost", "the row of enrollment %d belongs to another student or course", id);
      }
      if (row != null && given.stream().anyMatch(Attempt::definitive)) {
        violation("returned", "enrollment %d was cancelled and is still a row", id);
      }
    });
  }

  private void notARow(Attempt win, List<Attempt> given) {
    // The end of a mock term drops its enrollments.
    if (Ids.isOfMockTerm(win.courseId()) && facts.events().cancelled(win.enrollmentId())) {
      return;
    }
    boolean late = given.stream().anyMatch(Attempt::cancelWithoutOutcome);
    violation(
        late ? "late" : "lost",
        late
            ? "enrollment %d (student %d, course %d) was seen after its cancel was answered 503, and has no row"
            : "201 with enrollment %d (student %d, course %d) has no row",
        win.enrollmentId(),
        win.studentId(),
        win.courseId());
  }

  // A cancel that was answered 503 has ended: a read that began afterwards and found the row tells
  // that it did nothing. What reached MySQL before it stood still may be committed when it
  // continues.
  private boolean mayHaveDeleted(Attempt cancel, List<Attempt> given) {
    if (!cancel.cancelWithoutOutcome()) {
      return cancel.definitive() || cancel.inDoubt();
    }
    long ended = given.stream().mapToLong(Attempt::end).max().orElse(cancel.end());
    long settled =
        fault == null || cancel.end() < fault.begin() || cancel.start() > fault.end()
            ? ended
            : Math.max(ended, fault.end() + AFTER_FAULT.toNanos());
    return looks.getOrDefault(cancel.target(), List.of()).stream()
        .noneMatch(look -> look.seen() && look.start() > settled);
  }

  // NGINX sends a DELETE to another instance when the first one dies under it. The service answers
  // the second one 204 when the first had deleted the row.
  private void cancelsAreAnswered() {
    cancels.forEach((id, given) -> {
      if (given.getFirst().status() == 404 && wins.containsKey(id)) {
        violation(
            "lost",
            facts.events().cancelled(id)
                ? "enrollment %d was cancelled by a request that was answered 404"
                : "enrollment %d was gone before it was cancelled",
            id);
      }
    });
  }

  private void rowsAreAnswered() {
    Map<List<Long>, Long> answered = new HashMap<>();
    Map<List<Long>, Long> givenBack = new HashMap<>();
    for (Attempt attempt : attempts) {
      if (attempt.already()) {
        answered.merge(pair(attempt), attempt.end(), Math::max);
      } else if (attempt.cancel() && attempt.definitive()) {
        givenBack.merge(pair(attempt), attempt.end(), Math::max);
      }
    }
    for (EnrollmentRow row : rows) {
      List<Long> pair = List.of(row.studentId(), row.courseId());
      // what was said before a cancel was about the enrollment that was cancelled
      if (!wins.containsKey(row.enrollmentId())
          && answered.getOrDefault(pair, Long.MIN_VALUE)
              <= givenBack.getOrDefault(pair, Long.MIN_VALUE)) {
        violation(
            "untold",
            "student %d has course %d (enrollment %d) and was never answered so",
            row.studentId(),
            row.courseId(),
            row.enrollmentId());
      }
    }
  }

  private static List<Long> pair(Attempt attempt) {
    return List.of(attempt.studentId(), attempt.courseId());
  }

  private void refusalsAreTrue() {
    for (Attempt attempt : attempts) {
      long course = attempt.courseId();
      if (attempt.full()) {
        fullIsTrue(attempt);
      } else if (attempt.already()
          && !occupancy.mayHaveHeld(attempt.studentId(), course, attempt.start(), attempt.end())) {
        violation(
            "untrue",
            "student %d was answered ALREADY_ENROLLED for course %d, without an enrollment",
            attempt.studentId(),
            course);
      } else if (attempt.closed() && !facts.closed().mayBeClosed(attempt, window)) {
        violation(
            "untrue",
            "student %d was answered that course %d is closed, and it was open",
            attempt.studentId(),
            course);
      } else if (attempt.ruled()) {
        String objection = rules.objection(attempt, occupancy);
        if (objection != null) {
          violation(
              "untrue",
              "student %d was answered %s for course %d: %s",
              attempt.studentId(),
              attempt.outcome(),
              course,
              objection);
        }
      }
    }
  }

  private void fullIsTrue(Attempt refused) {
    long course = refused.courseId();
    long student = refused.studentId();
    long seats = facts.pools().reached(course, student);
    int capacity = capacities.least(seats, refused.start(), refused.end());
    int most = occupancy.places(seats).mostOthers(student, refused.start(), refused.end());
    if (refused.plannedRequest().lifts("CAPACITY")) {
      violation(
          "untrue",
          "student %d was answered that course %d is full, for which the desk lifted the capacity",
          student,
          course);
    } else if (occupancy.certainlyHeld(student, course, refused.start(), refused.end())) {
      violation(
          "untrue",
          "student %d was answered that course %d is full, and has a seat in it",
          student,
          course);
    } else if (most < capacity && !facts.pools().mergedIn(window, refused)) {
      violation(
          "untrue",
          "student %d was answered that course %d is full, with at most %d of %d seats taken",
          student,
          course,
          most,
          capacity);
    }
  }

  private void enrollmentsAreAllowed() {
    rules.forbidden(wins.values(), cancels).forEach(breach -> violation("forbidden", "%s", breach));
    for (Attempt win : wins.values()) {
      if (facts.closed().closedThroughout(win, begins.getOrDefault(win.request(), win.start()))) {
        violation(
            "forbidden",
            "student %d was enrolled in course %d while the desk had closed it",
            win.studentId(),
            win.courseId());
      }
    }
  }

  private void answersAreOfTheContract() {
    for (Attempt attempt : attempts) {
      int status = attempt.status();
      boolean known =
          attempt.definitive()
              || attempt.inDoubt()
              || (status == 409 && "REQUEST_IN_FLIGHT".equals(attempt.code()))
              || status == 429;
      if (!known || status == 500) {
        violation("unexpected", "%s of %s", attempt.outcome(), attempt.kind());
      }
    }
  }
}
