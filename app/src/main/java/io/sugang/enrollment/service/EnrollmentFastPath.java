package io.sugang.enrollment.service;

import io.sugang.seats.idempotency.IdempotencyHeader;
import io.sugang.server.fastpath.FastPathRoute;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
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

  private final EnrollmentAnswers answers;
  private final EnrollmentRequestReader requests;

  EnrollmentFastPath(EnrollmentAnswers answers, EnrollmentRequestReader requests) {
    this.answers = answers;
    this.requests = requests;
  }

  @Override
  public String pathPattern() {
    return EnrollmentController.PATH;
  }

  @Override
  public boolean matches(String method, String path, @Nullable String contentType) {
    return method.equals("POST")
        && path.equals(EnrollmentController.PATH)
        && contentType != null
        && JSON.contains(contentType);
  }

  @Override
  public CompletionStage<ResponseEntity<?>> handle(HttpServletRequest request)
      throws MethodArgumentNotValidException {
    return answers.enroll(
        requests.read(request), request.getHeader(IdempotencyHeader.NAME), request);
  }
}
