package io.sugang.seats.ledger;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.PlanCourse;
import io.sugang.rules.plan.PlanObserver;
import io.sugang.rules.plan.PlanRejection;
import io.sugang.rules.plan.PlanRejection.NotInTerm;
import io.sugang.rules.plan.StudentPlan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The plans of a group of claims, locked for one transaction. The order is that of
 * docs/spec/StudentPlans.tla: lock the rows of the students, then those of the courses, then read.
 */
final class LockedPlans {
  private final PlanStatements statements;
  private final CachedSubjectRules subjects;
  private final SortedMap<PlanKey, Integer> limits;
  private final Set<PlanKey> missing;
  private final Set<StudentId> studentsLockedElsewhere;
  private final Map<PlanKey, StudentPlan> plans = new HashMap<>();
  private final Map<SeatsId, PlanCourse> claimed = new HashMap<>();
  private final SortedMap<PlanKey, Integer> changed = new TreeMap<>();

  private LockedPlans(
      PlanStatements statements,
      CachedSubjectRules subjects,
      SortedMap<PlanKey, Integer> limits,
      Set<PlanKey> missing,
      Set<StudentId> studentsLockedElsewhere) {
    this.statements = statements;
    this.subjects = subjects;
    this.limits = limits;
    this.missing = missing;
    this.studentsLockedElsewhere = studentsLockedElsewhere;
  }

  /**
   * Locks the plans of claims that have a term, and the rows of all students; waits for no lock. So
   * no claim waits for a student behind the lock of a course row.
   */
  static LockedPlans lock(
      List<Claim> group, PlanStatements statements, CachedSubjectRules subjects) {
    SortedSet<PlanKey> wanted =
        group.stream()
            .map(Claim::plan)
            .filter(Objects::nonNull)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<StudentId> elsewhere = lockStudentsWithoutPlan(group, statements);
    if (wanted.isEmpty()) {
      return new LockedPlans(statements, subjects, new TreeMap<>(), Set.of(), elsewhere);
    }
    SortedMap<PlanKey, Integer> limits = statements.lockWithStudents(wanted);
    wanted.removeAll(limits.keySet());
    if (!wanted.isEmpty()) {
      Set<PlanKey> lockedElsewhere = statements.existing(wanted);
      wanted.removeAll(lockedElsewhere);
    }
    return new LockedPlans(statements, subjects, limits, wanted, elsewhere);
  }

  /** Returns the students of claims without a plan whose rows another transaction holds. */
  private static Set<StudentId> lockStudentsWithoutPlan(
      List<Claim> group, PlanStatements statements) {
    SortedSet<StudentId> students =
        group.stream()
            .filter(claim -> claim.plan() == null)
            .map(claim -> claim.seat.studentId())
            .collect(Collectors.toCollection(TreeSet::new));
    if (!students.isEmpty()) {
      students.removeAll(statements.lockStudents(students));
    }
    return students.isEmpty() ? Set.of() : statements.existingStudents(students);
  }

  /**
   * Whether another transaction holds the plan or the student of the claim, so that nothing can be
   * decided.
   */
  boolean isLockedElsewhere(Claim claim) {
    PlanKey plan = claim.plan();
    return plan == null
        ? studentsLockedElsewhere.contains(claim.seat.studentId())
        : !limits.containsKey(plan) && !missing.contains(plan);
  }

  /**
   * Reads the plans, and the courses that are claimed: after the locks, because READ COMMITTED then
   * shows all that the locks waited for. Retakes are read where a claim is one, because only its
   * limits count them.
   */
  void read(List<Claim> group) {
    if (limits.isEmpty()) {
      return;
    }
    PlanStatements.Courses courses =
        statements.read(
            limits.keySet(),
            group.stream()
                .filter(claim -> claim.termId != null)
                .map(claim -> claim.seat.seatsId())
                .collect(Collectors.toSet()),
            group.stream().anyMatch(claim -> claim.permit.retake() != null));
    claimed.putAll(courses.claimed());
    limits.forEach((plan, limit) ->
        plans.put(
            plan,
            new StudentPlan(
                limit,
                courses.held().getOrDefault(plan, List.of()),
                courses.retakes().getOrDefault(plan, Set.of()))));
  }

  /** Whether the claim may have a row already, judged by the plan where one was read. */
  boolean mayHaveRow(Claim claim) {
    StudentPlan plan = claim.plan() == null ? null : plans.get(claim.plan());
    return plan == null || plan.holds(claim.seat.seatsId());
  }

  /** Returns the rule that forbids the claim, or null; a claim that is accepted has to be added. */
  @Nullable PlanRejection rejection(Claim claim) {
    PlanKey key = claim.plan();
    if (key == null) {
      return null;
    }
    StudentPlan plan = plans.get(key);
    PlanCourse course = claimed.get(claim.seat.seatsId());
    return plan == null || course == null
        ? new NotInTerm(key.termId())
        : plan.rejection(course, claim.permit, subjects.get(), Set.of());
  }

  /** Adds an accepted claim, so that the claims after it in the group see it. */
  void add(Claim claim) {
    PlanKey key = claim.plan();
    PlanCourse course = claimed.get(claim.seat.seatsId());
    if (key != null && course != null) {
      StudentPlan plan =
          plans.computeIfPresent(key, (student, before) -> before.with(course, claim.permit));
      if (plan != null) {
        changed.put(key, plan.credits());
      }
    }
  }

  /** Tells what the plans are, after the commit. */
  void publish(PlanObserver observer) {
    missing.forEach(key -> observer.seen(key.studentId(), key.termId(), null));
    plans.forEach((key, plan) -> observer.seen(key.studentId(), key.termId(), plan));
  }

  /** Counts the credits of the plans that claims were added to. */
  void save() {
    if (!changed.isEmpty()) {
      statements.saveCredits(changed);
    }
  }
}
