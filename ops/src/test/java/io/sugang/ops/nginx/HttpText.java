package io.sugang.ops.nginx;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;

/**
 * The lines of HTTP/1.1. Client and instances speak it over plain sockets, because most rules are
 * about what libraries hide: connections that are refused, break or stay silent, and requests that
 * are not well-formed.
 */
final class HttpText {
  private HttpText() {}

  /** Returns a line without its end; empty at the end of the stream. */
  static String readLine(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  /** Returns the headers by name, in any case. A header that is there twice has both values. */
  static Map<String, String> readHeaders(InputStream in) throws IOException {
    var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    for (String line = readLine(in); !line.isEmpty(); line = readLine(in)) {
      int colon = line.indexOf(':');
      headers.merge(
          line.substring(0, colon),
          line.substring(colon + 1).strip(),
          (one, two) -> one + ", " + two);
    }
    return headers;
  }
}
