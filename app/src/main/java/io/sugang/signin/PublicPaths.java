package io.sugang.signin;

import java.util.List;
import java.util.Set;

/**
 * What is answered without a session where sign-in is required. All of it is only read, or is the
 * way to a session.
 */
final class PublicPaths {
  private static final Set<String> EXACT =
      Set.of(
          "/api/courses",
          "/api/departments",
          "/api/seats",
          OidcController.PATH,
          OidcController.CALLBACK,
          "/v3/api-docs");
  private static final List<String> BEFORE_NAME = List.of("/api/courses/", "/problems/");

  private PublicPaths() {}

  /**
   * Whether a request needs no session.
   *
   * @param path as it was sent. An unusual spelling of a public path needs a session
   */
  static boolean include(String method, String path) {
    if (!RequestOrigin.reads(method)) {
      return false;
    }
    if (EXACT.contains(path)) {
      return true;
    }
    for (String folder : BEFORE_NAME) {
      if (path.startsWith(folder) && isName(path, folder.length())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isName(String path, int from) {
    for (int i = from; i < path.length(); i++) {
      char character = path.charAt(i);
      boolean plain =
          character >= 'a' && character <= 'z'
              || character >= 'A' && character <= 'Z'
              || character >= '0' && character <= '9'
              || character == '-';
      if (!plain) {
        return false;
      }
    }
    return path.length() > from;
  }
}
