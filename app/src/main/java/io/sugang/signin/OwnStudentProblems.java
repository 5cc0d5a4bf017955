package io.sugang.signin;

import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The problems of every operation of a student about what is their own, for the OpenAPI document.
 * What an operation answers besides has a {@link ProblemResponses} of its own.
 */
@ProblemResponses({
  ProblemType.SIGN_IN_REQUIRED,
  ProblemType.NO_STUDENT,
  ProblemType.INVALID_REQUEST,
  ProblemType.TEMPORARILY_UNAVAILABLE
})
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface OwnStudentProblems {}
