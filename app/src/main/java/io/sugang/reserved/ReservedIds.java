package io.sugang.reserved;

/**
 * Ids that no student, professor or course of the university ever has. An instance that warms up
 * makes rows with such ids, drives the real endpoints with them, and removes them again; whoever
 * lists, counts or reconciles leaves them out.
 */
public final class ReservedIds {

  /** The first of them. All are still below 2^53, so JavaScript can hold them like any other id. */
  public static final long FIRST = 9_007_199_254_000_000L;

  private ReservedIds() {}

  /** Whether the id belongs to warm-up. */
  public static boolean contains(long id) {
    return id >= FIRST;
  }
}
