package io.sugang.admission;

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
   * Returns how long, in nanoseconds, the request of this thread has waited since its first byte
   * arrived, or since another thread answered the previous request of the connection. Only the
   * first call returns it: the next request on the same connection has not waited.
   */
  static long takeWaitedNanos() {
    Long since = SINCE.get();
    SINCE.remove();
    return since == null ? 0 : System.nanoTime() - since;
  }
}
