package io.sugang.enrollment.service;

import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The problems with which a window rejects what is no enrollment, like a cancel or a change of the
 * basket, for the OpenAPI document.
 */
@ProblemResponses({ProblemType.NOT_OPEN, ProblemType.CLOSED, ProblemType.NOT_ELIGIBLE})
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface WindowProblems {}
