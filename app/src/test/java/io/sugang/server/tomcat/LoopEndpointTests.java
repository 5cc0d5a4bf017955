package io.sugang.server.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.net.AbstractEndpoint;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.test.util.ReflectionTestUtils;

/** The endpoint with a loop, on a real Tomcat and without the service. */
class LoopEndpointTests {
  private static final String GET = "GET / HTTP/1.1\r\nHost: test\r\n\r\n";

  private final RequestLoop loops = new RequestLoop();
  private final DrainableProtocol protocol = new DrainableProtocol();
  private final Connector connector = new Connector(protocol);
  private final Tomcat tomcat = new Tomcat();
  private final Queue<String> threads = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void start(@TempDir Path folder) throws LifecycleException {
    tomcat.setBaseDir(folder.toString());
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("bindOnInit", "false");
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", null);
    Tomcat.addServlet(context, "test", new Answering(threads));
    context.addServletMappingDecoded("/", "test");
    tomcat.start();
    protocol.loopEndpoint().handleInPlace(loops.loop(), head -> true, () -> true);
  }

  @AfterEach
  void stop() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
    loops.destroy();
  }

  @Test
  void theLoopHandlesARequest() throws IOException {
    try (Socket client = connect()) {
      ask(client);
      ask(client);
    }
    assertThat(threads).hasSize(2).allMatch(name -> name.startsWith("request-loop-"));
  }

  /** Another thread may have the lock still, when it has ended the last request. */
  @Test
  void aConnectionWhoseLockIsTakenDoesNotStopTheLoop() throws Exception {
    try (Socket client = connect()) {
      ask(client);
      ReentrantLock lock = accepted().getLock();
      lock.lock();
      try {
        send(client);
        await().until(lock::hasQueuedThreads);
        assertThat(loops.loop().submit(() -> "works").get(5, TimeUnit.SECONDS)).isEqualTo("works");
      } finally {
        lock.unlock();
      }
      assertAnswered(client);
      ask(client);
    }
  }

  private NioSocketWrapper accepted() {
    Map<?, ?> connections =
        (Map<?, ?>)
            Objects.requireNonNull(
                ReflectionTestUtils.getField(
                    protocol.loopEndpoint(), AbstractEndpoint.class, "connections"));
    return (NioSocketWrapper) List.copyOf(connections.values()).getFirst();
  }

  private Socket connect() throws IOException {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
    client.setSoTimeout(15_000);
    return client;
  }

  private static void ask(Socket client) throws IOException {
    send(client);
    assertAnswered(client);
  }

  private static void send(Socket client) throws IOException {
    client.getOutputStream().write(GET.getBytes(StandardCharsets.US_ASCII));
  }

  private static void assertAnswered(Socket client) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = client.getInputStream().read();
      assertThat(next).as("after '%s'", head).isNotNegative();
      head.append((char) next);
    }
    assertThat(head.toString()).startsWith("HTTP/1.1 200");
  }

  /** Answers with nothing, and notes its threads. */
  private static final class Answering extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final transient Queue<String> threads;

    private Answering(Queue<String> threads) {
      this.threads = threads;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
      threads.add(Thread.currentThread().getName());
      response.setContentLength(0);
    }
  }
}
