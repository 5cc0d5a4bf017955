package io.sugang.catalog.student;

import io.sugang.server.fastpath.FastPathRoute;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** {@code GET /api/me}. */
@Component
final class OwnStudentFastPath implements FastPathRoute {
  private final StudentAnswers answers;

  OwnStudentFastPath(StudentAnswers answers) {
    this.answers = answers;
  }

  @Override
  public String pathPattern() {
    return OwnStudentController.PATH;
  }

  @Override
  public boolean matches(String method, String path, @Nullable String contentType) {
    return method.equals("GET") && path.equals(OwnStudentController.PATH);
  }

  @Override
  public CompletionStage<ResponseEntity<?>> handle(HttpServletRequest request) {
    return answers.findOwn(request);
  }
}
