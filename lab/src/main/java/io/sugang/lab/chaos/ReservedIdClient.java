package io.sugang.lab.chaos;

import io.sugang.lab.http.KeepAliveConnection;
import io.sugang.lab.rush.Dataset;
import io.sugang.verifier.Ids;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A client that knows which ids the warm-up uses, and asks for seats with them: in real courses,
 * and for real students in reserved ones. There is nothing of these ids for clients, at any time.
 */
final class ReservedIdClient implements AutoCloseable {
  // The slots of eight instances, of 64 students each.
  private static final int STUDENTS = 512;
  private static final int COURSES = 8;

  private final URI target;
  private final Dataset dataset;
  private final Map<Integer, Integer> answers = new ConcurrentSkipListMap<>();
  private final Thread thread;
  private volatile boolean ended;

  ReservedIdClient(URI target, Dataset dataset) {
    this.target = target;
    this.dataset = dataset;
    this.thread = Thread.ofVirtual().name("reserved").start(this::ask);
  }

  /** Ends it and returns the answers of its requests by HTTP status. */
  Map<Integer, Integer> end() throws InterruptedException {
    ended = true;
    thread.join();
    return answers;
  }

  private void ask() {
    try (KeepAliveConnection connection =
        new KeepAliveConnection(
            InetAddress.getByName(target.getHost()), target, Duration.ofSeconds(3))) {
      while (!ended) {
        try {
          int status = connection.exchange("POST", "/api/enrollments", body()).status();
          answers.merge(status, 1, Integer::sum);
        } catch (IOException noAnswer) {
          answers.merge(0, 1, Integer::sum);
        }
        Thread.sleep(10);
      }
    } catch (IOException unknownHost) {
      throw new IllegalStateException(unknownHost);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private byte[] body() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long student = Ids.RESERVED_FROM + random.nextInt(STUDENTS);
    // few courses, so that a hole fills them
    long course = dataset.courses()[random.nextInt(3)];
    if (random.nextInt(10) == 0) {
      student = dataset.students()[random.nextInt(dataset.students().length)];
      course = Ids.RESERVED_FROM + random.nextInt(COURSES);
    }
    return String.format(Locale.ROOT, "{\"studentId\":%d,\"courseId\":%d}", student, course)
        .getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() {
    ended = true;
    thread.interrupt();
  }
}
