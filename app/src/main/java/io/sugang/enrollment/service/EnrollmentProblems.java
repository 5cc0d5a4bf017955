package io.sugang.enrollment.service;

import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The problems with which the gate, the ledger and the rules reject an enrollment, for the OpenAPI
 * document. What an operation answers besides has a {@link ProblemResponses} of its own.
 */
@ProblemResponses({ProblemType.COURSE_FULL, ProblemType.ALREADY_ENROLLED})
@RuleProblems
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface EnrollmentProblems {}
