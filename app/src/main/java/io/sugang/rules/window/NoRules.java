package io.sugang.rules.window;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** No rules: every student may enroll and cancel at any time. */
final class NoRules implements RegistrationRules {
  private static final CompletableFuture<Admission> ADMITTED =
      CompletableFuture.completedFuture(Admission.WITHOUT_POOLS);

  @Override
  public CompletableFuture<Admission> admission(
      RegistrationAction action, long studentId, long courseId, Instant arrivedAt) {
    return ADMITTED;
  }

  @Override
  public boolean mayRepeat(RegistrationAction action, long courseId, Instant arrivedAt) {
    return false;
  }
}
