package io.sugang.platform.problem;

import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

/** The chain of causes of a failure. */
public final class Causes {
  private static final int DEEPEST = 12;

  private Causes() {}

  /**
   * Returns the failure and its causes, at most {@value #DEEPEST}, because a chain may be a ring.
   */
  static Stream<Throwable> of(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause).limit(DEEPEST);
  }

  static boolean include(Throwable failure, Class<? extends Throwable> type) {
    return of(failure).anyMatch(type::isInstance);
  }

  /** Returns the failure of a {@link java.util.concurrent.CompletionStage} as it was thrown. */
  public static Throwable ofStage(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
