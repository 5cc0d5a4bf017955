package io.sugang.startup.warmup;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 connection that stays open between requests and belongs to one thread at a time.
 *
 * <p>Apache HttpCore without the pool and the handlers of HttpClient: one call is one request on
 * the wire. The tools have their own connection, because the service shares no code with them.
 *
 * <p>{@link #abort} may be called by any thread; the owner alone calls all other methods.
 */
final class WarmupConnection implements AutoCloseable {

  /** A received answer. The body is cut off after {@value #BODY_LIMIT} bytes. */
  record Answer(int status, byte[] body) {}

  private static final int BODY_LIMIT = 1 << 20;

  // Requests and answers are some hundred bytes; thousands of these connections live in one small
  // heap.
  private static final Http1Config CONFIG = Http1Config.custom().setBufferSize(2048).build();

  // A server may close an idle connection at any time, and a request on it would fail unread. So a
  // connection that was idle for longer than this is first checked for an end.
  private static final long IDLE_CHECK_NANOS = Duration.ofSeconds(1).toNanos();

  private final InetAddress address;
  private final int port;
  private final String host;
  private final Duration connectTimeout;
  private final Map<String, String> headers;
  private volatile @Nullable Socket socket;
  private @Nullable DefaultBHttpClientConnection connection;
  private long lastUsed;

  /**
   * @param address of the host of {@code base}
   * @param base scheme, host and port, e.g. {@code http://127.0.0.1:8080}
   * @param headers sent with each request, after {@code Host}
   */
  WarmupConnection(
      InetAddress address, URI base, Duration connectTimeout, Map<String, String> headers) {
    this.headers = headers;
    this.address = address;
    this.port = base.getPort() >= 0 ? base.getPort() : 80;
    this.host = base.getPort() >= 0 ? base.getHost() + ":" + base.getPort() : base.getHost();
    this.connectTimeout = connectTimeout;
  }

  /**
   * Sends one request and reads the whole answer, opening the connection before if need be.
   *
   * @throws IOException when no complete answer came; the connection is closed then
   */
  Answer exchange(String method, String path, byte @Nullable [] json) throws IOException {
    boolean reusable = false;
    try {
      DefaultBHttpClientConnection open = open();
      ClassicHttpRequest request = new BasicClassicHttpRequest(method, path);
      request.addHeader("Host", host);
      headers.forEach(request::addHeader);
      if (json != null) {
        request.addHeader("Content-Type", "application/json");
        request.addHeader("Content-Length", Integer.toString(json.length));
        request.setEntity(new ByteArrayEntity(json, ContentType.APPLICATION_JSON));
      }
      open.sendRequestHeader(request);
      open.sendRequestEntity(request);
      open.flush();
      ClassicHttpResponse response = open.receiveResponseHeader();
      while (response.getCode() < 200) {
        response = open.receiveResponseHeader();
      }
      byte[] body = new byte[0];
      if (response.getCode() != 204 && response.getCode() != 304) {
        open.receiveResponseEntity(response);
        HttpEntity entity = response.getEntity();
        body = entity == null ? body : read(entity);
      }
      lastUsed = System.nanoTime();
      reusable =
          body.length < BODY_LIMIT
              && DefaultConnectionReuseStrategy.INSTANCE.keepAlive(
                  request, response, HttpCoreContext.create());
      return new Answer(response.getCode(), body);
    } catch (HttpException notHttp) {
      throw new IOException("the answer is not HTTP: " + notHttp.getMessage(), notHttp);
    } finally {
      if (!reusable) {
        close();
      }
    }
  }

  private static byte[] read(HttpEntity entity) throws IOException {
    try (InputStream content = entity.getContent()) {
      long length = entity.getContentLength();
      return content.readNBytes(length >= 0 ? (int) Math.min(length, BODY_LIMIT) : BODY_LIMIT);
    }
  }

  private DefaultBHttpClientConnection open() throws IOException {
    DefaultBHttpClientConnection current = connection;
    if (current != null && System.nanoTime() - lastUsed > IDLE_CHECK_NANOS && current.isStale()) {
      close();
      current = null;
    }
    if (current != null) {
      return current;
    }
    Socket fresh = new Socket();
    socket = fresh;
    fresh.setTcpNoDelay(true);
    fresh.connect(new InetSocketAddress(address, port), Math.toIntExact(connectTimeout.toMillis()));
    DefaultBHttpClientConnection opened = new DefaultBHttpClientConnection(CONFIG);
    opened.bind(fresh);
    opened.setSocketTimeout(Timeout.DISABLED);
    connection = opened;
    lastUsed = System.nanoTime();
    return opened;
  }

  /** Ends the call in flight, which fails at once. Later calls open a new connection. */
  void abort() {
    Socket current = socket;
    if (current != null) {
      closeQuietly(current);
    }
  }

  /** Closes the connection; a later call opens a new one. */
  @Override
  public void close() {
    Socket current = socket;
    socket = null;
    connection = null;
    if (current != null) {
      closeQuietly(current);
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException alreadyGone) {
      // A socket that cannot be closed is gone already.
    }
  }
}
