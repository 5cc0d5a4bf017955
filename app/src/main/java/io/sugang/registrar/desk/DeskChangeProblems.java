package io.sugang.registrar.desk;

import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The problems of every operation of the desk with a body, for the OpenAPI document. */
@DeskProblems
@ProblemResponses(ProblemType.UNSUPPORTED_MEDIA_TYPE)
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface DeskChangeProblems {}
