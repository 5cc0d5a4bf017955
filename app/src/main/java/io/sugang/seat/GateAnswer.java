package io.sugang.seat;

/** What the gate says to a student who wants a seat. */
public sealed interface GateAnswer {

  /**
   * The seat is held for the caller until it confirms or releases it.
   *
   * @param token settles the grant; unique for ever
   */
  record Granted(String token) implements GateAnswer {}

  /** Every answer that comes without a seat. */
  enum NotGranted implements GateAnswer {
    /**
     * Every seat was held at the instant of the call, by a row, an open grant or an open cancel.
     */
    FULL,
    /** The gate has the student confirmed; the ledger has the last word. */
    ALREADY_ENROLLED,
    /**
     * Another request's grant or cancel of this student is open; the entry stays with its owner.
     */
    PENDING,
    /** The roster of the course has to be loaded first. */
    NOT_LOADED,
    /** Redis is away, slow, or not trusted yet: the ledger decides alone. */
    UNAVAILABLE
  }
}
