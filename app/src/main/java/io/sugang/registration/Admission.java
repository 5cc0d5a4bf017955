package io.sugang.registration;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a student may do something with a course, and of which of its pools a seat may be.
 *
 * @param refusal null: the student may
 * @param pools in the order in which they are tried; empty for a course that has its seats itself
 */
public record Admission(@Nullable RegistrationRefusal refusal, List<Long> pools) {
  static final Admission WITHOUT_POOLS = new Admission(null, List.of());

  static Admission of(@Nullable RegistrationRefusal refusal, List<Long> pools) {
    return refusal == null && pools.isEmpty() ? WITHOUT_POOLS : new Admission(refusal, pools);
  }
}
