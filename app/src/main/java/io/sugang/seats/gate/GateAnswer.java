package io.sugang.seats.gate;

/** Answer of the gate to a request for a seat. */
public sealed interface GateAnswer {

  /**
   * A grant: the seat is reserved until the caller confirms or releases it.
   *
   * @param token settles the grant; unique for ever
   */
  record Granted(String token) implements GateAnswer {}

  /**
   * No answer of Redis: the ledger decides alone. The call may have reserved the seat all the same,
   * before its time limit.
   *
   * @param token of the call. It may release what the call reserved, and never confirm: another
   *     call of the student may have an entry by then
   */
  record Unanswered(String token) implements GateAnswer {}

  /**
   * An answer without a seat. Only {@link #FULL} is a rejection; the ledger decides after the
   * others.
   */
  enum NotGranted implements GateAnswer {
    /**
     * Every seat was held at the instant of the call, by a row, a pending grant or a pending
     * cancel.
     */
    FULL,
    /** The student holds a confirmed seat at the gate; the ledger decides. */
    ALREADY_ENROLLED,
    /**
     * A grant or cancel of this student by another request is pending; the entry stays with its
     * owner.
     */
    PENDING,
    /** The roster of the course has to be loaded first. */
    NOT_LOADED,
    /** Redis is away or not trusted yet, so it was not asked: the ledger decides alone. */
    UNAVAILABLE
  }
}
