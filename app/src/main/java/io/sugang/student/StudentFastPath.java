package io.sugang.student;

import io.sugang.fastpath.Answer;
import io.sugang.fastpath.FastPathRoute;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.CompletionStage;
import org.springframework.stereotype.Component;

/** {@code GET /api/students/{id}} with an id of one to fifteen digits. */
@Component
final class StudentFastPath implements FastPathRoute {
  private static final String BEFORE_ID =
      StudentController.PATH.substring(0, StudentController.PATH.indexOf('{'));

  /** Any number of so many digits is an id. */
  private static final int MOST_DIGITS = 15;

  private final StudentController controller;

  StudentFastPath(StudentController controller) {
    this.controller = controller;
  }

  @Override
  public String pathPattern() {
    return StudentController.PATH;
  }

  @Override
  public boolean takes(HttpServletRequest request) {
    return request.getMethod().equals("GET") && endsInId(request.getRequestURI());
  }

  private static boolean endsInId(String path) {
    int digits = path.length() - BEFORE_ID.length();
    if (digits < 1 || digits > MOST_DIGITS || !path.startsWith(BEFORE_ID)) {
      return false;
    }
    // 0 is no id, and how other numbers may begin is not to be said twice.
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
  public CompletionStage<Answer> answer(HttpServletRequest request) {
    String path = request.getRequestURI();
    long id = Long.parseLong(path.substring(BEFORE_ID.length()));
    return controller.answer(id, path);
  }
}
