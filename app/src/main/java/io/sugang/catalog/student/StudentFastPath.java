package io.sugang.catalog.student;

import io.sugang.server.fastpath.FastPathRoute;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** {@code GET /api/students/{id}} with an id of one to fifteen digits. */
@Component
final class StudentFastPath implements FastPathRoute {
  private static final String BEFORE_ID =
      StudentController.PATH.substring(0, StudentController.PATH.indexOf('{'));

  /** Every number of up to 15 digits is an id. */
  private static final int MOST_DIGITS = 15;

  private final StudentAnswers answers;

  StudentFastPath(StudentAnswers answers) {
    this.answers = answers;
  }

  @Override
  public String pathPattern() {
    return StudentController.PATH;
  }

  @Override
  public boolean matches(String method, String path, @Nullable String contentType) {
    return method.equals("GET") && endsInId(path);
  }

  private static boolean endsInId(String path) {
    int digits = path.length() - BEFORE_ID.length();
    if (digits < 1 || digits > MOST_DIGITS || !path.startsWith(BEFORE_ID)) {
      return false;
    }
    // Spring MVC decides about 0 and about numbers with leading zeros.
    if (path.charAt(BEFORE_ID.length()) == '0') {
      return false;
    }
    for (int i = BEFORE_ID.length(); i < path.length(); i++) {
      if (path.charAt(i) < '0' || path.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  @Override
  public CompletionStage<ResponseEntity<?>> handle(HttpServletRequest request) {
    return answers.find(
        Long.parseLong(request.getRequestURI().substring(BEFORE_ID.length())), request);
  }
}
