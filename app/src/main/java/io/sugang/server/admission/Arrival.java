package io.sugang.server.admission;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;

/**
 * The moment at which a request reached this instance, by {@link System#nanoTime}: its first byte
 * was there, and it began to wait for a thread.
 *
 * <p>For a follow-up request on a connection, Tomcat does not expose the time of the first byte
 * while the end of the request before waits for a thread. Then it is the moment at which the thread
 * took the request: later than the arrival by that wait at most. So a request that came before a
 * window opened may be taken for one that came after, and never the other way round.
 */
public final class Arrival {
  private static final String ATTRIBUTE = Arrival.class.getName();

  private Arrival() {}

  /** Returns the moment; now for a request that no filter of this package has seen. */
  public static long nanoTimeOf(HttpServletRequest request) {
    return request.getAttribute(ATTRIBUTE) instanceof Long moment ? moment : System.nanoTime();
  }

  static void set(ServletRequest request, long nanoTime) {
    request.setAttribute(ATTRIBUTE, nanoTime);
  }
}
