package io.sugang.seats.idempotency;

/** Result of putting a marker into Redis. */
sealed interface PutResult {
  /** The marker of another request stands. */
  record Met(String marker) implements PutResult {}

  /** No marker of another request is known. */
  enum Own implements PutResult {
    /** The marker stands, or may stand, where Redis did not answer. */
    SENT,
    /** Redis was not asked. */
    NOT_SENT
  }
}
