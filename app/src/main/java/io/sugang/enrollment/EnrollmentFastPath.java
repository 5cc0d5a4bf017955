package io.sugang.enrollment;

import io.sugang.fastpath.FastPathRoute;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.MethodArgumentNotValidException;

/** {@code POST /api/enrollments} with a body of {@code application/json}, in UTF-8. */
@Component
final class EnrollmentFastPath implements FastPathRoute {
  static final Set<String> JSON =
      Set.of(
          "application/json",
          "application/json;charset=utf-8",
          "application/json;charset=UTF-8",
          "application/json; charset=utf-8",
          "application/json; charset=UTF-8");

  private final EnrollmentController controller;
  private final EnrollmentRequestReader requests;

  EnrollmentFastPath(EnrollmentController controller, EnrollmentRequestReader requests) {
    this.controller = controller;
    this.requests = requests;
  }

  @Override
  public String pathPattern() {
    return EnrollmentController.PATH;
  }

  @Override
  public boolean matches(HttpServletRequest request) {
    String type = request.getContentType();
    return request.getMethod().equals("POST")
        && request.getRequestURI().equals(EnrollmentController.PATH)
        && type != null
        && JSON.contains(type);
  }

  @Override
  public CompletionStage<ResponseEntity<?>> handle(HttpServletRequest request)
      throws MethodArgumentNotValidException {
    return controller.enrollAsync(
        requests.read(request), request.getHeader(EnrollmentController.KEY), request);
  }
}
