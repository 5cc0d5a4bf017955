package io.sugang.platform.problem;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * Problem details as JSON, byte for byte as Spring MVC writes them. For answers that Spring MVC
 * does not write: of filters, of Tomcat before a request reaches the service, and of the fast path.
 */
public final class ProblemJson {
  private ProblemJson() {}

  /**
   * Returns the JSON of a problem that {@link ProblemType} made.
   *
   * @param path of the request; it is the {@code instance} of a problem without one
   */
  public static byte[] bytes(ProblemDetail problem, String path) {
    URI instance = problem.getInstance();
    Map<String, Object> properties = problem.getProperties();
    return bytes(
        problem.getStatus(),
        String.valueOf(problem.getTitle()),
        String.valueOf(problem.getType()),
        String.valueOf(problem.getDetail()),
        instance == null ? path : instance.toString(),
        properties == null ? Map.of() : properties);
  }

  /**
   * Writes the problem of an error of which only the status is known. It has no {@code instance},
   * because the URL may be what is wrong.
   *
   * @param status 400 to 599
   */
  public static void write(HttpServletResponse response, int status) throws IOException {
    write(response, ProblemType.ofStatus(status), status, ErrorDetail.of(status), null);
  }

  static void write(
      HttpServletResponse response,
      ProblemType type,
      int status,
      String detail,
      @Nullable String instance)
      throws IOException {
    write(response, type, status, detail, instance, Map.of());
  }

  static void write(
      HttpServletResponse response,
      ProblemType type,
      int status,
      String detail,
      @Nullable String instance,
      Map<String, Object> more)
      throws IOException {
    byte[] body =
        bytes(status, type.title(), type.type().toString(), detail, instance, members(type, more));
    response.setStatus(status);
    if (type.retryAfter() != null) {
      response.setHeader(HttpHeaders.RETRY_AFTER, type.retryAfter());
    }
    if (type.status() == HttpStatus.UNAUTHORIZED) {
      response.setHeader(HttpHeaders.WWW_AUTHENTICATE, ProblemType.AUTHENTICATE);
    }
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  // In the order in which Spring MVC writes a ProblemDetail. Title and type are constants without a
  // character to escape.
  private static byte[] bytes(
      int status,
      String title,
      String type,
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
        .append(title)
        .append("\",\"type\":\"")
        .append(type)
        .append('"');
    members.forEach((name, value) -> append(json, name, value));
    return json.append('}').toString().getBytes(StandardCharsets.UTF_8);
  }

  // The code first, as in a ProblemDetail.
  private static Map<String, Object> members(ProblemType type, Map<String, Object> more) {
    if (more.isEmpty()) {
      return Map.of(ProblemType.CODE, type.code());
    }
    Map<String, Object> members = new LinkedHashMap<>();
    members.put(ProblemType.CODE, type.code());
    members.putAll(more);
    return members;
  }

  private static void append(StringBuilder json, String name, @Nullable Object value) {
    json.append(",\"").append(escaped(name)).append("\":");
    append(json, value);
  }

  /** Appends a text, number, truth value, null, or a list or map of those. */
  private static void append(StringBuilder json, @Nullable Object value) {
    switch (value) {
      case null -> json.append("null");
      case Number number -> json.append(number);
      case Boolean truth -> json.append(truth.booleanValue());
      case Collection<?> list -> {
        char before = '[';
        for (Object one : list) {
          append(json.append(before), one);
          before = ',';
        }
        json.append(list.isEmpty() ? "[]" : "]");
      }
      case Map<?, ?> members -> {
        char before = '{';
        for (Map.Entry<?, ?> member : members.entrySet()) {
          json.append(before).append('"').append(escaped(String.valueOf(member.getKey())));
          append(json.append("\":"), member.getValue());
          before = ',';
        }
        json.append(members.isEmpty() ? "{}" : "}");
      }
      default -> json.append('"').append(escaped(value.toString())).append('"');
    }
  }

  private static char[] escaped(String text) {
    return JsonStringEncoder.getInstance().quoteAsCharArray(text);
  }
}
