package io.sugang.rules.window;

import io.sugang.platform.problem.ProblemType;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a student may not do something at the time of arrival, whatever seats there are.
 */
public sealed interface RegistrationRejection {
  /** Returns the problem with which the API answers. */
  ProblemType type();

  /**
   * The student's own window is yet to come.
   *
   * @param opensAt its first instant; null where none is announced
   */
  record NotOpen(@Nullable Instant opensAt) implements RegistrationRejection {
    @Override
    public ProblemType type() {
      return ProblemType.NOT_OPEN;
    }
  }

  /**
   * The student's own windows are over.
   *
   * @param closedAt the first instant after the last of them
   */
  record Closed(Instant closedAt) implements RegistrationRejection {
    @Override
    public ProblemType type() {
      return ProblemType.CLOSED;
    }
  }

  /**
   * The course is for others.
   *
   * @param audience the name of its audience
   */
  record OtherAudience(String audience) implements RegistrationRejection {
    @Override
    public ProblemType type() {
      return ProblemType.NOT_ELIGIBLE;
    }
  }

  /**
   * The course has its seats in pools, and none of them is for this student.
   *
   * @param audiences the names of their audiences
   * @param mergesAt from when on the course has the seats that they do not use; null: never
   */
  record OtherPools(List<String> audiences, @Nullable Instant mergesAt)
      implements RegistrationRejection {
    @Override
    public ProblemType type() {
      return ProblemType.NOT_ELIGIBLE;
    }
  }

  /** The desk takes no more enrollments in the course. */
  record CourseClosed() implements RegistrationRejection {
    @Override
    public ProblemType type() {
      return ProblemType.COURSE_CLOSED;
    }
  }

  /** The course does not take place. */
  record CourseCancelled() implements RegistrationRejection {
    @Override
    public ProblemType type() {
      return ProblemType.COURSE_CANCELLED;
    }
  }

  /** No window of the term is for this student. */
  record NoWindow() implements RegistrationRejection {
    @Override
    public ProblemType type() {
      return ProblemType.NOT_ELIGIBLE;
    }
  }

  /**
   * The student is on leave, or has left.
   *
   * @param standing as the register has it
   */
  record OtherStanding(String standing) implements RegistrationRejection {
    @Override
    public ProblemType type() {
      return ProblemType.NOT_ELIGIBLE;
    }
  }
}
