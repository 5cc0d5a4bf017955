package io.sugang.warmup;

import io.sugang.keepalive.KeepAliveConnection;
import io.sugang.keepalive.KeepAliveConnection.Answer;
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
 * One connection of the warm-up, going round what a student does: enroll, click again, be refused,
 * read, cancel.
 */
final class WarmupUser {
  // Most requests of a rush are refusals, so most of these are.
  private static final int REFUSED_PER_ROUND = 8;
  private static final int READS_PER_ROUND = 4;
  private static final Pattern ENROLLMENT_ID = Pattern.compile("\"enrollmentId\":(\\d+)");

  private final KeepAliveConnection connection;
  private final ReservedSlot slot;
  private final byte[] wanted;
  private final byte[] full;
  private final List<String> reads;
  private final Plateau plateau;
  private int nextRead;

  WarmupUser(
      KeepAliveConnection connection,
      ReservedSlot slot,
      long student,
      List<String> reads,
      Plateau plateau) {
    this.connection = connection;
    this.slot = slot;
    this.wanted = body(student, slot.openCourse());
    this.full = body(student, slot.fullCourse());
    this.reads = reads;
    this.plateau = plateau;
  }

  void roundsUntil(AtomicBoolean enough, AtomicReference<@Nullable IOException> failure) {
    try (connection) {
      while (!enough.get() && failure.get() == null) {
        round(enough);
      }
    } catch (IOException broken) {
      if (!enough.get()) {
        failure.compareAndSet(null, broken);
      }
    }
  }

  /**
   * Breaks off a request that is not answered in time. The rounds must have been told before that
   * it is enough.
   */
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

  private void round(AtomicBoolean enough) throws IOException {
    String won =
        new String(call("POST", "/api/enrollments", wanted, 201).body(), StandardCharsets.UTF_8);
    Matcher id = ENROLLMENT_ID.matcher(won);
    if (!id.find()) {
      throw new IOException("the answer to an enrollment has no enrollmentId: " + won);
    }
    String enrollment = "/api/enrollments/" + id.group(1);
    call("POST", "/api/enrollments", wanted, 409);
    for (int i = 0; i < REFUSED_PER_ROUND && !enough.get(); i++) {
      long begin = System.nanoTime();
      call("POST", "/api/enrollments", full, 409);
      plateau.refused(System.nanoTime() - begin);
    }
    for (int i = 0; i < READS_PER_ROUND && !enough.get(); i++) {
      call("GET", reads.get(nextRead++ % reads.size()), null, 200);
    }
    call("GET", enrollment, null, 200);
    call("DELETE", enrollment, null, 204);
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
    plateau.answered();
    return answer;
  }

  private static byte[] body(long student, long course) {
    return ("{\"studentId\":" + student + ",\"courseId\":" + course + "}")
        .getBytes(StandardCharsets.US_ASCII);
  }
}
