package io.sugang.seats.gate;

/** Outcome of a confirm, a release or a load. */
public enum Settlement {
  /** Done. */
  SETTLED,
  /** The entry (or ticket) no longer belongs to the caller; nothing changed. */
  GONE,
  /** No answer; it may still be executed. */
  UNKNOWN
}
