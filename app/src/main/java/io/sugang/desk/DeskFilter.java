package io.sugang.desk;

import io.sugang.problem.ProblemType;
import io.sugang.signin.ActingUser;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/**
 * Rejects every request to the desk without a session of its staff, before anything of it is looked
 * at. What a member may do is decided by {@link DeskAccess}. Behind the fast path, whose requests
 * pay nothing for it.
 */
@Component
@Order(Ordered.LOWEST_PRECEDENCE - 10)
final class DeskFilter implements Filter {
  private static final String PATH = "/api/desk/";

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    HttpServletRequest http = (HttpServletRequest) request;
    ActingUser user = ActingUser.of(http);
    if (!http.getRequestURI().startsWith(PATH) || user.staff() != null) {
      chain.doFilter(request, response);
      return;
    }
    ResponseEntity<ProblemDetail> refused = user.noDesk();
    ProblemDetail problem = refused.getBody();
    ProblemType type =
        refused.getStatusCode() == HttpStatus.UNAUTHORIZED
            ? ProblemType.SIGN_IN_REQUIRED
            : ProblemType.NO_DESK;
    type.write(
        (HttpServletResponse) response,
        String.valueOf(problem == null ? null : problem.getDetail()),
        http.getRequestURI());
  }
}
