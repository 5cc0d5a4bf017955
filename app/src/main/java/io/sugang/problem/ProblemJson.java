package io.sugang.problem;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes a problem where Spring MVC is not involved: in filters, and in Tomcat before a request
 * reaches the service.
 */
final class ProblemJson {
  private static final JsonMapper MAPPER = new JsonMapper();

  private ProblemJson() {}

  static void write(
      HttpServletResponse response,
      ProblemType type,
      int status,
      String detail,
      @Nullable String instance)
      throws IOException {
    Map<String, Object> problem = new LinkedHashMap<>();
    problem.put("type", type.type().toString());
    problem.put("title", type.title());
    problem.put("status", status);
    problem.put("detail", detail);
    if (instance != null) {
      problem.put("instance", instance);
    }
    problem.put("code", type.code());
    byte[] body = MAPPER.writeValueAsBytes(problem);
    response.setStatus(status);
    type.headers().forEach((name, values) -> response.setHeader(name, values.getFirst()));
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
