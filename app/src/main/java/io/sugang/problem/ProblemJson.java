package io.sugang.problem;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * Writes a problem past Spring MVC's converters: in filters, in Tomcat before a request reaches the
 * service, and where refusals are what most requests get.
 */
final class ProblemJson {
  private ProblemJson() {}

  static void write(
      HttpServletResponse response,
      ProblemType type,
      int status,
      String detail,
      @Nullable String instance)
      throws IOException {
    write(response, type, status, detail, instance, Map.of());
  }

  /**
   * Writes a problem.
   *
   * @param members more than all problems have: texts and numbers by name
   */
  static void write(
      HttpServletResponse response,
      ProblemType type,
      int status,
      String detail,
      @Nullable String instance,
      Map<String, Object> members)
      throws IOException {
    byte[] body = body(type, status, detail, instance, members).getBytes(StandardCharsets.UTF_8);
    response.setStatus(status);
    if (type.retryAfter() != null) {
      response.setHeader(HttpHeaders.RETRY_AFTER, type.retryAfter());
    }
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  // In the order in which Spring MVC writes a ProblemDetail. Only what comes from a request can
  // have something to escape.
  private static String body(
      ProblemType type,
      int status,
      String detail,
      @Nullable String instance,
      Map<String, Object> members) {
    StringBuilder json = new StringBuilder(256).append("{\"detail\":\"").append(escaped(detail));
    if (instance != null) {
      json.append("\",\"instance\":\"").append(escaped(instance));
    }
    json.append("\",\"status\":")
        .append(status)
        .append(",\"title\":\"")
        .append(type.title())
        .append("\",\"type\":\"")
        .append(type.type())
        .append("\",\"code\":\"")
        .append(type.code())
        .append('"');
    members.forEach((name, value) -> append(json, name, value));
    return json.append('}').toString();
  }

  private static void append(StringBuilder json, String name, Object value) {
    json.append(",\"").append(name).append("\":");
    if (value instanceof Number) {
      json.append(value);
    } else {
      json.append('"').append(escaped(value.toString())).append('"');
    }
  }

  private static char[] escaped(String text) {
    return JsonStringEncoder.getInstance().quoteAsCharArray(text);
  }
}
