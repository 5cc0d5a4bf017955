package io.sugang.tools.bench;

import io.sugang.tools.control.Operator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The stack that is measured; the operator starts and stops its parts. */
public final class Stack {
  private final Operator operator;
  private @Nullable Service running;
  private final DatasetSize size;
  private double readySeconds;
  private Parts parts;

  /**
   * The parts that run.
   *
   * @param processes ids of each part's processes
   * @param port of NGINX
   * @param managementPorts of the instances
   */
  public record Parts(Map<String, List<Long>> processes, int port, List<Integer> managementPorts) {

    /**
     * From words like {@code app=12,13 nginx=7 port=18080 management=29081,29082}.
     *
     * @throws IOException without exactly one port, or without the management ports
     */
    public static Parts parse(String words) throws IOException {
      Map<String, List<Long>> numbers = new TreeMap<>();
      for (String word : words.split(" ")) {
        int equals = word.indexOf('=');
        List<Long> list = new ArrayList<>();
        for (String number : word.substring(equals + 1).split(",")) {
          if (!number.isEmpty()) {
            list.add(Long.valueOf(number));
          }
        }
        numbers.put(equals < 0 ? word : word.substring(0, equals), list);
      }
      List<Long> port = numbers.remove("port");
      List<Long> management = numbers.remove("management");
      if (port == null || port.size() != 1 || management == null) {
        throw new IOException("the operator does not list the running parts: " + words);
      }
      return new Parts(
          numbers, port.getFirst().intValue(), management.stream().map(Long::intValue).toList());
    }

    public InetSocketAddress target() {
      return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    public URI url() {
      return URI.create("http://127.0.0.1:" + port);
    }
  }

  public Stack(Operator operator, DatasetSize size) {
    this.operator = operator;
    this.size = size;
    this.parts = new Parts(Map.of(), 0, List.of());
  }

  /**
   * Makes the data: courses that are full, and courses with seats for all students.
   *
   * @param builds those that will be started; each is tried
   * @throws IOException when one of them does not start, on this schema for example
   */
  public void prepare(List<String> builds) throws IOException, Operator.Unsupported {
    operator.perform(
        "prepare %d %d %s"
            .formatted(Courses.full(size.courses()), size.students(), String.join(" ", builds)));
  }

  /** Frees every seat of the free courses, and empties Redis; no instance runs meanwhile. */
  public void reset() throws IOException, Operator.Unsupported {
    operator.perform("reset " + Courses.full(size.courses()));
  }

  /** Starts the instances, NGINX in front of them, and returns when all are ready. */
  public void start(Service service) throws IOException, Operator.Unsupported {
    long begun = System.nanoTime();
    operator.perform(
        "start %s %d %s"
            .formatted(service.build(), service.instances(), String.join(" ", service.settings())));
    readySeconds = (System.nanoTime() - begun) / 1e9;
    running = service;
    refresh();
  }

  /**
   * Starts the proxy baseline while the service does not run: NGINX, and a second one behind it
   * that answers by itself.
   */
  public void startProxyBaseline() throws IOException, Operator.Unsupported {
    operator.perform("start-proxy-baseline");
    refresh();
  }

  public void stopProxyBaseline() throws IOException, Operator.Unsupported {
    operator.perform("stop-proxy-baseline");
  }

  public void killRedis() throws IOException, Operator.Unsupported {
    operator.perform("kill redis");
    refresh();
  }

  public void startRedis() throws IOException, Operator.Unsupported {
    operator.perform("start-redis");
    refresh();
  }

  /**
   * Has the verifier judge what the loads left.
   *
   * @param what was done, for the message
   */
  public void verify(String what) throws NotValid, Operator.Unsupported {
    if (running == null) {
      throw new IllegalStateException("nothing was started");
    }
    try {
      operator.perform("verify " + running.seatControl());
    } catch (IOException notValid) {
      throw new NotValid(what, notValid);
    }
  }

  /** The verifier did not say valid; the message has its findings. */
  public static final class NotValid extends Exception {
    NotValid(String found) {
      super(found);
    }

    private NotValid(String what, IOException said) {
      super(
          "after %s: the verifier does not say valid (%s)".formatted(what, said.getMessage()),
          said);
    }
  }

  public void stop() throws IOException, Operator.Unsupported {
    operator.perform("stop");
  }

  public double readySeconds() {
    return readySeconds;
  }

  public Parts parts() {
    return parts;
  }

  private void refresh() throws IOException, Operator.Unsupported {
    parts = Parts.parse(operator.perform("parts"));
  }
}
