package io.sugang.server.fastpath;

import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;

/**
 * An operation of the API in its usual form, handled before Spring MVC. It reads the arguments of a
 * controller's method from the request and calls the controller, which decides about the answer.
 * Requests in another form go to Spring MVC.
 */
public interface FastPathRoute {
  /** Returns the pattern of the operation's path, as the metrics name it. */
  String pathPattern();

  /**
   * Returns whether a request has the usual form.
   *
   * @param path with the escapes it came with, and without a query
   */
  boolean matches(String method, String path, @Nullable String contentType);

  /**
   * Reads a matching request and begins to answer it. What the dispatcher prepares is missing: no
   * locale, no request attributes. The route reads the request before this method returns.
   *
   * @return the answer, which arrives on any thread, within a time that the feature limits
   * @throws Exception handled like an exception of a controller; a failure of the stage is, too
   */
  CompletionStage<? extends ResponseEntity<?>> handle(HttpServletRequest request) throws Exception;
}
