package io.sugang.platform.problem;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The problems that an operation of the API answers with, for the OpenAPI document. Operations with
 * the same answers have them by an annotation of their own, and may have further ones. The document
 * has those of one status in the order in which the annotations of the operation are written.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface ProblemResponses {
  ProblemType[] value();
}
