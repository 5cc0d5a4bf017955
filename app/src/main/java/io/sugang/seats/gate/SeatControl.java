package io.sugang.seats.gate;

/** Variant of the decision about a seat. */
public enum SeatControl {
  /** The gate in Redis rejects or grants; the ledger decides about every grant. */
  REDIS,
  /** The ledger alone, by the lock of the course row. */
  LOCK
}
