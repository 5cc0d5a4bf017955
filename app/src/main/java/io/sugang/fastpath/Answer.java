package io.sugang.fastpath;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** What a request is answered, once that is known. */
@FunctionalInterface
public interface Answer {

  /**
   * Writes it, less than a response buffers: whoever calls this must not wait for a client. With
   * its length it is sent when so much was written, without it when a thread of requests is free.
   */
  void write(HttpServletResponse response) throws IOException;

  /**
   * Waits for an answer.
   *
   * @throws Exception what {@code answer} failed with
   */
  static Answer await(CompletionStage<Answer> answer) throws Exception {
    try {
      return answer.toCompletableFuture().join();
    } catch (CompletionException failure) {
      throw failure(failure);
    }
  }

  /** The exception that a stage failed with, as it was thrown. */
  static Exception failure(Throwable ofStage) {
    Throwable thrown =
        ofStage instanceof CompletionException && ofStage.getCause() != null
            ? ofStage.getCause()
            : ofStage;
    return thrown instanceof Exception exception
        ? exception
        : new ServletException("Fast path failed", thrown);
  }
}
