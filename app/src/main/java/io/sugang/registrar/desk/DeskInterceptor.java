package io.sugang.registrar.desk;

import io.sugang.platform.problem.ProblemType;
import io.sugang.signin.ActingUser;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Rejects every operation of the desk without a session of its staff, before its parameters and its
 * body are looked at. What a member may do is decided by {@link DeskAccess}.
 */
@Component
final class DeskInterceptor implements HandlerInterceptor, WebMvcConfigurer {

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(this).addPathPatterns("/api/desk/**");
  }

  @Override
  public boolean preHandle(HttpServletRequest http, HttpServletResponse response, Object handler)
      throws IOException {
    ActingUser user = ActingUser.of(http);
    if (user.staff() != null) {
      return true;
    }
    ResponseEntity<ProblemDetail> refused = user.noDesk();
    ProblemDetail problem = refused.getBody();
    ProblemType type =
        refused.getStatusCode() == HttpStatus.UNAUTHORIZED
            ? ProblemType.SIGN_IN_REQUIRED
            : ProblemType.NO_DESK;
    type.write(
        response,
        String.valueOf(problem == null ? null : problem.getDetail()),
        http.getRequestURI());
    return false;
  }
}
