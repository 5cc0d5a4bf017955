package io.sugang.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides by what the clients saw and by what MySQL holds after all is quiet. Knows nothing of the
 * service's own counters.
 *
 * <p>A client knows of its requests only that the service acted on them at some instant between
 * start and end, or at any later one when no answer came. So each seat has a time in which it was
 * certainly held, from the 201 until the student asks to give it back, and a longer one in which it
 * was possibly held. Too many certain holders are a seat sold twice; a refusal is untrue when even
 * the possible ones left a seat free throughout the request.
 */
final class Judge {
  // What a seat may stay taken that nobody holds: while all is well until the release has run,
  // after a fault until the entry is older than the grace and the reconciler has looked (bounds in
  // docs/architecture.md).
  private static final long SETTLED = Duration.ofSeconds(2).toNanos();
  private static final long SETTLED_AFTER_FAULT = Duration.ofSeconds(10).toNanos();

  // For the release after the answer.
  private static final long RELEASED = Duration.ofMillis(200).toNanos();

  // A request without an answer may still be under way in an instance: for as long as NGINX would
  // wait for it, and where a fault held it, when that is over (paused instances go on).
  private static final long LATE = Duration.ofSeconds(15).toNanos();

  private static final int EXAMPLES = 5;

  private final List<Attempt> attempts;
  private final List<Row> rows;
  private final Map<Long, Integer> capacities;
  private final long faultBegin;
  private final long faultEnd;
  private final List<Span> deaths;
  private final Map<String, List<String>> violations = new LinkedHashMap<>();
  private final Map<String, Integer> counts = new LinkedHashMap<>();
  private final Map<Long, Holds> certain = new HashMap<>();
  private final Map<Long, Holds> possible = new HashMap<>();
  // Without the time to settle: whether a row can have existed is a matter of MySQL alone.
  private final Map<Long, Holds> rowsPossible = new HashMap<>();
  private final Map<Long, Attempt> wins = new HashMap<>();
  private final Map<Long, List<Attempt>> cancels = new HashMap<>();

  /**
   * @param attempts in the order in which they began
   * @param rows what MySQL holds at the end
   * @param deaths when instances were killed
   */
  Judge(
      List<Attempt> attempts,
      List<Row> rows,
      Map<Long, Integer> capacities,
      long faultBegin,
      long faultEnd,
      List<Span> deaths) {
    this.attempts = attempts;
    this.rows = rows;
    this.capacities = capacities;
    this.faultBegin = faultBegin;
    this.faultEnd = faultEnd;
    this.deaths = deaths;
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
    rowsAreTold();
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
    Map<String, Long> decided = new HashMap<>();
    for (Attempt attempt : attempts) {
      if (attempt.won()) {
        Attempt other = wins.putIfAbsent(attempt.enrollmentId(), attempt);
        if (other != null && other.studentId() != attempt.studentId()) {
          violation("duplicate", "enrollment %d was given to two", attempt.enrollmentId());
        }
      } else if (!attempt.enroll()) {
        cancels.computeIfAbsent(attempt.target(), _ -> new ArrayList<>()).add(attempt);
      }
      if (attempt.enroll() && attempt.definitive()) {
        decided.merge(String.valueOf(attempt.key()), attempt.end(), Math::max);
      }
    }
    for (Attempt attempt : attempts) {
      if (attempt.enroll()) {
        hold(attempt, decided);
      }
    }
    certain.values().forEach(Holds::build);
    possible.values().forEach(Holds::build);
  }

  private void hold(Attempt attempt, Map<String, Long> decided) {
    long course = attempt.courseId();
    long student = attempt.studentId();
    long from = attempt.start();
    long to;
    long settled;
    if (attempt.won()) {
      List<Attempt> given = cancels.getOrDefault(attempt.enrollmentId(), List.of());
      long asked = given.stream().mapToLong(Attempt::start).min().orElse(Long.MAX_VALUE);
      holds(certain, course).add(student, attempt.end(), asked);
      to =
          given.stream()
              .filter(Attempt::definitive)
              .mapToLong(Attempt::end)
              .min()
              .orElse(Long.MAX_VALUE);
      settled = later(to, settling(to));
    } else if (attempt.inDoubt()) {
      long known = decided.getOrDefault(String.valueOf(attempt.key()), Long.MAX_VALUE);
      to = known == Long.MAX_VALUE ? known : Math.max(known, lateEnd(attempt));
      settled = later(to, SETTLED_AFTER_FAULT);
    } else {
      // refused: no row, but the gate may have kept a seat for it until the ledger said no,
      // which it says only when all seats have rows
      holds(possible, course).add(student, from, attempt.end() + RELEASED);
      return;
    }
    holds(possible, course).add(student, from, settled);
    holds(rowsPossible, course).add(student, from, to);
  }

