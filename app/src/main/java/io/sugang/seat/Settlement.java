package io.sugang.seat;

/** How a confirm, a release or a load ended. */
public enum Settlement {
  /** Done. */
  SETTLED,
  /** The entry (or ticket) is not the caller's any more; nothing changed. */
  GONE,
  /** No answer; it may still be executed. */
  UNKNOWN
}
