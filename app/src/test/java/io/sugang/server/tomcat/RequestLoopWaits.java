package io.sugang.server.tomcat;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import reactor.blockhound.BlockHound;
import reactor.blockhound.BlockingMethod;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Fails a test when the request loop waited: slept, parked, or read from a stream of a socket or a
 * file. A wait is noted and not refused, so no handler of failures can hide it. Waits for a monitor
 * are not seen. It works where the JVM has {@code -XX:+AllowRedefinitionToAddDeleteMethods}, as in
 * the integration tests of Maven.
 */
public final class RequestLoopWaits
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, BlockHoundIntegration {
  private static final String FLAG = "AllowRedefinitionToAddDeleteMethods";
  private static final int MOST_NOTED = 100;

  /**
   * A wait in the code of a request is met by each request. A lock that another thread holds for
   * microseconds is met once in many thousands, and fails no test.
   */
  private static final int MOST_BY_CHANCE = 2;

  private static final Queue<Wait> FOUND = new ConcurrentLinkedQueue<>();

  /** Where a wait is a lock that is held for microseconds, or happens once in the life of a JVM. */
  private static final String[][] ALLOWED = {
    // The hand-over of a connection to the HTTP threads: the locks of their queue.
    {"java.util.concurrent.LinkedBlockingQueue", "offer"},
    // The hand-over of a read to the threads of the ledger: the lock of their pool.
    {"java.util.concurrent.ThreadPoolExecutor", "execute"},
    // The hand-over of a claim to its writer, and of an event to its logger: the lock of a queue.
    {"java.util.concurrent.ArrayBlockingQueue", "offer"},
    // A command for Redis: the lock of Lettuce that counts the writers of a connection.
    {"io.lettuce.core.protocol.SharedLock", "incrementWriters"},
    {"io.lettuce.core.protocol.SharedLock", "decrementWriters"},
    // The first use of a class reads texts from its jar. The warm-up does that.
    {"java.util.zip.ZipFile$Source", "readFullyAt"},
    {"java.util.zip.ZipFile$Source", "readAt"},
    // A line of the log: the lock of the console.
    {"ch.qos.logback.classic.Logger", "callAppenders"},
  };

  /** A wait and where it was. */
  static final class Wait extends Exception {
    private static final long serialVersionUID = 1;

    private Wait(String method) {
      super(method + " in thread " + Thread.currentThread().getName());
    }

    boolean isOf(Class<?> type) {
      return Arrays.stream(getStackTrace())
          .anyMatch(frame -> frame.getClassName().startsWith(type.getName()));
    }
  }

  @Override
  public void beforeAll(ExtensionContext tests) {
    if (isPossible()) {
      BlockHound.install(this); // once; later calls do nothing
    }
  }

  @Override
  public void applyTo(BlockHound.Builder builder) {
    for (String[] method : ALLOWED) {
      builder.allowBlockingCallsInside(method[0], method[1]);
    }
    builder.nonBlockingThreadPredicate(
        byLibraries -> thread -> thread.getName().startsWith("request-loop-"));
    builder.blockingMethodCallback(RequestLoopWaits::note);
  }

  /** Forgets the waits during tests without this extension. */
  @Override
  public void beforeEach(ExtensionContext test) {
    take(wait -> true);
  }

  @Override
  public void afterEach(ExtensionContext test) {
    List<Wait> waits = take(wait -> !wait.isOf(RequestLoopWaitsIntegrationTests.class));
    if (waits.size() > MOST_BY_CHANCE) {
      throw new AssertionError(described(waits));
    }
  }

  /** Returns whether waits of the request loop are found in this JVM. */
  static boolean isPossible() {
    return Boolean.parseBoolean(
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .getVMOption(FLAG)
            .getValue());
  }

  /** Returns the waits so far that match, and forgets them. */
  static List<Wait> take(Predicate<Wait> which) {
    List<Wait> taken = new ArrayList<>();
    FOUND.removeIf(wait -> which.test(wait) && taken.add(wait));
    return taken;
  }

  private static void note(BlockingMethod method) {
    if (FOUND.size() < MOST_NOTED) {
      FOUND.add(new Wait(method.toString()));
    }
  }

  private static String described(List<Wait> waits) {
    StringWriter text = new StringWriter();
    PrintWriter lines = new PrintWriter(text);
    lines.printf("The request loop waited %d times:%n", waits.size());
    waits.forEach(wait -> wait.printStackTrace(lines));
    return text.toString();
  }
}
