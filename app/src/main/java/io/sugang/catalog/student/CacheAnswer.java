package io.sugang.catalog.student;

/** Answer of Redis to a look-up of a student. */
sealed interface CacheAnswer {
  /** A cached student, as JSON. */
  @SuppressWarnings("ArrayRecordComponent") // never compared, and written to the client as it is
  record Known(byte[] json) implements CacheAnswer {}

  enum NoStudent implements CacheAnswer {
    /** MySQL had no such student within the last seconds. */
    UNKNOWN,
    /** A loader is reading the student. */
    LOADING,
    /** Nothing is cached. */
    MISSING,
    /** Redis does not answer. */
    AWAY
  }
}
