package io.sugang.server.management;

import io.sugang.platform.problem.ProblemJson;
import io.sugang.platform.problem.ProblemType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;

/**
 * Rejects requests of browsers to the management port, which has no sign-in: those for a host that
 * it is not called by (421), and those that a page made (403). A browser on this machine, or in the
 * network of the instances, would otherwise let any page that it shows change capacities.
 */
final class ManagementBorder implements Filter {
  private static final HttpStatusCode MISDIRECTED = HttpStatusCode.valueOf(421);

  private final ManagementHosts hosts;

  ManagementBorder(ManagementHosts hosts) {
    this.hosts = hosts;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    HttpServletRequest http = (HttpServletRequest) request;
    HttpServletResponse answer = (HttpServletResponse) response;
    String host = http.getHeader(HttpHeaders.HOST);
    // A client of HTTP/1.0 may leave it out, and is no browser.
    if (host != null && !hosts.include(host)) {
      write(
          ProblemType.INVALID_REQUEST.toProblemDetail(
              MISDIRECTED,
              "The management port is not called by this host, and nothing was done. Use localhost"
                  + " or an address; SUGANG_MANAGEMENT_HOSTS names further hosts."),
          http,
          answer);
    } else if (http.getHeader(HttpHeaders.ORIGIN) != null) {
      ProblemType.CROSS_SITE.write(
          answer,
          "The management port takes no requests of pages, and nothing was done. A program sends no"
              + " Origin.",
          http.getRequestURI());
    } else {
      chain.doFilter(request, response);
    }
  }

  private static void write(
      ProblemDetail problem, HttpServletRequest http, HttpServletResponse answer)
      throws IOException {
    byte[] body = ProblemJson.bytes(problem, http.getRequestURI());
    answer.setStatus(problem.getStatus());
    answer.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    answer.setContentLength(body.length);
    answer.getOutputStream().write(body);
  }
}
