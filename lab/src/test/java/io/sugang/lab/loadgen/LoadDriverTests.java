package io.sugang.lab.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class LoadDriverTests {
  private static final int CONNECTIONS = 8;
  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] REQUEST =
      "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final Set<Socket> used = ConcurrentHashMap.newKeySet();

  @Test
  void anOpenLoopUsesItsConnectionsInTurn() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 16, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> serve(server));
      LoadPlan plan =
          new LoadPlan(
              new InetSocketAddress(server.getInetAddress(), server.getLocalPort()),
              CONNECTIONS,
              1,
              new Schedule.OpenLoop(200),
              Duration.ofMillis(500),
              Duration.ofSeconds(20));
      Samples samples =
          LoadDriver.run(
              plan,
              new Traffic() {
                @Override
                public byte[] request(long i) {
                  return REQUEST;
                }

                @Override
                public boolean expects(long i, int status) {
                  return status == 200;
                }
              });
      assertThat(LoadFigures.of(samples, plan).statuses())
          .containsExactlyEntriesOf(Map.of(200, 100));
      assertThat(used).hasSize(CONNECTIONS);
    }
  }

  private void serve(ServerSocket server) {
    try {
      while (true) {
        Socket socket = server.accept();
        Thread.ofVirtual().start(() -> answer(socket));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void answer(Socket socket) {
    try (socket) {
      while (socket.getInputStream().readNBytes(REQUEST.length).length == REQUEST.length) {
        used.add(socket);
        socket.getOutputStream().write(ANSWER);
      }
    } catch (IOException closed) {
      // The load is over.
    }
  }
}
