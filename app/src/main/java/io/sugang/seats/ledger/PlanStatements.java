package io.sugang.seats.ledger;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.PlanCourse;
import io.sugang.rules.plan.SubjectRules;
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

  /**
   * Locks rows as {@link #lock} does, and shares the lock of each student's row: the foreign key of
   * an enrollment would otherwise wait for it, behind the locks of course rows.
   *
   * @return the credit limits of the plans whose two rows are locked now
   */
  SortedMap<PlanKey, Integer> lockWithStudents(SortedSet<PlanKey> plans);

  /** Returns which rows of {@code student_term} exist, locked or not. */
  Set<PlanKey> existing(Collection<PlanKey> plans);

  /**
   * Shares the locks of rows of {@code student}, in the order of their ids and without waiting for
   * one.
   *
   * @return ids of those that are locked now
   */
  Set<StudentId> lockStudents(SortedSet<StudentId> studentIds);

  /** Returns which rows of {@code student} exist, locked or not. */
  Set<StudentId> existingStudents(Collection<StudentId> studentIds);

  /**
   * The courses of plans, and further courses.
   *
   * @param retakes ids of the held courses that are retakes; empty where they were not read
   */
  record Courses(
      Map<PlanKey, List<PlanCourse>> held,
      Map<PlanKey, Set<SeatsId>> retakes,
      Map<SeatsId, PlanCourse> claimed) {}

  /**
   * Reads what the students hold, and courses that they claim.
   *
   * @param plans locked, at least one
   * @param claimed ids of courses with a term, at least one
   * @param withRetakes whether the retakes are read, which needs the rows besides the index
   */
  Courses read(Collection<PlanKey> plans, Collection<SeatsId> claimed, boolean withRetakes);

  /**
   * Writes the credits of plans whose rows are locked.
   *
   * @param credits by plan, at least one
   */
  void saveCredits(SortedMap<PlanKey, Integer> credits);

  /** Writes the credits of plans whose rows are locked, as their rows of {@code enrollment} say. */
  void recountCredits(SortedSet<PlanKey> plans);

  /** Returns which subjects count as one, and the limits of classifications. */
  SubjectRules subjectRules();
}
