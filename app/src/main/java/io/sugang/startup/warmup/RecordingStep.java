package io.sugang.startup.warmup;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Step that ends the recording of an AOT cache, after the start and the requests of the warm-up. It
 * runs before readiness, because the JVM stands still for it.
 */
final class RecordingStep implements WarmupStep {

  // Two processes write it, on a machine that may be busy with the start of others.
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private final Path file;

  RecordingStep(Path file) {
    this.file = file;
  }

  @Override
  public String name() {
    return "recording";
  }

  @Override
  public Duration timeLimit() {
    return LIMIT;
  }

  @Override
  public String run() throws IOException {
    Long size = AotCache.endRecording(file);
    return size == null
        ? "this JDK writes the AOT cache when the instance stops"
        : "%d MB of AOT cache".formatted(size / 1_000_000);
  }
}
