package io.sugang.server.fastpath;

import io.sugang.platform.problem.ProblemJson;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writer of a controller's answer with the bytes that Spring MVC would send, but without choosing a
 * converter and copying headers.
 */
@Component
final class ResponseWriter {
  private final JsonMapper json;

  ResponseWriter(JsonMapper json) {
    this.json = json;
  }

  /**
   * Writes an answer that fits into the buffers of the response. The caller may be a thread that
   * must not wait for a client. Tomcat sends the answer at once because it has its length, and not
   * when an HTTP thread is free.
   */
  void write(ResponseEntity<?> answer, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setStatus(answer.getStatusCode().value());
    answer
        .getHeaders()
        .forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
    byte[] body = bytes(answer.getBody(), request);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  private byte[] bytes(@Nullable Object body, HttpServletRequest request) {
    return switch (body) {
      case null -> new byte[0];
      case byte[] ready -> ready;
      // In a rush most answers are problems.
      case ProblemDetail problem -> ProblemJson.bytes(problem, request.getRequestURI());
      default -> json.writeValueAsBytes(body);
    };
  }
}
