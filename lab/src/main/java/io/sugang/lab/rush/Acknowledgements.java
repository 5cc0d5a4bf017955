package io.sugang.lab.rush;

import io.sugang.lab.loadgen.Schedule;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * The file in which every answer is kept, one JSON object per line.
 *
 * <p>One thread writes. The users only put their outcome into a queue, so a slow disk does not
 * delay requests (until {@value #QUEUE} outcomes wait, which the driver's own lag then shows). The
 * same thread hands each outcome to the tally, so the figures at the end are those of the file.
 * What was put is in the file once {@link #finish} returned; until then it is at most a quarter of
 * a second behind.
 */
final class Acknowledgements implements AutoCloseable {

  private static final int QUEUE = 65_536;
  private static final int BUFFER = 1 << 18;
  private static final long FLUSH_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
          .rootValueSeparator("")
          .build();

  private static final Object LAST = new Object();

  private final Path file;
  private final Consumer<RequestOutcome> tally;
  private final BlockingQueue<Object> queue = new ArrayBlockingQueue<>(QUEUE);
  private final OutputStream out;
  private final JsonGenerator json;
  private final Thread writer;
  private final RunClock clock;
  private volatile @Nullable Exception failure;
  private long answers;
  private boolean complete = true;
  private boolean closed;

  /** Creates the file, or empties it. */
  Acknowledgements(Path file, RunClock clock, Consumer<RequestOutcome> tally) throws IOException {
    this.file = file;
    this.clock = clock;
    this.tally = tally;
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    this.out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER);
    this.json = JSON.createGenerator(ObjectWriteContext.empty(), out);
    this.writer = Thread.ofPlatform().name("acknowledgements").unstarted(this::write);
  }

  /** Writes the first line. */
  void begin(RushPlan plan) {
    json.writeStartObject();
    json.writeStringProperty("type", "run");
    json.writeStringProperty("startedAt", clock.startedAt().toString());
    json.writeStringProperty("target", plan.target().toString());
    json.writeNumberProperty("count", plan.count());
    json.writeNumberProperty("concurrency", plan.concurrency());
    json.writeNumberProperty("seed", plan.seed());
    if (plan.schedule() instanceof Schedule.OpenLoop(double perSecond)) {
      json.writeNumberProperty("rate", perSecond);
    }
    endLine();
  }

  /** Writes an enrollment that existed before the run. */
  void before(long enrollmentId, long studentId, long courseId) {
    json.writeStartObject();
    json.writeStringProperty("type", "before");
    json.writeNumberProperty("enrollmentId", enrollmentId);
    json.writeNumberProperty("studentId", studentId);
    json.writeNumberProperty("courseId", courseId);
    endLine();
  }

  /**
   * Writes that only students from this one on take part: rows of others are no answers of ours.
   */
  void from(long studentId) {
    json.writeStartObject();
    json.writeStringProperty("type", "from");
    json.writeNumberProperty("studentId", studentId);
    endLine();
  }

  /** From now on outcomes may be put, by any thread. */
  void open() {
    writer.start();
  }

  void put(RequestOutcome outcome) throws InterruptedException {
    if (failure == null) {
      try {
        queue.put(outcome);
      } catch (InterruptedException ended) {
        // An outcome that was seen is never dropped; the writer drains until the last one.
        putUninterruptibly(outcome);
        throw ended;
      }
    }
  }

  /** Whether the file could not be written: then the run is of no use and should end. */
  boolean failed() {
    return failure != null;
  }

  /** Says in the last line that the run was broken off. */
  void brokenOff() {
    complete = false;
  }

  Path file() {
    return file;
  }

  /**
   * Writes what is left and the last line.
   *
   * @throws IOException when anything could not be written
   */
  void finish() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    if (writer.isAlive()) {
      putUninterruptibly(LAST);
      joinUninterruptibly();
    }
    Exception failed = failure;
    if (failed == null) {
      try {
        json.writeStartObject();
        json.writeStringProperty("type", "end");
        json.writeNumberProperty("answers", answers);
        json.writeBooleanProperty("complete", complete);
        json.writeStringProperty("endedAt", Instant.now().toString());
        endLine();
        json.flush();
        out.close();
        return;
      } catch (JacksonException | IOException last) {
        failed = last;
      }
    }
    try {
      out.close();
    } catch (IOException again) {
      failed.addSuppressed(again);
    }
    throw new IOException(
        "The acknowledgements cannot be written to " + file + ": " + failed.getMessage(), failed);
  }

  /** Ends the file as {@link #finish} does, for a run that did not get so far. */
  @Override
  public void close() throws IOException {
    finish();
  }

  private void write() {
    try {
      long flushed = System.nanoTime();
      while (true) {
        Object taken = queue.poll(FLUSH_NANOS, TimeUnit.NANOSECONDS);
        if (taken == LAST) {
          return;
        }
        if (taken instanceof RequestOutcome outcome) {
          tally.accept(outcome);
          answer(outcome);
          answers++;
        }
        if (System.nanoTime() - flushed > FLUSH_NANOS) {
          json.flush();
          out.flush();
          flushed = System.nanoTime();
        }
      }
    } catch (JacksonException | UncheckedIOException | IOException | InterruptedException broken) {
      failure = broken;
      // Threads that wait for room in the queue continue and then see the failure.
      queue.clear();
    }
  }

  private void answer(RequestOutcome outcome) {
    json.writeStartObject();
    json.writeStringProperty("type", "answer");
    json.writeStringProperty("at", clock.at(outcome.endNanos()).toString());
    json.writeNumberProperty("studentId", outcome.pair().studentId());
    json.writeNumberProperty("courseId", outcome.pair().courseId());
    json.writeNumberProperty("status", outcome.status());
    json.writeName("code");
    json.writeString(outcome.code());
    Long enrollmentId = outcome.enrollmentId();
    if (enrollmentId == null) {
      json.writeNullProperty("enrollmentId");
    } else {
      json.writeNumberProperty("enrollmentId", enrollmentId);
    }
    json.writeNumberProperty("dueMicros", outcome.dueNanos() / 1_000);
    json.writeNumberProperty("sentMicros", outcome.sentNanos() / 1_000);
    json.writeNumberProperty("endMicros", outcome.endNanos() / 1_000);
    if (outcome.error() != null) {
      json.writeStringProperty("error", outcome.error());
    }
    endLine();
  }

  private void endLine() {
    json.writeEndObject();
    json.writeRaw('\n');
  }

  private void putUninterruptibly(Object item) {
    boolean interrupted = Thread.interrupted();
    while (failure == null) {
      try {
        queue.put(item);
        break;
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void joinUninterruptibly() {
    boolean interrupted = Thread.interrupted();
    while (writer.isAlive()) {
      try {
        writer.join();
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
