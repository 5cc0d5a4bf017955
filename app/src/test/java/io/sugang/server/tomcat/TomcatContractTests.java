package io.sugang.server.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.collections.SynchronizedQueue;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.apache.tomcat.util.net.SocketEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@link LoopEndpoint} and {@link DrainableEndpoint} assume about the endpoint of Tomcat, and
 * the compiler does not check. Each test is one assumption. After an upgrade of Tomcat a failing
 * test names the assumption that no longer holds; {@code sugang.fastpath.in-place=off} is the way
 * out until the endpoint fits again (docs/decisions/0005).
 */
class TomcatContractTests {
  private static final String GET = "GET / HTTP/1.1\r\nHost: test\r\n\r\n";
  private static final String LATER = "GET /later HTTP/1.1\r\nHost: test\r\n\r\n";

  private final RecordingEndpoint endpoint = new RecordingEndpoint();
  private final Servlet servlet = new Servlet();
  private final Tomcat tomcat = new Tomcat();
  private final Connector connector = new Connector(new Http11NioProtocol(endpoint));

  @BeforeEach
  void start(@TempDir Path folder) throws LifecycleException {
    tomcat.setBaseDir(folder.toString());
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("bindOnInit", "false"); // as Boot does
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", null);
    Tomcat.addServlet(context, "test", servlet).setAsyncSupported(true);
    context.addServletMappingDecoded("/", "test");
    tomcat.start();
  }

