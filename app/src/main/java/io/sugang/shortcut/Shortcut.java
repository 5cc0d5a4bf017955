package io.sugang.shortcut;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * One operation in the form in which nearly everybody asks for it, answered as its controller would
 * answer. Any other form is left to the controller.
 */
public interface Shortcut {
  /** Pattern of the operation's path, as metrics name it. */
  String pathPattern();

  /** Whether the request has that form. Reads nothing of its body. */
  boolean takes(HttpServletRequest request);

  /**
   * Answers a request that it takes. What the dispatcher would have prepared is not there: no
   * locale, no request attributes.
   *
   * @throws Exception answered like one of a controller
   */
  void answer(HttpServletRequest request, HttpServletResponse response) throws Exception;
}
