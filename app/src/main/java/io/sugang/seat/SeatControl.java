package io.sugang.seat;

/** Who decides about a seat. */
public enum SeatControl {
  /** The gate in Redis refuses what it can; the ledger keeps what it grants. */
  REDIS,
  /** The ledger alone, by the lock of the course row. */
  LOCK
}
