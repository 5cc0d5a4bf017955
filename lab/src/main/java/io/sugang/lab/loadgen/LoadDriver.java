package io.sugang.lab.loadgen;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The sender of a load, which keeps what became of each request. Few threads with an event loop
 * each, so that it takes as little as it can from the servers on the same cores.
 *
 * <p>In the open loop a request that is due while no connection is free waits for one, and this
 * counts as its latency. So the service's slowness is never hidden by asking less.
 */
public final class LoadDriver {
  private LoadDriver() {}

  /**
   * Runs the load to its end: {@code length}, and up to {@code grace} for the last answers.
   *
   * @throws IOException when the connections cannot be opened
   */
  public static Samples run(LoadPlan plan, Traffic traffic)
      throws IOException, InterruptedException {
    List<EventLoop> loops = new ArrayList<>();
    try {
      for (int n = 0; n < plan.threads(); n++) {
        loops.add(new EventLoop(plan, traffic, n));
      }
      // Later than now by what it takes to start the threads.
      long begin = System.nanoTime() + Duration.ofMillis(5).toNanos();
      List<Thread> threads = new ArrayList<>();
      for (EventLoop loop : loops) {
        threads.addAll(loop.start(begin));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      for (EventLoop loop : loops) {
        loop.rethrow();
      }
      return Samples.merged(loops.stream().map(EventLoop::samples).toList());
    } finally {
      for (EventLoop loop : loops) {
        loop.close();
      }
    }
  }

  /**
   * Lets the JVM compile the driver, against a server in this process, so that the first load
   * measured is not the slowest because of it.
   */
  public static void warmUp(Duration length) throws IOException, InterruptedException {
    byte[] answer =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok"
            .getBytes(StandardCharsets.US_ASCII);
    try (ServerSocket server = new ServerSocket(0, 16, InetAddress.getLoopbackAddress())) {
      Thread.ofPlatform().daemon().name("warm-up-server").start(() -> serve(server, answer));
      Traffic traffic =
          new Traffic() {
            @Override
            public byte[] request(long i) {
              return "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
            }

            @Override
            public boolean expects(long i, int status) {
              return status == 200;
            }
          };
      InetSocketAddress target =
          new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
      Duration half = length.dividedBy(2);
      Duration grace = Duration.ofSeconds(1);
      run(new LoadPlan(target, 2, 1, new Schedule.ClosedLoop(), half, grace), traffic);
      run(new LoadPlan(target, 2, 1, new Schedule.OpenLoop(2_000), half, grace), traffic);
    }
  }

  private static void serve(ServerSocket server, byte[] answer) {
    try {
      while (true) {
        Socket client = server.accept();
        Thread.ofPlatform().daemon().start(() -> serve(client, answer));
      }
    } catch (IOException closed) {
      // The warm-up is over.
    }
  }

  private static void serve(Socket client, byte[] answer) {
    byte[] request = new byte[1024];
    try (client) {
      client.setTcpNoDelay(true);
      while (client.getInputStream().read(request) > 0) {
        client.getOutputStream().write(answer);
      }
    } catch (IOException closed) {
      // The warm-up is over.
    }
  }
}
