package io.sugang.platform.problem;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Controller of errors outside of Spring MVC (filters, {@code sendError}), which Tomcat forwards
 * here.
 */
@Hidden
@RestController
class ProblemErrorController implements ErrorController {
  @RequestMapping("${spring.web.error.path:/error}")
  ResponseEntity<ProblemDetail> error(HttpServletRequest request) {
    // No status: the request was for /error itself, which is not part of the API.
    int status =
        request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code
            ? code
            : 404;
    if (request.getAttribute(RequestDispatcher.ERROR_EXCEPTION)
        instanceof InvalidParameterException) {
      status = 400;
    }
    ProblemType type = ProblemType.ofStatus(status);
    HttpStatusCode exact = HttpStatusCode.valueOf(status);
    ProblemDetail problem = type.toProblemDetail(exact, ErrorDetail.of(status));
    if (request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String uri) {
      problem.setInstance(instance(uri));
    }
    return ResponseEntity.status(exact).headers(type.headers()).body(problem);
  }

  private static @Nullable URI instance(String uri) {
    try {
      return URI.create(uri);
    } catch (IllegalArgumentException notAUri) {
      return null; // the instance is optional, and the client knows what it sent
    }
  }
}
