package io.sugang.ledger;

import io.sugang.plan.PlanCourse;
import io.sugang.plan.SubjectRelation;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/** The statements that lock, read and count the plans of students, inside a transaction. */
interface PlanStatements {

  /**
   * Locks rows of {@code student_term} in the order of their keys, without waiting for one.
   *
   * @return the credit limits of those that are locked now
   */
  SortedMap<PlanKey, Integer> lock(SortedSet<PlanKey> plans);

  /** Returns which rows of {@code student_term} exist, locked or not. */
  Set<PlanKey> existing(Collection<PlanKey> plans);

  /**
   * The courses of plans, and further courses.
   *
   * @param retakes ids of the held courses that are retakes; empty where they were not read
   */
  record Courses(
      Map<PlanKey, List<PlanCourse>> held,
      Map<PlanKey, Set<Long>> retakes,
      Map<Long, PlanCourse> claimed) {}

  /**
   * Reads what the students hold, and courses that they claim.
   *
   * @param plans locked, at least one
   * @param claimed ids of courses with a term, at least one
   * @param withRetakes whether the retakes are read, which needs the rows besides the index
   */
  Courses read(Collection<PlanKey> plans, Collection<Long> claimed, boolean withRetakes);

  /**
   * Writes the credits of plans whose rows are locked.
   *
   * @param credits by plan, at least one
   */
  void saveCredits(SortedMap<PlanKey, Integer> credits);

  /** Writes the credits of plans whose rows are locked, as their rows of {@code enrollment} say. */
  void recountCredits(SortedSet<PlanKey> plans);

  /** Returns the subjects that count as one. */
  List<SubjectRelation> relations();
}
