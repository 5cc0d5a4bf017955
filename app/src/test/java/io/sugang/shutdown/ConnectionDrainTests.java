package io.sugang.shutdown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.web.server.servlet.context.ServletWebServerInitializedEvent;

/** On a Tomcat of the shipped kind, without the service. */
class ConnectionDrainTests {
  private static final int CLIENTS = 4;
  private static final int SOME = 200;
  private static final int CLOSES = 12;

  /**
   * Some microseconds between the last look and the close cannot be helped. Clients that do nothing
   * but connect hit them once in thirty times at worst, and Tomcat's own close every time.
   */
  @Test
  void whoGotAConnectionGetsAnAnswerWhileThePortIsClosed() throws Exception {
    int closesThatBrokeOne = 0;
    for (int close = 0; close < CLOSES; close++) {
      if (!brokenByClosing().isEmpty()) {
        closesThatBrokeOne++;
      }
    }
    assertThat(closesThatBrokeOne).isLessThanOrEqualTo(CLOSES / 3);
  }

  @Test
  void anOpenConnectionIsAnsweredAndToldToClose() throws Exception {
    ConnectionDrain drain = drain();
    WebServer server = started(drain);
    try (Socket connection = connect(server.getPort())) {
      assertThat(ask(connection)).startsWith("HTTP/1.1 200").doesNotContain("Connection: close");
      drain.stop();
      assertThat(ask(connection)).startsWith("HTTP/1.1 200").contains("Connection: close");
    } finally {
      server.stop();
    }
  }

  private static List<IOException> brokenByClosing() throws Exception {
    ConnectionDrain drain = drain();
    WebServer server = started(drain);
    AtomicInteger answered = new AtomicInteger();
    List<IOException> broken = new ArrayList<>();
    try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
      List<Future<List<IOException>>> all = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        all.add(clients.submit(() -> untilRefused(server.getPort(), answered)));
      }
      await().until(() -> answered.get() > SOME);
      drain.stop();
      for (Future<List<IOException>> client : all) {
        broken.addAll(client.get());
      }
    } finally {
      server.stop();
    }
    return broken;
  }

  private static List<IOException> untilRefused(int port, AtomicInteger answered) {
    List<IOException> broken = new ArrayList<>();
    while (true) {
      try (Socket connection = connect(port)) {
        assertThat(ask(connection)).startsWith("HTTP/1.1 200");
        answered.incrementAndGet();
      } catch (ConnectException refused) {
        return broken;
      } catch (IOException reset) {
        broken.add(reset);
      }
    }
  }

  private static Socket connect(int port) throws IOException {
    Socket socket = new Socket();
    socket.setSoTimeout(5_000);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return socket;
  }

  private static String ask(Socket connection) throws IOException {
    connection
        .getOutputStream()
        .write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    byte[] answer = new byte[1_024];
    int read = connection.getInputStream().read(answer);
    if (read < 0) {
      throw new IOException("closed without an answer");
    }
    return new String(answer, 0, read, StandardCharsets.US_ASCII);
  }

  private static ConnectionDrain drain() {
    return new ConnectionDrain(new ShutdownProperties(Duration.ofMillis(50)));
  }

  private static WebServer started(ConnectionDrain drain) {
    TomcatServletWebServerFactory factory = new TomcatServletWebServerFactory(0);
    factory.setAddress(InetAddress.getLoopbackAddress());
    new DrainableConnector().customize(factory);
    WebServer server =
        factory.getWebServer(context -> context.addServlet("ok", new Ok()).addMapping("/"));
    server.start();
    drain.onApplicationEvent(
        new ServletWebServerInitializedEvent(server, new ServletWebServerApplicationContext()));
    drain.start();
    return server;
  }

  private static final class Ok extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
      response.setContentLength(0);
    }
  }
}
