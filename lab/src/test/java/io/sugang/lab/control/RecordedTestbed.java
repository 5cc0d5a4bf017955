package io.sugang.lab.control;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Records each operation in words, instead of performing it. */
public class RecordedTestbed implements TestbedStack {
  private final List<String> done;
  private String failing = "nothing";

  public RecordedTestbed(List<String> done) {
    this.done = done;
  }

  /** Operations that begin with this fail. */
  public final void fail(String operation) {
    failing = operation;
  }

  private void record(String operation) throws IOException {
    done.add(operation);
    if (operation.startsWith(failing)) {
      throw new IOException(operation + ": failed as a test wants");
    }
  }

  @Override
  public void prepare(int full, int seats, List<String> builds) throws IOException {
    record("prepare %d %d %s".formatted(full, seats, String.join(" ", builds)));
  }

  @Override
  public void freeSeats(int full) throws IOException {
    record("reset " + full);
  }

  @Override
  public void deleteEnrollments(int full) throws IOException {
    record("delete enrollments " + full);
  }

  @Override
  public void start(String build, int instances, Map<String, String> settings) throws IOException {
    record("start %s %d %s".formatted(build, instances, new TreeMap<>(settings)));
  }

  @Override
  public void stop() throws IOException {
    record("stop");
  }

  @Override
  public void startProxyBaseline() throws IOException {
    record("start-proxy-baseline");
  }

  @Override
  public void stopProxyBaseline() throws IOException {
    record("stop-proxy-baseline");
  }

  @Override
  public TestbedParts parts() {
    return new TestbedParts(Map.of("app", List.of(1L)), 8_080, List.of(9_090));
  }

  @Override
  public void verify(String seatControl) throws IOException {
    record("verify " + seatControl);
  }

  @Override
  public void up() {
    done.add("up");
  }

  @Override
  public void down() {
    done.add("down");
  }

  @Override
  public Map<String, String> environment() {
    return Map.of();
  }
}
