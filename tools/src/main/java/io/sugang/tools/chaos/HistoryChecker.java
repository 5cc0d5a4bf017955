package io.sugang.tools.chaos;

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
 * except within a {@link FaultWindow}.
 */
final class HistoryChecker {
  private static final int EXAMPLES = 5;

  private final List<Attempt> attempts;
  private final List<EnrollmentRow> rows;
  private final Capacities capacities;
  private final List<TimeWindow> deaths;
  private final Occupancy occupancy;
  private final RuleRefusals rules;
  private final Map<String, List<String>> violations = new LinkedHashMap<>();
  private final Map<String, Integer> counts = new LinkedHashMap<>();
  private final Map<Long, Attempt> wins = new HashMap<>();
  private final Map<Long, List<Attempt>> cancels = new HashMap<>();

  /**
   * @param attempts in the order in which they began
   * @param rows what MySQL holds at the end
   * @param fault from its begin to its end; null in a run without one
   * @param deaths when instances were killed
   */
  HistoryChecker(
      List<Attempt> attempts,
      List<EnrollmentRow> rows,
      Capacities capacities,
      RuleRefusals rules,
      @Nullable TimeWindow fault,
      List<TimeWindow> deaths) {
    this.attempts = attempts;
    this.rows = rows;
    this.capacities = capacities;
    this.rules = rules;
    this.deaths = deaths;
    this.occupancy =
        fault == null
            ? new Occupancy(attempts, capacities, FaultWindow.NONE, Long.MAX_VALUE, Long.MIN_VALUE)
            : new Occupancy(
                attempts,
                capacities,
                FaultWindow.around(fault.begin(), fault.end()),
                fault.begin(),
                fault.end());
  }

  /** What was found, by the name of the check; each name is there, 0 when all is well. */
  record Findings(Map<String, Integer> counts, Map<String, List<String>> examples) {
    boolean valid() {
      return counts.values().stream().allMatch(count -> count == 0);
    }
  }

  Findings judge() {
    for (String check :
        List.of("oversold", "duplicate", "lost", "returned", "untold", "untrue", "unexpected")) {
      counts.put(check, 0);
    }
    index();
    rowsWithinSeats();
    heldWithinSeats();
    acknowledgedAreRows();
    rowsAreAnswered();
    refusalsAreTrue();
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
        if (other != null && other.studentId() != attempt.studentId()) {
          violation("duplicate", "enrollment %d was given to two students", attempt.enrollmentId());
        }
      } else if (!attempt.enroll()) {
        cancels.computeIfAbsent(attempt.target(), _ -> new ArrayList<>()).add(attempt);
      }
    }
  }

  private void rowsWithinSeats() {
    Map<Long, Integer> perCourse = new HashMap<>();
    Set<List<Long>> pairs = new HashSet<>();
    for (EnrollmentRow row : rows) {
      perCourse.merge(row.courseId(), 1, Integer::sum);
      if (!pairs.add(List.of(row.studentId(), row.courseId()))) {
        violation("duplicate", "student %d has course %d twice", row.studentId(), row.courseId());
      }
    }
    perCourse.forEach((course, taken) -> {
      int capacity = capacities.atLast(course);
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
      if (row == null && given.isEmpty()) {
        violation(
            "lost",
            "201 with enrollment %d (student %d, course %d) has no row",
            id,
            win.studentId(),
            win.courseId());
      }
      if (row != null && (row.studentId() != win.studentId() || row.courseId() != win.courseId())) {
        violation("lost", "the row of enrollment %d belongs to another student or course", id);
      }
      if (row != null && given.stream().anyMatch(Attempt::definitive)) {
        violation("returned", "enrollment %d was cancelled and is still a row", id);
      }
      if (!given.isEmpty()
          && given.getFirst().status() == 404
          && !mayHaveBeenRepeated(given.getFirst())) {
        violation("lost", "enrollment %d was gone before it was cancelled", id);
      }
    });
  }

  // NGINX sends a DELETE to another instance when the first one dies under it, perhaps after its
  // commit.
  private boolean mayHaveBeenRepeated(Attempt cancel) {
    return deaths.stream().anyMatch(death -> death.overlaps(cancel));
  }

  private void rowsAreAnswered() {
    Map<List<Long>, Long> answered = new HashMap<>();
    Map<List<Long>, Long> givenBack = new HashMap<>();
    for (Attempt attempt : attempts) {
      if (attempt.already()) {
        answered.merge(pair(attempt), attempt.end(), Math::max);
      } else if (!attempt.enroll() && attempt.definitive()) {
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
        int capacity = capacities.least(course, attempt.start(), attempt.end());
        int most =
            occupancy
                .places(course)
                .mostOthers(attempt.studentId(), attempt.start(), attempt.end());
        if (most < capacity) {
          violation(
              "untrue",
              "student %d was answered that course %d is full, with at most %d of %d seats taken",
              attempt.studentId(),
              course,
              most,
              capacity);
        }
      } else if (attempt.already()
          && !occupancy.rows(course).held(attempt.studentId(), attempt.start(), attempt.end())) {
        violation(
            "untrue",
            "student %d was answered ALREADY_ENROLLED for course %d, without an enrollment",
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
