package io.sugang.experiments;

import io.sugang.operator.Operator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The stack that is measured, and nobody else's; its parts are started and stopped by the script.
 */
final class Stack {
  private final Operator operator;
  private Variant running;
  private double readySeconds;
  private Parts parts;

  /**
   * What runs.
   *
   * @param processes ids of each part's processes
   * @param port of NGINX
   * @param managementPorts of the instances
   */
  record Parts(Map<String, List<Long>> processes, int port, List<Integer> managementPorts) {

    /** From words like {@code app=12,13 nginx=7 port=18080 management=29081,29082}. */
    static Parts parse(String words) throws IOException {
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
        throw new IOException("the script does not say what runs: " + words);
      }
      return new Parts(
          numbers, port.getFirst().intValue(), management.stream().map(Long::intValue).toList());
    }

    InetSocketAddress target() {
      return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    URI url() {
      return URI.create("http://127.0.0.1:" + port);
    }
  }

  Stack(Operator operator) {
    this.operator = operator;
    this.running = Experiment.GET.variants().getFirst();
    this.parts = new Parts(Map.of(), 0, List.of());
  }

  /** Makes the data: courses that are full, and courses with seats for everybody. */
  void prepare() throws IOException, Operator.Unsupported {
    operator.perform("prepare " + Courses.FULL + " " + Courses.SEATS_FOR_EVERYBODY);
  }

  /** Every seat of the free courses is free, and Redis is empty; no instance runs meanwhile. */
  void reset() throws IOException, Operator.Unsupported {
    operator.perform("reset " + Courses.FULL);
  }

  /** Starts the instances of a variant, NGINX in front of them, and returns when all are ready. */
  void start(Variant variant) throws IOException, Operator.Unsupported {
    long begun = System.nanoTime();
    operator.perform("start " + variant.instances() + " " + String.join(" ", variant.settings()));
    readySeconds = (System.nanoTime() - begun) / 1e9;
    running = variant;
    look();
  }

  void killRedis() throws IOException, Operator.Unsupported {
    operator.perform("kill redis");
    look();
  }

  void startRedis() throws IOException, Operator.Unsupported {
    operator.perform("start-redis");
    look();
  }

  /**
   * Has the verifier judge what the loads left.
   *
   * @throws IOException when it does not say valid
   */
  void verify() throws IOException, Operator.Unsupported {
    operator.perform("verify SUGANG_SEAT_CONTROL=" + running.seats());
  }

  void stop() throws IOException, Operator.Unsupported {
    operator.perform("stop");
  }

  double readySeconds() {
    return readySeconds;
  }

  Parts parts() {
    return parts;
  }

  private void look() throws IOException, Operator.Unsupported {
    parts = Parts.parse(operator.perform("parts"));
  }
}
