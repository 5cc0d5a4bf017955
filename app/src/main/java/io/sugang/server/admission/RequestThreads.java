package io.sugang.server.admission;

import java.util.concurrent.TimeUnit;
import org.apache.tomcat.util.threads.TaskQueue;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Threads of Tomcat that know how long their request has waited for a thread. Tomcat's own clock
 * begins when a thread takes the request.
 */
final class RequestThreads extends ThreadPoolExecutor {
  private static final ThreadLocal<@Nullable Wait> WAIT = new ThreadLocal<>();

  /** How a task came to its thread. */
  static final class Wait {
    private final long since = System.nanoTime();
    private boolean afterAnAnswer;

    /**
     * Returns the nanoTime since which the request has waited: its first byte was there, or the
     * request before it on the connection was answered by another thread.
     */
    long since() {
      return since;
    }

    /** Whether it is the latter. */
    boolean isAfterAnAnswer() {
      return afterAnAnswer;
    }
  }

  /**
   * @param threads that there always are
   */
  RequestThreads(String name, int threads) {
    this(new TaskQueue(), name, threads);
  }

  private RequestThreads(TaskQueue queue, String name, int threads) {
    super(
        threads,
        threads,
        0,
        TimeUnit.SECONDS,
        queue,
        new TaskThreadFactory(name, true, Thread.NORM_PRIORITY));
    queue.setParent(this);
  }

  @Override
  public void execute(Runnable connection) {
    Wait wait = new Wait();
    super.execute(() -> {
      WAIT.set(wait);
      try {
        connection.run();
      } finally {
        WAIT.remove();
      }
    });
  }

  /**
   * Returns how long the request of this thread has waited; null for one that has not. Only the
   * first call returns it: the next request on the same connection has not waited.
   */
  static @Nullable Wait take() {
    Wait wait = WAIT.get();
    WAIT.remove();
    return wait;
  }

  /** To be called when a request ends that another thread has answered. */
  static void answered() {
    Wait wait = WAIT.get();
    if (wait != null) {
      wait.afterAnAnswer = true;
    }
  }
}
