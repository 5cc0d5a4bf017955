package io.sugang.rules.plan;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.problem.ProblemType;
import io.sugang.rules.plan.SlotMask.Time;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rule about a student's plan or history that forbids a course, with what helps the student.
 */
public sealed interface PlanRejection {
  /** Returns the problem with which the API answers. */
  ProblemType type();

  /** Returns the rule that the desk may waive for a student and a course; null: it waives none. */
  @Nullable WaivedRule waivable();

  /** The student is not registered in the term of the course. */
  record NotInTerm(long termId) implements PlanRejection {
    @Override
    public ProblemType type() {
      return ProblemType.NOT_IN_TERM;
    }

    @Override
    public @Nullable WaivedRule waivable() {
      return null;
    }
  }

  /**
   * The plan holds the subject, or one that counts as the same.
   *
   * @param seatsId the course of the plan
   */
  record SameSubject(SeatsId seatsId) implements PlanRejection {
    @Override
    public ProblemType type() {
      return ProblemType.SAME_SUBJECT;
    }

    @Override
    public @Nullable WaivedRule waivable() {
      return null;
    }
  }

  /**
   * A course of the plan meets at the same time.
   *
   * @param seatsId the course of the plan
   * @param time the first time of the week that both have
   */
  record TimeConflict(SeatsId seatsId, Time time) implements PlanRejection {
    @Override
    public ProblemType type() {
      return ProblemType.TIME_CONFLICT;
    }

    @Override
    public WaivedRule waivable() {
      return WaivedRule.TIME_CONFLICT;
    }
  }

  /**
   * The credits of the plan and of the course exceed the limit.
   *
   * @param used credits of the plan
   * @param limit of the student in the term
   * @param needed credits of the course
   */
  record CreditLimit(int used, int limit, int needed) implements PlanRejection {
    @Override
    public ProblemType type() {
      return ProblemType.CREDIT_LIMIT;
    }

    @Override
    public WaivedRule waivable() {
      return WaivedRule.CREDIT_LIMIT;
    }
  }

  /**
   * The plan holds as many courses of the classification as the term allows.
   *
   * @param used courses of the plan
   * @param limit courses that a plan of the term may hold
   */
  record ClassificationLimit(String classification, int used, int limit) implements PlanRejection {
    @Override
    public ProblemType type() {
      return ProblemType.CLASSIFICATION_LIMIT;
    }

    @Override
    public @Nullable WaivedRule waivable() {
      return null;
    }
  }

  /**
   * The student passed the subject, and no rule allows to improve the grade.
   *
   * @param subjectId of the transcript: the subject, or one that counts as the same
   * @param termId in which it was passed
   * @param grade as the transcript writes it
   * @param gradeAtMost the best grade that may be improved; null where no rule is about it
   */
  record RetakeNotAllowed(long subjectId, long termId, String grade, @Nullable String gradeAtMost)
      implements PlanRejection {
    @Override
    public ProblemType type() {
      return ProblemType.RETAKE_NOT_ALLOWED;
    }

    @Override
    public WaivedRule waivable() {
      return WaivedRule.RETAKE;
    }
  }

  /** What a limit of retakes counts. */
  enum RetakeUnit {
    COURSES_OF_TERM,
    CREDITS_OF_TERM,
    COURSES_IN_ALL
  }

  /**
   * The course is a retake, and exceeds a limit of retakes.
   *
   * @param used retakes so far
   */
  record RetakeLimit(RetakeUnit unit, int used, int limit) implements PlanRejection {
    @Override
    public ProblemType type() {
      return ProblemType.RETAKE_LIMIT;
    }

    @Override
    public WaivedRule waivable() {
      return WaivedRule.RETAKE;
    }
  }

  /**
   * The subject needs others.
   *
   * @param missing those that were not passed
   */
  record Prerequisite(List<SubjectName> missing) implements PlanRejection {
    @Override
    public ProblemType type() {
      return ProblemType.PREREQUISITE;
    }

    @Override
    public WaivedRule waivable() {
      return WaivedRule.PREREQUISITE;
    }
  }

  /**
   * The subject needs others in the same term.
   *
   * @param missing those that were not passed and are not in the plan
   */
  record Corequisite(List<SubjectName> missing) implements PlanRejection {
    @Override
    public ProblemType type() {
      return ProblemType.COREQUISITE;
    }

    @Override
    public @Nullable WaivedRule waivable() {
      return null;
    }
  }
}
