package io.sugang.admission;

import java.util.concurrent.TimeUnit;
import org.apache.tomcat.util.threads.TaskQueue;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's threads, which know how long the request they serve has waited for one of them. Tomcat
 * does not tell: its clock begins when a thread takes the request.
 */
final class RequestThreads extends ThreadPoolExecutor {
  private static final ThreadLocal<@Nullable Long> SINCE = new ThreadLocal<>();

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
    long since = System.nanoTime();
    super.execute(() -> {
      SINCE.set(since);
      try {
        connection.run();
      } finally {
        SINCE.remove();
      }
    });
  }

  /**
   * How long, in nanoseconds, this thread's request has waited since its first byte was there, or
   * since the request before it on the connection was answered by another thread. Only the first
   * call tells: what comes next on the same connection has not waited.
   */
  static long takeWaitedNanos() {
    Long since = SINCE.get();
    SINCE.remove();
    return since == null ? 0 : System.nanoTime() - since;
  }
}
