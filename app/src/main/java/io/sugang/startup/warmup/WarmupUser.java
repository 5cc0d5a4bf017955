package io.sugang.startup.warmup;

import io.sugang.startup.warmup.WarmupConnection.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One thread of the warm-up, which repeats the requests of a student: enroll, click again, be
 * rejected, read, cancel. A claimer leaves out the rejections and reads. Several claimers have
 * claims in flight at the same time, which share transactions as in a rush.
 *
 * <p>Once a round it sends a request without the pass of the warm-up, as all clients do, and
 * expects a 404. So the compiler knows both answers, and a warm-up whose ids were open to all
 * clients would end at once.
 */
final class WarmupUser {
  // Most requests of a rush are rejected, so most of these are.
  private static final int REJECTED_PER_ROUND = 8;
  private static final int READS_PER_ROUND = 8;
  // The Retry-After of a 503.
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
  private static final Pattern ENROLLMENT_ID = Pattern.compile("\"enrollmentId\":(\\d+)");

  private final List<WarmupConnection> connections;
  private final WarmupConnection withoutPass;
  private final ReservedSlot slot;
  private final List<byte[]> wanted;
  private final List<byte[]> full;
  private final List<String> reads;
  private final boolean claimer;
  private final CompilationMonitor monitor;
  private volatile WarmupConnection connection;
  private int rounds;
  private int nextRead;

  /**
   * @param connections used in turn, one for each round. The first request on a connection runs
   *     through code of its own, which a rush needs at its first second
   * @param withoutPass a connection whose requests carry no pass
   * @param own students who enroll, one after the other. After an unexpected answer the state of an
   *     enrollment is unknown, so the next student continues. Without a student left the warm-up
   *     ends
   * @param reads paths
   * @param students who are rejected by the full course
   */
  WarmupUser(
      List<WarmupConnection> connections,
      WarmupConnection withoutPass,
      ReservedSlot slot,
      List<Long> own,
      List<String> reads,
      List<Long> students,
      boolean claimer,
      CompilationMonitor monitor) {
    this.connections = connections;
    this.withoutPass = withoutPass;
    this.connection = connections.getFirst();
    this.slot = slot;
    this.wanted = own.stream().map(student -> body(student, slot.openCourse())).toList();
    this.full = students.stream().map(other -> body(other, slot.fullCourse())).toList();
    this.reads = reads;
    this.claimer = claimer;
    this.monitor = monitor;
  }

  void roundsUntil(AtomicBoolean enough, AtomicReference<@Nullable IOException> failure) {
    IOException last = null;
    try {
      for (byte[] enrollment : wanted) {
        try {
          while (!enough.get() && failure.get() == null) {
            connection = connections.get(rounds++ % connections.size());
            round(enrollment, enough);
          }
          return;
        } catch (IOException broken) {
          last = broken;
          Thread.sleep(RETRY_AFTER);
        }
      }
      if (!enough.get()) {
        failure.compareAndSet(null, last);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    } finally {
      connections.forEach(WarmupConnection::close);
      withoutPass.close();
    }
  }

  /** Aborts a request that is not answered in time. The rounds must have been ended before. */
  void abortAfter(Duration time) {
    Thread.ofVirtual()
        .start(() -> {
          try {
            Thread.sleep(time);
          } catch (InterruptedException atOnce) {
            Thread.currentThread().interrupt();
          }
          connection.abort();
        });
  }

  private void round(byte[] enrollment, AtomicBoolean enough) throws IOException {
    String won =
        new String(
            call("POST", "/api/enrollments", enrollment, 201).body(), StandardCharsets.UTF_8);
    Matcher id = ENROLLMENT_ID.matcher(won);
    if (!id.find()) {
      throw new IOException("the answer to an enrollment has no enrollmentId: " + won);
    }
    String path = "/api/enrollments/" + id.group(1);
    if (!claimer) {
      call("POST", "/api/enrollments", enrollment, 409);
      rejectionsAndReads(enough);
      askWithoutPass(enrollment);
      call("GET", path, null, 200);
    }
    call("DELETE", path, null, 204);
  }

  private void rejectionsAndReads(AtomicBoolean enough) throws IOException {
    for (int i = 0; i < REJECTED_PER_ROUND && !enough.get(); i++) {
      call("POST", "/api/enrollments", full.get((rounds + i) % full.size()), 409);
    }
    for (int i = 0; i < READS_PER_ROUND && !enough.get(); i++) {
      call("GET", reads.get(nextRead++ % reads.size()), null, 200);
    }
  }

  private void askWithoutPass(byte[] enrollment) throws IOException {
    WarmupConnection ofRound = connection;
    connection = withoutPass; // which abortAfter may abort meanwhile
    call("POST", "/api/enrollments", enrollment, 404);
    connection = ofRound;
  }

  private Answer call(String method, String path, byte @Nullable [] body, int expected)
      throws IOException {
    Answer answer = connection.exchange(method, path, body);
    if (answer.status() != expected) {
      throw new IOException(
          "%s %s of slot %d answered %d instead of %d: %s"
              .formatted(
                  method,
                  path,
                  slot.number(),
                  answer.status(),
                  expected,
                  new String(answer.body(), StandardCharsets.UTF_8)));
    }
    monitor.answered();
    return answer;
  }

  private static byte[] body(long student, long course) {
    return ("{\"studentId\":" + student + ",\"courseId\":" + course + "}")
        .getBytes(StandardCharsets.US_ASCII);
  }
}
