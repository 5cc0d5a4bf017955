package io.sugang.server.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
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
import java.util.Arrays;
import java.util.List;
import org.apache.coyote.AbstractProtocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.web.server.servlet.context.ServletWebServerInitializedEvent;

/** On a Tomcat of the shipped kind, without the service, and with both endpoints. */
@ParameterizedClass
@ValueSource(classes = {DrainableProtocol.class, Http11NioProtocol.class})
class ConnectionDrainTests {
  private static final int WAITING = 3;
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SOON = Duration.ofSeconds(20);

  private final Class<?> protocol;

  ConnectionDrainTests(Class<?> protocol) {
    this.protocol = protocol;
  }

  /**
   * Tomcat accepts no connection while it has as many as it may have. Later ones wait in the
   * kernel's queue, whose connections are reset when the port is closed.
   */
  @Test
  void whoWaitsToBeAcceptedIsAnsweredBeforeThePortIsClosed() throws Exception {
    ConnectionDrain drain = drain();
    WebServer server = started(drain, 1);
    int port = server.getPort();
    Thread stopping = Thread.ofPlatform().unstarted(drain::stop);
    List<Socket> waiting = new ArrayList<>();
    try {
      try (Socket accepted = connect(port)) {
        assertThat(ask(accepted)).startsWith("HTTP/1.1 200");
        for (int number = 0; number < WAITING; number++) {
          waiting.add(connect(port));
        }
        stopping.start();
        // The drain waits for those before it.
        await()
            .until(() ->
                Arrays.stream(stopping.getStackTrace())
                    .anyMatch(frame -> frame.getMethodName().equals("closePort")));
      }
      for (Socket connection : waiting) {
        try (connection) {
          assertThat(ask(connection)).startsWith("HTTP/1.1 200");
        }
      }
      stopping.join();
      assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> connect(port));
    } finally {
      server.stop();
    }
  }

  @Test
  void anOpenConnectionIsAnsweredAndToldToClose() throws Exception {
    ConnectionDrain drain = drain();
    WebServer server = started(drain, 2);
    try (Socket connection = connect(server.getPort())) {
      assertThat(ask(connection)).startsWith("HTTP/1.1 200").doesNotContain("Connection: close");
      drain.stop();
      assertThat(ask(connection)).startsWith("HTTP/1.1 200").contains("Connection: close");
    } finally {
      server.stop();
    }
  }

  @Test
  void theDrainEndsWithTheLastConnection() throws Exception {
    ConnectionDrain drain = drain(LONG);
    WebServer server = started(drain, 4);
    int port = server.getPort();
    Thread stopping = Thread.ofPlatform().unstarted(drain::stop);
    try {
      try (Socket connection = connect(port);
          Socket idle = connect(port)) {
        assertThat(ask(connection)).startsWith("HTTP/1.1 200");
        assertThat(ask(idle)).startsWith("HTTP/1.1 200");
        stopping.start();
        await().until(() -> refuses(port));
        assertThat(ask(connection)).contains("Connection: close");
        assertThat(stopping.isAlive()).as("one connection is open").isTrue();
      }
      assertThat(stopping.join(SOON)).as("none is open").isTrue();
    } finally {
      server.stop();
    }
  }

  @Test
  void withoutAConnectionThereIsNothingToWaitFor() throws Exception {
    ConnectionDrain drain = drain(LONG);
    WebServer server = started(drain, 4);
    try {
      try (Socket connection = connect(server.getPort())) {
        assertThat(ask(connection)).startsWith("HTTP/1.1 200");
      }
      Thread stopping = Thread.ofPlatform().start(drain::stop);
      assertThat(stopping.join(SOON)).isTrue();
    } finally {
      server.stop();
    }
  }

  @Test
  void aConnectorThatDoesNotListenHoldsUpNoShutdown() throws Exception {
    ConnectionDrain drain = drain(LONG);
    WebServer server = started(drain, 4);
    server.stop();
    Thread stopping = Thread.ofPlatform().start(drain::stop);
    assertThat(stopping.join(SOON)).isTrue();
  }

  private static boolean refuses(int port) throws IOException {
    try (Socket accepted = connect(port)) {
      return !accepted.isConnected();
    } catch (ConnectException refused) {
      return true;
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
    return drain(Duration.ofMillis(50));
  }

  private static ConnectionDrain drain(Duration longest) {
    return new ConnectionDrain(new ShutdownProperties(longest));
  }

  private WebServer started(ConnectionDrain drain, int maxConnections) {
    TomcatServletWebServerFactory factory = new TomcatServletWebServerFactory(0);
    factory.setAddress(InetAddress.getLoopbackAddress());
    factory.setProtocol(protocol.getName());
    factory.addConnectorCustomizers(connector ->
        ((AbstractProtocol<?>) connector.getProtocolHandler()).setMaxConnections(maxConnections));
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
