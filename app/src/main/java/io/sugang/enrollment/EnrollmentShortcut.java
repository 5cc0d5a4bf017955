package io.sugang.enrollment;

import io.sugang.shortcut.Shortcut;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.MethodArgumentNotValidException;

/** {@code POST /api/enrollments} with a body of {@code application/json}. */
@Component
final class EnrollmentShortcut implements Shortcut {
  private final EnrollmentController controller;

  EnrollmentShortcut(EnrollmentController controller) {
    this.controller = controller;
  }

  @Override
  public String pathPattern() {
    return EnrollmentController.PATH;
  }

  @Override
  public boolean takes(HttpServletRequest request) {
    return request.getMethod().equals("POST")
        && request.getRequestURI().equals(EnrollmentController.PATH)
        && MediaType.APPLICATION_JSON_VALUE.equals(request.getContentType());
  }

  @Override
  public void answer(HttpServletRequest request, HttpServletResponse response)
      throws IOException, MethodArgumentNotValidException {
    controller.enroll(request, response);
  }
}
