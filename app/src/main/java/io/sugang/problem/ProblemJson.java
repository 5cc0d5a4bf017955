package io.sugang.problem;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
    byte[] body = body(type, status, detail, instance).getBytes(StandardCharsets.UTF_8);
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
      ProblemType type, int status, String detail, @Nullable String instance) {
    StringBuilder json = new StringBuilder(256).append("{\"detail\":\"").append(escaped(detail));
    if (instance != null) {
      json.append("\",\"instance\":\"").append(escaped(instance));
    }
    return json.append("\",\"status\":")
        .append(status)
        .append(",\"title\":\"")
        .append(type.title())
        .append("\",\"type\":\"")
        .append(type.type())
        .append("\",\"code\":\"")
        .append(type.code())
        .append("\"}")
        .toString();
  }

  private static char[] escaped(String text) {
    return JsonStringEncoder.getInstance().quoteAsCharArray(text);
  }
}
