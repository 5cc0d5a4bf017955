package io.sugang.enrollment.service;

import io.sugang.seats.idempotency.IdempotencyHeader;
import io.sugang.server.fastpath.FastPathRoute;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.MethodArgumentNotValidException;

/** {@code POST /api/me/enrollments} with a body of {@code application/json}, in UTF-8. */
@Component
final class OwnEnrollmentFastPath implements FastPathRoute {
  private final EnrollmentAnswers answers;
  private final EnrollmentRequestReader requests;

  OwnEnrollmentFastPath(EnrollmentAnswers answers, EnrollmentRequestReader requests) {
    this.answers = answers;
    this.requests = requests;
  }

  @Override
  public String pathPattern() {
    return OwnEnrollmentsController.PATH;
  }

  @Override
  public boolean matches(String method, String path, @Nullable String contentType) {
    return method.equals("POST")
        && path.equals(OwnEnrollmentsController.PATH)
        && contentType != null
        && EnrollmentFastPath.JSON.contains(contentType);
  }

  @Override
  public CompletionStage<ResponseEntity<?>> handle(HttpServletRequest request)
      throws MethodArgumentNotValidException {
    return answers.enrollOwn(
        requests.read(request), request.getHeader(IdempotencyHeader.NAME), request);
  }
}
