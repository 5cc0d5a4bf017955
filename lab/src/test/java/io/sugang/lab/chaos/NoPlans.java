package io.sugang.lab.chaos;

import io.sugang.verifier.PlanFacts;
import java.util.OptionalInt;

/** Courses without a term. */
class NoPlans implements PlanFacts {
  @Override
  public boolean overlap(long courseId, long otherId) {
    return false;
  }

  @Override
  public boolean sameSubject(long courseId, long otherId) {
    return false;
  }

  @Override
  public int credits(long courseId, long inTermOf) {
    return 0;
  }

  @Override
  public boolean sameClassification(long courseId, long otherId) {
    return false;
  }

  @Override
  public OptionalInt mostOfClassification(long courseId) {
    return OptionalInt.empty();
  }

  @Override
  public OptionalInt creditLimit(long studentId, long courseId) {
    return OptionalInt.empty();
  }
}
