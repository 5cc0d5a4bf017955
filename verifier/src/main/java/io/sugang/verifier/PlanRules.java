package io.sugang.verifier;

import static java.util.stream.Collectors.groupingBy;

import io.sugang.verifier.PlanRows.AsOne;
import io.sugang.verifier.PlanRows.HeldRow;
import io.sugang.verifier.PlanRows.Key;
import io.sugang.verifier.PlanRows.Limit;
import io.sugang.verifier.PlanRows.OfTerm;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * I6: no plan overlaps in time, holds a subject twice, exceeds its credit limit or holds more
 * courses of a classification than its term allows. The credits that the service counts are those
 * of the rows. A retake is one of a subject of the transcript that counts as the subject of its
 * course. A course for which the desk waived that rule may overlap with those that the plan had
 * before it. The limit is the announced one with what confirmed overrides raise, where one was
 * announced.
 */
record PlanRules(Sources sources) implements Check {
  @Override
  public String name() {
    return "plan-rules";
  }

  @Override
  public Finding run() throws Exception {
    var rows = sources.snapshot().plans();
    var courses = rows.courses();
    if (courses.isEmpty()) {
      return Finding.skipped("no course belongs to a term, so no plan has rules");
    }
    var judge =
        new Judge(
            courses,
            rows.subjectsAsOne(),
            rows.mostCourses(),
            rows.limits(),
            rows.announcedLimits(),
            Waivers.read(sources.snapshot().overrides()));
    judge.all(rows);
    rows.retakes(judge.wrong);
    return judge.wrong.none()
        ? Finding.valid(
            "%,d plans with %,d courses: no overlap, no subject twice, none above its limit"
                .formatted(judge.plans, judge.held))
        : Finding.violated(
            "%,d rules are broken in %,d plans".formatted(judge.wrong.count(), judge.plans),
            judge.wrong);
  }

  /**
   * Enrollments with a waived time.
   *
   * @param waived ids of these enrollments
   * @param events number of the event of each enrollment of their students
   */
  private record Waivers(Set<Long> waived, Map<Long, Long> events) {
    // A claim that arrived after the confirm may have been decided before it.
    private static final Duration DECIDED = Duration.ofSeconds(30);

    static Waivers read(OverrideRows overrides) throws SQLException {
      var waived = overrides.mayOverlap();
      return new Waivers(
          waived, waived.isEmpty() ? Map.of() : overrides.eventsOfStudentsWhoMayOverlap());
    }

    boolean allow(HeldRow row, HeldRow other) {
      return waived.contains(row.enrollmentId()) && wasThere(other, row)
          || waived.contains(other.enrollmentId()) && wasThere(row, other);
    }

    private boolean wasThere(HeldRow row, HeldRow overlapping) {
      if (!row.enrolledAt().isAfter(overlapping.enrolledAt())) {
        return true;
      }
      var first = events.get(row.enrollmentId());
      var second = events.get(overlapping.enrollmentId());
      return first != null
          && second != null
          && first < second
          && !row.enrolledAt().isAfter(overlapping.enrolledAt().plus(DECIDED));
    }
  }

  private static final class Judge {
    private final Map<Long, PlanCourse> courses;
    private final Set<AsOne> subjectsAsOne;
    private final Map<OfTerm, Integer> mostCourses;
    private final Map<Key, Limit> limits;
    private final Map<Key, Integer> announced;
    private final Waivers waivers;
    private final Map<Key, Integer> credits = new HashMap<>();
    private final Examples wrong = new Examples();
    private long plans;
    private long held;

    Judge(
        Map<Long, PlanCourse> courses,
        Set<AsOne> subjectsAsOne,
        Map<OfTerm, Integer> mostCourses,
        Map<Key, Limit> limits,
        Map<Key, Integer> announced,
        Waivers waivers) {
      this.announced = announced;
      this.waivers = waivers;
      this.courses = courses;
      this.subjectsAsOne = subjectsAsOne;
      this.mostCourses = mostCourses;
      this.limits = limits;
    }

    void all(PlanRows rows) throws SQLException {
      rows.each(this::student);
      limits.forEach(this::counter);
      announced.forEach(this::announced);
    }

    private void student(long studentId, List<HeldRow> rows) {
      var ofTerms = rows.stream().filter(row -> courses.containsKey(row.courseId())).toList();
      var plan =
          ofTerms.stream().map(row -> Objects.requireNonNull(courses.get(row.courseId()))).toList();
      if (plan.isEmpty()) {
        return;
      }
      plans++;
      held += plan.size();
      for (var i = 0; i < plan.size(); i++) {
        for (var j = i + 1; j < plan.size(); j++) {
          pair(studentId, plan.get(i), plan.get(j), waivers.allow(ofTerms.get(i), ofTerms.get(j)));
        }
        credits.merge(
            new Key(studentId, plan.get(i).termId()), plan.get(i).credits(), Integer::sum);
      }
      plan.stream()
          .map(course -> new Key(studentId, course.termId()))
          .distinct()
          .forEach(this::limit);
      plan.stream()
          .collect(groupingBy(course -> new OfTerm(course.termId(), course.classification())))
          .forEach((kind, ofKind) -> classification(studentId, kind, ofKind));
    }

    private void classification(long studentId, OfTerm kind, List<PlanCourse> held) {
      var rule = new OfTerm(held.getFirst().ruleTerm(), kind.classification());
      int most = mostCourses.getOrDefault(rule, Integer.MAX_VALUE);
      if (held.size() > most) {
        wrong.add(
            "student %d holds %d courses of %s in term %d, which allows %d"
                .formatted(studentId, held.size(), kind.classification(), kind.termId(), most));
      }
    }

    private void pair(long studentId, PlanCourse course, PlanCourse other, boolean mayOverlap) {
      if (course.termId() != other.termId()) {
        return;
      }
      if (course.overlaps(other) && !mayOverlap) {
        wrong.add(
            "student %d holds courses %d and %d, which meet at the same time"
                .formatted(studentId, course.courseId(), other.courseId()));
      }
      if (course.isOfSubjectOf(other, subjectsAsOne)) {
        wrong.add(
            "student %d holds courses %d and %d of one subject"
                .formatted(studentId, course.courseId(), other.courseId()));
      }
    }

    private void limit(Key plan) {
      var limit = limits.get(plan);
      int used = credits.getOrDefault(plan, 0);
      if (limit == null) {
        wrong.add(
            "student %d holds courses of term %d and is not registered in it"
                .formatted(plan.studentId(), plan.termId()));
      } else if (used > limit.creditLimit()) {
        wrong.add(
            "student %d has %d credits in term %d, and the limit is %d"
                .formatted(plan.studentId(), used, plan.termId(), limit.creditLimit()));
      }
    }

    private void announced(Key plan, int expected) {
      var limit = limits.get(plan);
      if (limit == null) {
        wrong.add(
            "student %d has no plan in term %d, and a limit of %d was announced"
                .formatted(plan.studentId(), plan.termId(), expected));
      } else if (limit.creditLimit() != expected) {
        wrong.add(
            "student %d has the limit %d in term %d; by announcement and overrides it is %d"
                .formatted(plan.studentId(), limit.creditLimit(), plan.termId(), expected));
      }
    }

    private void counter(Key plan, Limit limit) {
      int used = credits.getOrDefault(plan, 0);
      if (used != limit.counted()) {
        wrong.add(
            "student %d has %d credits in term %d, and the service counts %d"
                .formatted(plan.studentId(), used, plan.termId(), limit.counted()));
      }
    }
  }
}
