package io.sugang.student;

/** What Redis says about a student. */
sealed interface CacheAnswer {
  /** The student is cached. */
  @SuppressWarnings("ArrayRecordComponent") // never compared, and written to the client as it is
  record Known(byte[] json) implements CacheAnswer {}

  enum NoStudent implements CacheAnswer {
    /** A moment ago MySQL had no such student. */
    UNKNOWN,
    /** Somebody is loading the student. */
    LOADING,
    /** Nothing is cached. */
    MISSING,
    /** Redis does not answer. */
    AWAY
  }
}
