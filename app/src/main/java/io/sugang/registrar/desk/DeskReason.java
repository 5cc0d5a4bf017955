package io.sugang.registrar.desk;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import jakarta.validation.ReportAsSingleViolation;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The reason of a change: 1 to {@value #LONGEST} characters that are not all blank. */
@Documented
@Constraint(validatedBy = {})
@NotBlank
@Size(max = DeskReason.LONGEST)
@ReportAsSingleViolation
@Target({ElementType.FIELD, ElementType.RECORD_COMPONENT})
@Retention(RetentionPolicy.RUNTIME)
public @interface DeskReason {
  int LONGEST = 255;

  String message() default "must have 1 to " + LONGEST + " characters, not all of them blank";

  Class<?>[] groups() default {};

  Class<? extends Payload>[] payload() default {};
}
