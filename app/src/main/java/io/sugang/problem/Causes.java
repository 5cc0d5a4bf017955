package io.sugang.problem;

import java.util.stream.Stream;

/** The chain of causes of a failure. */
final class Causes {
  private static final int DEEPEST = 12;

  private Causes() {}

  /** The failure and its causes; bounded, because a chain may be a ring. */
  static Stream<Throwable> of(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause).limit(DEEPEST);
  }

  static boolean include(Throwable failure, Class<? extends Throwable> type) {
    return of(failure).anyMatch(type::isInstance);
  }
}
