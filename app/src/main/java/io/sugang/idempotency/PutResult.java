package io.sugang.idempotency;

/** What became of putting a marker into Redis. */
sealed interface PutResult {
  /** Another request's marker stands. */
  record Met(String marker) implements PutResult {}

  /** No other marker is known of. */
  enum Own implements PutResult {
    /** The marker stands. */
    PUT,
    /** Redis did not answer; the marker may stand. */
    UNKNOWN,
    /** Redis was not asked. */
    NOT_TRIED
  }
}