  private long lateEnd(Attempt attempt) {
    if (attempt.status() == 503) {
      return attempt.end();
    }
    boolean held = attempt.start() <= faultEnd && attempt.start() + LATE >= faultBegin;
    return (held ? Math.max(attempt.start(), faultEnd) : attempt.start()) + LATE;
  }

  private long settling(long at) {
    boolean fault = at >= faultBegin - SETTLED && at <= faultEnd + SETTLED_AFTER_FAULT;
    return fault ? SETTLED_AFTER_FAULT : SETTLED;
  }

  private static long later(long at, long by) {
    return at == Long.MAX_VALUE ? at : at + by;
  }

  private static Holds holds(Map<Long, Holds> all, long course) {
    return all.computeIfAbsent(course, _ -> new Holds());
  }

  private void rowsWithinSeats() {
    Map<Long, Integer> perCourse = new HashMap<>();
    Set<List<Long>> pairs = new HashSet<>();
    for (Row row : rows) {
      perCourse.merge(row.courseId(), 1, Integer::sum);
      if (!pairs.add(List.of(row.studentId(), row.courseId()))) {
        violation("duplicate", "student %d has course %d twice", row.studentId(), row.courseId());
      }
    }
    perCourse.forEach((course, taken) -> {
      int capacity = capacities.getOrDefault(course, 0);
      if (taken > capacity) {
        violation("oversold", "course %d has %d rows for %d seats", course, taken, capacity);
      }
    });
  }

  private void heldWithinSeats() {
    certain.forEach((course, holds) -> {
      int capacity = capacities.getOrDefault(course, 0);
      int most = holds.most(Long.MIN_VALUE, Long.MAX_VALUE);
      if (most > capacity) {
        violation(
            "oversold",
            "course %d was held by %d students at one instant, for %d seats",
            course,
            most,
            capacity);
      }
    });
  }

  private void acknowledgedAreRows() {
    Map<Long, Row> byId = new HashMap<>();
    rows.forEach(row -> byId.put(row.enrollmentId(), row));
    wins.forEach((id, win) -> {
      List<Attempt> given = cancels.getOrDefault(id, List.of());
      Row row = byId.get(id);
      if (row == null && given.isEmpty()) {
        violation(
            "lost",
            "201 with enrollment %d (student %d, course %d) has no row",
            id,
            win.studentId(),
            win.courseId());
      }
      if (row != null && (row.studentId() != win.studentId() || row.courseId() != win.courseId())) {
        violation("lost", "the row of enrollment %d is another's", id);
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

  private void rowsAreTold() {
    Map<List<Long>, Long> told = new HashMap<>();
    Map<List<Long>, Long> givenBack = new HashMap<>();
    for (Attempt attempt : attempts) {
      if (attempt.already()) {
        told.merge(pair(attempt), attempt.end(), Math::max);
      } else if (!attempt.enroll() && attempt.definitive()) {
        givenBack.merge(pair(attempt), attempt.end(), Math::max);
      }
    }
    for (Row row : rows) {
      List<Long> pair = List.of(row.studentId(), row.courseId());
      // what was said before a cancel was about the enrollment that was cancelled
      if (!wins.containsKey(row.enrollmentId())
          && told.getOrDefault(pair, Long.MIN_VALUE)
              <= givenBack.getOrDefault(pair, Long.MIN_VALUE)) {
        violation(
            "untold",
            "student %d has course %d (enrollment %d) and was never told",
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
        int capacity = capacities.getOrDefault(course, 0);
        // less one: the asker's own request is among the possible holders
        int most = holds(possible, course).most(attempt.start(), attempt.end()) - 1;
        if (most < capacity) {
          violation(
              "untrue",
              "student %d was told that course %d is full, with at most %d of %d seats taken",
              attempt.studentId(),
              course,
              most,
              capacity);
        }
      } else if (attempt.already()
          && !holds(rowsPossible, course)
              .held(attempt.studentId(), attempt.start(), attempt.end())) {
        violation(
            "untrue",
            "student %d was told to be enrolled in course %d and cannot have been",
            attempt.studentId(),
            course);
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
