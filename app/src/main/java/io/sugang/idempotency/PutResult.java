package io.sugang.idempotency;

/** What became of putting a marker into Redis. */
sealed interface PutResult {
  /** Another request's marker stands. */
  record Met(String marker) implements PutResult {}

  /** No other marker is known of. */
  enum Own implements PutResult {
    /** The marker stands, or may stand, where Redis did not answer. */
    SENT,
    /** Redis was not asked. */
    NOT_SENT
  }
}
