package io.sugang.server.admission;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;

/**
 * The moment at which a request reached this instance, by {@link System#nanoTime}: its first byte
 * was there, and it began to wait for a thread.
 *
 * <p>Where a request follows another one on its connection whose end still waited for a thread,
 * Tomcat does not tell when its first byte came. Then it is the moment at which the thread took it:
 * later than the arrival by that wait at most. So a request that came before a window opened may be
 * taken for one that came after, and never the other way round.
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
