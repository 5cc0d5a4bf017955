package io.sugang.verifier;

import io.sugang.verifier.PlanRows.AsOne;
import io.sugang.verifier.PlanRows.Key;
import io.sugang.verifier.PlanRows.Limit;
import io.sugang.verifier.PlanRows.OfTerm;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** The facts by which a refusal by a rule of plans is judged. */
public interface PlanFacts {
  /**
   * Reads the tables: courses with their meetings, subjects that count as one, limits of students.
   */
  static PlanFacts read(Connection connection) throws SQLException {
    var rows = new PlanRows(connection);
    return new ReadFacts(rows.courses(), rows.subjectsAsOne(), rows.limits(), rows.mostCourses());
  }

  /** Returns whether two courses of one term meet at the same time. */
  boolean overlap(long courseId, long otherId);

  /** Returns whether two courses of one term are of subjects that count as one. */
  boolean sameSubject(long courseId, long otherId);

  /** Returns the credits of a course that count in the term of another one; 0 outside of it. */
  int credits(long courseId, long inTermOf);

  /** Returns the student's limit in the term of a course; empty without a registration in it. */
  OptionalInt creditLimit(long studentId, long courseId);

  /** Returns whether two courses of one term are of one classification. */
  boolean sameClassification(long courseId, long otherId);

  /**
   * Returns how many courses of a course's classification a plan of its term may hold; empty: any
   * number.
   */
  OptionalInt mostOfClassification(long courseId);

  /** Facts that were read. */
  record ReadFacts(
      Map<Long, PlanCourse> courses,
      Set<AsOne> subjectsAsOne,
      Map<Key, Limit> limits,
      Map<OfTerm, Integer> mostCourses)
      implements PlanFacts {
    @Override
    public boolean overlap(long courseId, long otherId) {
      var course = courses.get(courseId);
      var other = courses.get(otherId);
      return course != null
          && other != null
          && course.termId() == other.termId()
          && course.overlaps(other);
    }

    @Override
    public boolean sameSubject(long courseId, long otherId) {
      var course = courses.get(courseId);
      var other = courses.get(otherId);
      return course != null
          && other != null
          && course.termId() == other.termId()
          && course.isOfSubjectOf(other, subjectsAsOne);
    }

    @Override
    public int credits(long courseId, long inTermOf) {
      var course = courses.get(courseId);
      var other = courses.get(inTermOf);
      return course != null && other != null && course.termId() == other.termId()
          ? course.credits()
          : 0;
    }

    @Override
    public boolean sameClassification(long courseId, long otherId) {
      var course = courses.get(courseId);
      var other = courses.get(otherId);
      return course != null
          && other != null
          && course.termId() == other.termId()
          && course.classification().equals(other.classification());
    }

    @Override
    public OptionalInt mostOfClassification(long courseId) {
      var course = courses.get(courseId);
      var most =
          course == null
              ? null
              : mostCourses.get(new OfTerm(course.ruleTerm(), course.classification()));
      return most == null ? OptionalInt.empty() : OptionalInt.of(most);
    }

    @Override
    public OptionalInt creditLimit(long studentId, long courseId) {
      var course = courses.get(courseId);
      var limit = course == null ? null : limits.get(new Key(studentId, course.termId()));
      return limit == null ? OptionalInt.empty() : OptionalInt.of(limit.creditLimit());
    }
  }
}
