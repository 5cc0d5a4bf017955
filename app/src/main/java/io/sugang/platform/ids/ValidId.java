package io.sugang.platform.ids;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import jakarta.validation.ReportAsSingleViolation;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** An id within {@link Ids}; null is left to {@code @NotNull}. */
@Documented
@Constraint(validatedBy = {})
@Min(Ids.MIN)
@Max(Ids.MAX)
@ReportAsSingleViolation
@Target({
  ElementType.FIELD,
  ElementType.PARAMETER,
  ElementType.RECORD_COMPONENT,
  ElementType.TYPE_USE
})
@Retention(RetentionPolicy.RUNTIME)
public @interface ValidId {
  String message() default "must be " + Ids.RANGE;

  Class<?>[] groups() default {};

  Class<? extends Payload>[] payload() default {};
}
