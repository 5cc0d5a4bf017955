package io.sugang.lab.chaos;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/** Every request of every client. Any thread may add. */
final class History {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
          .rootValueSeparator("")
          .build();

  private final Queue<Attempt> attempts = new ConcurrentLinkedQueue<>();

  void add(Attempt attempt) {
    attempts.add(attempt);
  }

  /** In the order in which they began. */
  List<Attempt> attempts() {
    List<Attempt> sorted = new ArrayList<>(attempts);
    sorted.sort(Comparator.comparingLong(Attempt::start));
    return sorted;
  }

  /** Writes one JSON object per line, times in milliseconds since {@code origin}. */
  void write(Path file, long origin) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    try (BufferedWriter out = Files.newBufferedWriter(file);
        JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      for (Attempt attempt : attempts()) {
        json.writeStartObject();
        json.writeStringProperty("kind", attempt.kind().name());
        json.writeNumberProperty("plannedRequest", attempt.plannedRequest().number());
        json.writeStringProperty("request", attempt.request());
        json.writeBooleanProperty("keyed", attempt.key() != null);
        json.writeNumberProperty("studentId", attempt.studentId());
        json.writeNumberProperty("courseId", attempt.courseId());
        PlannedRequest.Lift lift = attempt.plannedRequest().lift();
        if (lift != null) {
          json.writeStringProperty("lifts", String.join(",", lift.rules()));
        }
        if (attempt.target() != 0) {
          json.writeNumberProperty("target", attempt.target());
        }
        json.writeNumberProperty("start", (attempt.start() - origin) / 1e6);
        json.writeNumberProperty("end", (attempt.end() - origin) / 1e6);
        json.writeNumberProperty("status", attempt.status());
        if (attempt.code() != null) {
          json.writeStringProperty("code", attempt.code());
        }
        if (attempt.enrollmentId() != 0) {
          json.writeNumberProperty("enrollmentId", attempt.enrollmentId());
        }
        if (attempt.reason() != null) {
          json.writeStringProperty("reason", attempt.reason());
        }
        json.writeEndObject();
        json.writeRaw('\n');
      }
    }
  }
}
