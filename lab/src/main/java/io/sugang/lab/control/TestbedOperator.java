package io.sugang.lab.control;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** Starts and stops what a command measures on a testbed. */
public interface TestbedOperator {
  /**
   * The parts that run.
   *
   * @param processes ids of each part's processes
   * @param port of NGINX
   * @param managementPorts of the instances
   */
  record TestbedParts(Map<String, List<Long>> processes, int port, List<Integer> managementPorts) {
    public InetSocketAddress target() {
      return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    public URI url() {
      return URI.create("http://127.0.0.1:" + port);
    }
  }

  /**
   * Makes the data: the first courses are full, the others have seats.
   *
   * @param full number of full courses
   * @param seats of each other course
   * @param builds those that will be started; each is tried
   * @throws IOException when one of them does not start, on this schema for example
   */
  void prepare(int full, int seats, List<String> builds) throws IOException;

  /** Frees every seat of the courses after the full ones, and empties Redis. */
  void freeSeats(int full) throws IOException;

  /**
   * Deletes the enrollments of the courses after the full ones, and what the gate knows of those
   * courses. Instances may run, if no request is under way.
   */
  void deleteEnrollments(int full) throws IOException;

  /** Starts the instances, NGINX in front of them, and returns when all are ready. */
  void start(String build, int instances, Map<String, String> settings) throws IOException;

  void stop() throws IOException;

  void startProxyBaseline() throws IOException;

  void stopProxyBaseline() throws IOException;

  TestbedParts parts();

  /**
   * Has the verifier judge what the loads left.
   *
   * @param seatControl that of the instances
   * @throws IOException when the verifier does not say valid, with its findings
   */
  void verify(String seatControl) throws IOException;
}
