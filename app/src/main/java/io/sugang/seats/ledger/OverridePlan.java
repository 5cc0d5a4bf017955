package io.sugang.seats.ledger;

import io.sugang.rules.plan.PlanCourse;
import io.sugang.rules.plan.PlanObserver;
import io.sugang.rules.plan.PlanRejection;
import io.sugang.rules.plan.PlanRejection.CreditLimit;
import io.sugang.rules.plan.PlanRejection.NotInTerm;
import io.sugang.rules.plan.StudentPlan;
import io.sugang.rules.plan.SubjectRules;
import io.sugang.rules.plan.WaivedRule;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The plan of one student, locked for a transaction that enrolls by an override. The order is that
 * of {@link LockedPlans}: lock the plan, then the course row, then read. The relations of subjects
 * are read before the course row is locked, because all claims of the course wait for that lock.
 */
final class OverridePlan {
  // Without a wait: the plan of this student would keep a place that all students share.
  private static final String LOCK =
      "SELECT credit_limit FROM student_term FORCE INDEX (PRIMARY)"
          + " WHERE student_id = ? AND term_id = ? FOR UPDATE NOWAIT";

  private final PlanKey key;
  private final @Nullable Integer limit;
  private final PlanStatements statements;
  private final SubjectRules subjects;
  private @Nullable StudentPlan plan;
  private @Nullable PlanCourse course;

  private OverridePlan(
      PlanKey key, @Nullable Integer limit, PlanStatements statements, SubjectRules subjects) {
    this.key = key;
    this.limit = limit;
    this.statements = statements;
    this.subjects = subjects;
  }

  static OverridePlan lock(PlanKey key, JdbcTemplate jdbc) {
    Integer limit =
        jdbc.queryForList(LOCK, Integer.class, key.studentId().value(), key.termId()).stream()
            .findFirst()
            .orElse(null);
    PlanStatements statements = new JdbcPlanStatements(jdbc);
    return new OverridePlan(key, limit, statements, statements.subjectRules());
  }

  /** Reads the plan, and returns the first rule that is not waived and forbids the course. */
  @Nullable PlanRejection read(OverrideClaim claim, Set<WaivedRule> waived) {
    if (limit == null) {
      return new NotInTerm(key.termId());
    }
    PlanStatements.Courses courses = statements.read(List.of(key), List.of(claim.seatsId()), true);
    StudentPlan held =
        new StudentPlan(
            limit,
            courses.held().getOrDefault(key, List.of()),
            courses.retakes().getOrDefault(key, Set.of()));
    PlanCourse claimed = courses.claimed().get(claim.seatsId());
    plan = held;
    course = claimed;
    if (claimed == null) {
      return new NotInTerm(key.termId());
    }
    PlanRejection rejection = held.rejection(claimed, claim.permit(), subjects, waived);
    // A plan from a time without rules may be above its limit: the raise is for this course alone.
    return rejection == null && held.credits() > limit && waived.contains(WaivedRule.CREDIT_LIMIT)
        ? new CreditLimit(held.credits(), limit, claimed.credits())
        : rejection;
  }

  /**
   * Adds the course, and raises the limit where that rule is waived.
   *
   * @return the credits by which the limit was raised
   */
  int add(OverrideClaim claim, Set<WaivedRule> waived, OverrideAllowances allowances) {
    if (plan == null || course == null) {
      throw new IllegalStateException("The plan is read before a course is added");
    }
    int raise = waived.contains(WaivedRule.CREDIT_LIMIT) ? course.credits() : 0;
    StudentPlan after = plan.with(course, claim.permit()).withLimit(plan.creditLimit() + raise);
    allowances.raiseLimit(key, raise, after.credits());
    plan = after;
    return raise;
  }

  /** Tells what the plan is, after the commit. */
  void publish(PlanObserver observer) {
    if (limit == null || plan != null) {
      observer.seen(key.studentId(), key.termId(), plan);
    }
  }
}
