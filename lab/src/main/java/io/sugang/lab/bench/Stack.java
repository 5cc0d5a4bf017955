package io.sugang.lab.bench;

import io.sugang.lab.control.TestbedOperator;
import io.sugang.lab.control.TestbedOperator.TestbedParts;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stack that is measured: what runs of it, and since when. */
final class Stack {
  private final TestbedOperator operator;
  private @Nullable Service running;
  private final DatasetSize size;
  private double readySeconds;
  private TestbedParts parts = new TestbedParts(Map.of(), 0, List.of());

  Stack(TestbedOperator operator, DatasetSize size) {
    this.operator = operator;
    this.size = size;
  }

  /**
   * Makes the data: courses that are full, and courses with seats for all students.
   *
   * @param builds those that will be started; each is tried
   * @throws IOException when one of them does not start, on this schema for example
   */
  void prepare(List<String> builds) throws IOException {
    operator.prepare(Courses.full(size.courses()), size.students(), builds);
  }

  /** Frees every seat of the free courses, and empties Redis; no instance runs meanwhile. */
  void reset() throws IOException {
    operator.freeSeats(Courses.full(size.courses()));
  }

  /**
   * Ends the plans that the loads so far have made, so that the next one finds students as they
   * come to an opening; the instances run.
   */
  void deleteEnrollments() throws IOException {
    operator.deleteEnrollments(Courses.full(size.courses()));
  }

  /** Starts the instances, NGINX in front of them, and returns when all are ready. */
  void start(Service service) throws IOException {
    long begun = System.nanoTime();
    operator.start(service.build(), service.instances(), service.settings());
    readySeconds = (System.nanoTime() - begun) / 1e9;
    running = service;
    parts = operator.parts();
  }

  /**
   * Starts the proxy baseline while the service does not run: NGINX, and a second one behind it
   * that answers by itself.
   */
  void startProxyBaseline() throws IOException {
    operator.startProxyBaseline();
    parts = operator.parts();
  }

  void stopProxyBaseline() throws IOException {
    operator.stopProxyBaseline();
  }

  /**
   * Has the verifier judge what the loads left.
   *
   * @param what was done, for the message
   */
  void verify(String what) throws NotValid {
    if (running == null) {
      throw new IllegalStateException("nothing was started");
    }
    try {
      operator.verify(running.seatControl());
    } catch (IOException notValid) {
      throw new NotValid(what, notValid);
    }
  }

  /** The verifier did not say valid; the message has its findings. */
  static final class NotValid extends Exception {
    NotValid(String found) {
      super(found);
    }

    private NotValid(String what, IOException said) {
      super(
          "after %s: the verifier does not say valid (%s)".formatted(what, said.getMessage()),
          said);
    }
  }

  void stop() throws IOException {
    operator.stop();
  }

  double readySeconds() {
    return readySeconds;
  }

  TestbedParts parts() {
    return parts;
  }
}
