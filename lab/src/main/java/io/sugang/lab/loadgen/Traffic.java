package io.sugang.lab.loadgen;

/** The requests of a load. Called by several threads at once. */
public interface Traffic {
  /**
   * Returns the request with this number, whole, as it goes over the wire (HTTP/1.1, kept alive).
   *
   * @param i counted from 0; each number is asked for once
   */
  byte[] request(long i);

  /**
   * Returns whether the request with this number should have this answer; every other is an error.
   */
  boolean expects(long i, int status);
}
