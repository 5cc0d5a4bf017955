package io.sugang.lab.loadgen;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** Requests of the API as bytes. */
public final class Requests {
  private final String get;
  private final String post;

  /**
   * @param target scheme, host and port, e.g. {@code http://127.0.0.1:8080}
   */
  public Requests(URI target) {
    this(target, Map.of());
  }

  /**
   * @param headers sent with each request
   */
  public Requests(URI target, Map<String, String> headers) {
    String host =
        headers.entrySet().stream()
            .map(header -> header.getKey() + ": " + header.getValue() + "\r\n")
            .collect(
                Collectors.joining(
                    "", "Host: " + target.getHost() + ":" + target.getPort() + "\r\n", ""));
    get = " HTTP/1.1\r\n" + host + "\r\n";
    post =
        "POST /api/enrollments HTTP/1.1\r\n"
            + host
            + "Content-Type: application/json\r\nContent-Length: ";
  }

  byte[] student(long studentId) {
    return bytes("GET /api/students/" + studentId + get);
  }

  byte[] enrollment(long studentId, long courseId) {
    // Concatenation, not a format: this is done for every request, on the cores that are
    // measured.
    String body = "{\"studentId\":" + studentId + ",\"courseId\":" + courseId + "}";
    return bytes(post + body.length() + "\r\n\r\n" + body);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