  @AfterEach
  void stop() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
  }

  // The poller

  @Test
  void aConnectionHasThePollerThatGetPollerReturns() throws IOException {
    try (Socket client = connect()) {
      ask(client, GET);
      assertThat(reported().connection().getPoller()).isSameAs(endpoint.own());
    }
  }

  @Test
  void aNewConnectionIsRegisteredAtThePollerOfTomcatAndNotAtTheOneOfGetPoller() throws IOException {
    try (Socket client = connect()) {
      ask(client, GET);
      assertThat(endpoint.registrations).hasValue(0);
    }
  }

  @Test
  void theInterestInTheNextRequestIsAddedAtThePollerOfGetPoller() throws IOException {
    try (Socket client = connect()) {
      ask(client, GET);
      await().until(() -> endpoint.interests.equals(List.of(SelectionKey.OP_READ)));
      ask(client, GET);
      await().until(() -> endpoint.interests.size() == 2);
    }
  }

  @Test
  void aPollerHasNoThreadBeforeTomcatStartsOne() {
    assertThat(threads().filter(name -> name.equals(endpoint.getName() + "-Poller"))).hasSize(1);
  }

  @Test
  void aPollerOwnsNothingButASelectorAndItsEvents() {
    assertThat(NioEndpoint.Poller.class.getDeclaredFields())
        .extracting(Field::getType)
        .containsExactlyInAnyOrder(
            Selector.class, // which ours closes
            SynchronizedQueue.class, // events for its thread, and there is none
            boolean.class,
            long.class,
            AtomicLong.class,
            int.class,
            NioEndpoint.class);
  }

  // When processSocket is called

  @Test
  void dataOnAnIdleConnectionIsReportedByThePollerAsOpenReadToDispatch() throws IOException {
    try (Socket client = connect()) {
      ask(client, GET);
      assertThat(reported().event()).isEqualTo(SocketEvent.OPEN_READ);
      assertThat(reported().dispatch()).isTrue();
      assertThat(reported().thread()).endsWith("-Poller");
    }
  }

  @Test
  void aConnectionIsBetweenRequestsWhenItsDataIsReported() throws IOException {
    try (Socket client = connect()) {
      ask(client, GET);
      awaitIdle();
      ask(client, GET);
      assertThat(endpoint.reports)
          .hasSize(2)
          .allMatch(RecordingEndpoint.Report::betweenRequests, "without a processor or its lock");
    }
  }

  @Test
  void thePollerListensNoMoreWhenItReportsData() throws IOException {
    try (Socket client = connect()) {
      ask(client, GET);
      assertThat(reported().listening()).isFalse();
    }
  }

  @Test
  void theEndOfAnAsynchronousRequestIsReportedInTheThreadThatCompletesIt() throws IOException {
    RecordingEndpoint.Report end = endOfAnAsynchronousRequest();
    assertThat(end.event()).isEqualTo(SocketEvent.OPEN_READ);
    assertThat(end.dispatch()).isTrue();
    assertThat(end.thread()).isEqualTo(Thread.currentThread().getName());
  }

  @Test
  void aConnectionIsNotBetweenRequestsWhileAnAsynchronousRequestWaits() throws IOException {
    assertThat(endOfAnAsynchronousRequest().betweenRequests()).isFalse();
  }

  @Test
  void withoutDispatchTheCallingThreadHandlesTheRequest() throws IOException {
    endpoint.handlesInPlace = true;
    try (Socket client = connect()) {
      ask(client, GET);
      assertThat(servlet.threads).containsExactly(reported().thread());
    }
  }

  // What is read

  @Test
  void unreadBytesInTheReadBufferAreTheBeginningOfTheRequest() throws IOException {
    endpoint.before = TomcatContractTests::readAll;
    try (Socket client = connect()) {
      ask(client, GET);
      ask(client, GET);
    }
    assertThat(servlet.threads).hasSize(2);
  }

  @Test
  void aReadOfNoBytesMeansThatNothingIsThereAndEndsNoConnection() throws IOException {
    endpoint.before = TomcatContractTests::readAll;
    endpoint.handlesInPlace = true;
    try (Socket client = connect()) {
      ask(client, GET);
      // Tomcat looks for the next request, and then registers its interest.
      await().until(() -> endpoint.interests.equals(List.of(SelectionKey.OP_READ)));
      assertThat(endpoint.channels.getFirst().emptyReads).hasPositiveValue();
      assertThat(reported().connection().isClosed()).isFalse();
      ask(client, GET);
    }
  }

  @Test
  void theReadBufferOfAnIdleConnectionIsEmptyAndHasAnArray() throws IOException {
    Queue<String> buffers = new ConcurrentLinkedQueue<>();
    endpoint.before =
        connection -> {
          SocketBufferHandler handler = connection.getSocketBufferHandler();
          boolean empty = handler.isReadBufferEmpty();
          handler.configureReadBufferForWrite();
          buffers.add(empty + " " + handler.getReadBuffer().hasArray());
          return false;
        };
    try (Socket client = connect()) {
      ask(client, GET);
      awaitIdle();
      ask(client, GET);
      assertThat(buffers).containsExactly("true true", "true true");
    }
  }

  @Test
  void aChannelIsResetBeforeItServesAnotherConnection() throws IOException {
    try (Socket client = connect()) {
      ask(client, GET);
    }
    // Tomcat keeps the channel after it has marked the connection as closed.
    await()
        .until(() -> {
          try (Socket client = connect()) {
            ask(client, GET);
          }
          return endpoint.channels.getFirst().resets.get() >= 2;
        });
  }

  @Test
  void theTimeOfTheLastReadIsTheOneThatUpdateLastReadSets() throws IOException {
    try (Socket client = connect()) {
      ask(client, GET);
      NioSocketWrapper connection = reported().connection();
      long now = System.currentTimeMillis();
      connection.updateLastRead();
      assertThat(connection.getLastRead()).isBetween(now, System.currentTimeMillis());
      assertThat(connection.getReadTimeout()).as("ms, of the keep-alive").isPositive();
    }
  }

  // The port

  @Test
  void theAcceptingThreadAsksServerSocketAcceptForEachConnection() throws IOException {
    try (Socket client = connect()) {
      ask(client, GET);
    }
    assertThat(endpoint.calls.getFirst()).isEqualTo("initServerSocket true");
    assertThat(endpoint.calls.stream().skip(1))
        .hasSizeGreaterThanOrEqualTo(1)
        .allMatch(call -> call.startsWith("serverSocketAccept in ") && call.endsWith("-Acceptor"));
  }

  @Test
  void aPortThatIsClosedGracefullyIsUnlockedFirstAndThenClosed() throws IOException {
    try (Socket client = connect()) {
      ask(client, GET);
      endpoint.calls.clear();
      connector.getProtocolHandler().closeServerSocketGraceful();
      assertThat(endpoint.calls.stream().filter(call -> !call.startsWith("serverSocketAccept")))
          .containsExactly("unlockAccept", "doCloseServerSocket");
      send(client, GET);
      assertThat(answer(client)).startsWith("HTTP/1.1 200").contains("Connection: close");
    }
  }

  @Test
  void theEndOfAllConnectionsIsAwaited() throws IOException {
    try (Socket client = connect()) {
      ask(client, GET);
      assertThat(connector.getProtocolHandler().awaitConnectionsClose(100)).isNotPositive();
    }
    assertThat(connector.getProtocolHandler().awaitConnectionsClose(20_000)).isPositive();
  }

  @Test
  void aPingOfTheServerReachesNoServlet() throws IOException {
    AcceptQueue.awaitAccepted(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), connector.getLocalPort()));
    try (Socket client = connect()) {
      send(client, "OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      assertThat(answer(client)).startsWith("HTTP/1.1 200");
    }
    assertThat(servlet.threads).isEmpty();
  }

  /** Returns the report of the end of a request that this thread completes. */
  private RecordingEndpoint.Report endOfAnAsynchronousRequest() throws IOException {
    try (Socket client = connect()) {
      send(client, LATER);
      await().until(() -> servlet.later.size() == 1);
      awaitTheThreadLeft(reported().connection());
      servlet.later.remove().complete();
      assertThat(answer(client)).startsWith("HTTP/1.1 200");
      return endpoint.reports.get(1);
    }
  }

  private RecordingEndpoint.Report reported() {
    return endpoint.reports.getFirst();
  }

  /**
   * Awaits that the poller listens to the only connection, and that no thread has its lock.
   * Otherwise the thread of a request may find the next one itself.
   */
  private void awaitIdle() {
    await().until(() -> endpoint.interests.size() == 1);
    awaitTheThreadLeft(reported().connection());
  }

  private static void awaitTheThreadLeft(NioSocketWrapper connection) {
    await()
        .until(() -> {
          boolean free = connection.getLock().tryLock();
          if (free) {
            connection.getLock().unlock();
          }
          return free;
        });
  }

  /**
   * Reads what is there into Tomcat's buffer, as {@link LoopEndpoint} does; false at the end of the
   * connection.
   */
  private static boolean readAll(NioSocketWrapper connection) {
    SocketBufferHandler handler = connection.getSocketBufferHandler();
    handler.configureReadBufferForWrite();
    ByteBuffer buffer = handler.getReadBuffer();
    boolean read;
    try {
      read = connection.getSocket().read(buffer) > 0;
    } catch (IOException broken) {
      throw new AssertionError(broken);
    }
    handler.configureReadBufferForRead();
    return read;
  }

  private static Stream<String> threads() {
    return Thread.getAllStackTraces().keySet().stream().map(Thread::getName);
  }

  private Socket connect() throws IOException {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
    client.setSoTimeout(15_000);
    return client;
  }

  private static void ask(Socket client, String request) throws IOException {
    send(client, request);
    assertThat(answer(client)).startsWith("HTTP/1.1 200");
  }

  private static void send(Socket client, String request) throws IOException {
    client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
  }

  /** Returns the head of an answer without a body. */
  private static String answer(Socket client) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = client.getInputStream().read();
      if (next < 0) {
        throw new IOException("closed after '" + head + "'");
      }
      head.append((char) next);
    }
    return head.toString();
  }

  /** Answers with nothing, at once or when the test completes it. */
  private static final class Servlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final transient Queue<AsyncContext> later = new ConcurrentLinkedQueue<>();
    private final transient Queue<String> threads = new ConcurrentLinkedQueue<>();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
      threads.add(Thread.currentThread().getName());
      response.setContentLength(0);
      if (request.getRequestURI().equals("/later")) {
        later.add(request.startAsync());
      }
    }
  }
}
