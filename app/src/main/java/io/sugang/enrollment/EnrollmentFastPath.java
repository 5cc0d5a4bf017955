package io.sugang.enrollment;

import io.sugang.fastpath.Answer;
import io.sugang.fastpath.FastPathRoute;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.MethodArgumentNotValidException;

/** {@code POST /api/enrollments} with a body of {@code application/json}, in UTF-8. */
@Component
final class EnrollmentFastPath implements FastPathRoute {
  private static final Set<String> JSON =
      Set.of(
          "application/json",
          "application/json;charset=utf-8",
          "application/json;charset=UTF-8",
          "application/json; charset=utf-8",
          "application/json; charset=UTF-8");

  private final EnrollmentController controller;

  EnrollmentFastPath(EnrollmentController controller) {
    this.controller = controller;
  }

  @Override
  public String pathPattern() {
    return EnrollmentController.PATH;
  }

  @Override
  public boolean takes(HttpServletRequest request) {
    String type = request.getContentType();
    return request.getMethod().equals("POST")
        && request.getRequestURI().equals(EnrollmentController.PATH)
        && type != null
        && JSON.contains(type);
  }

  @Override
  public CompletionStage<Answer> answer(HttpServletRequest request)
      throws MethodArgumentNotValidException {
    return controller.answer(request);
  }
}
