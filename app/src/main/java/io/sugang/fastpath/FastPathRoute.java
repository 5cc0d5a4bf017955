package io.sugang.fastpath;

import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.CompletionStage;

/**
 * One operation in the form in which nearly everybody asks for it, answered as its controller would
 * answer. Any other form is left to the controller.
 */
public interface FastPathRoute {
  /** Pattern of the operation's path, as metrics name it. */
  String pathPattern();

  /** Whether the request has that form. Reads nothing of its body. */
  boolean takes(HttpServletRequest request);

  /**
   * Reads a request that it takes, and begins to answer it. What the dispatcher would have prepared
   * is not there: no locale, no request attributes. Once this has returned, the request may be read
   * by the answer alone.
   *
   * @return the answer, which comes within a time that the feature limits, and on any thread
   * @throws Exception answered like one of a controller, and so is what the stage fails with
   */
  CompletionStage<Answer> answer(HttpServletRequest request) throws Exception;
}
