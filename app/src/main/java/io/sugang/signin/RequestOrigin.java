package io.sugang.signin;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Whether a request was made by a page of another site. Such a page can make a browser send the
 * user's cookie. Browsers say in {@code Sec-Fetch-Site} or {@code Origin} which page made a
 * request, and no page can change what they say.
 */
final class RequestOrigin {
  private RequestOrigin() {}

  /**
   * Whether the request may change something.
   *
   * @param byCookie whether the request has a session by a cookie: then the browser must say where
   *     it comes from. A program without a cookie need not
   */
  static boolean mayChange(HttpServletRequest request, boolean byCookie) {
    String site = request.getHeader("Sec-Fetch-Site");
    if (site != null) {
      return site.equals("same-origin") || site.equals("none");
    }
    String origin = request.getHeader("Origin");
    return origin == null ? !byCookie : isOf(origin, request.getHeader("Host"));
  }

  /**
   * Whether a browser says that a page of another site made the request. False where it says
   * nothing: by HTTP it does not, and neither does a program.
   */
  static boolean isOfAnotherSite(HttpServletRequest request) {
    String site = request.getHeader("Sec-Fetch-Site");
    return site != null && !site.equals("same-origin") && !site.equals("none");
  }

  /** Whether the request reads only. */
  static boolean reads(String method) {
    return method.equals("GET") || method.equals("HEAD") || method.equals("OPTIONS");
  }

  // The scheme is left out: behind a TLS proxy the instance does not know it.
  private static boolean isOf(String origin, @Nullable String host) {
    int scheme = origin.indexOf("://");
    return host != null
        && scheme > 0
        && origin.length() == scheme + 3 + host.length()
        && origin.regionMatches(true, scheme + 3, host, 0, host.length());
  }
}
