package io.sugang.verifier;

import io.sugang.verifier.OverrideRows.Held;
import io.sugang.verifier.PlanRows.AsOne;
import io.sugang.verifier.PlanRows.Key;
import io.sugang.verifier.PlanRows.Limit;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * I6: no plan overlaps in time, holds a subject twice or exceeds its credit limit; the credits that
 * the service counts are those of the rows; and a retake is one of a subject of the transcript that
 * counts as the subject of its course. A course for which the desk lifted that rule may overlap
 * with others.
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
            rows.limits(),
            sources.snapshot().overrides().mayOverlap());
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

  private static final class Judge {
    private final Map<Long, PlanCourse> courses;
    private final Set<AsOne> subjectsAsOne;
    private final Map<Key, Limit> limits;
    private final Set<Held> mayOverlap;
    private final Map<Key, Integer> credits = new HashMap<>();
    private final Examples wrong = new Examples();
    private long plans;
    private long held;

    Judge(
        Map<Long, PlanCourse> courses,
        Set<AsOne> subjectsAsOne,
        Map<Key, Limit> limits,
        Set<Held> mayOverlap) {
      this.mayOverlap = mayOverlap;
      this.courses = courses;
      this.subjectsAsOne = subjectsAsOne;
      this.limits = limits;
    }

    void all(PlanRows rows) throws SQLException {
      rows.each(this::student);
      limits.forEach(this::counter);
    }

    private void student(long studentId, List<Long> courseIds) {
      var plan = courseIds.stream().map(courses::get).filter(Objects::nonNull).toList();
      if (plan.isEmpty()) {
        return;
      }
      plans++;
      held += plan.size();
      for (var i = 0; i < plan.size(); i++) {
        for (var other : plan.subList(i + 1, plan.size())) {
          pair(studentId, plan.get(i), other);
        }
        credits.merge(
            new Key(studentId, plan.get(i).termId()), plan.get(i).credits(), Integer::sum);
      }
      plan.stream()
          .map(course -> new Key(studentId, course.termId()))
          .distinct()
          .forEach(this::limit);
    }

    private void pair(long studentId, PlanCourse course, PlanCourse other) {
      if (course.termId() != other.termId()) {
        return;
      }
      if (course.overlaps(other)
          && !mayOverlap.contains(new Held(studentId, course.courseId()))
          && !mayOverlap.contains(new Held(studentId, other.courseId()))) {
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
