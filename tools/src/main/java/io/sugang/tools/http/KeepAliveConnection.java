package io.sugang.tools.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
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
 * <p>It is Apache HttpCore without the pool and the chain of handlers of HttpClient: nothing is
 * retried, redirected, decompressed or remembered. So one call is one request on the wire, and it
 * takes less processor time from servers on the same cores (docs/decisions/0025).
 *
 * <p>{@link #abort} may be called by any thread; all other methods only by the owner.
 */
public final class KeepAliveConnection implements AutoCloseable {

  /** An answer as it came back. The body is cut off after {@value #BODY_LIMIT} bytes. */
  public record HttpAnswer(int status, byte[] body) {}

  private static final int BODY_LIMIT = 1 << 20;

  // Requests and answers are some hundred bytes; thousands of these connections live in one small
  // heap.
  private static final Http1Config CONFIG = Http1Config.custom().setBufferSize(2048).build();

  // A server may close an idle connection at any time. A request on it would fail without having
  // been looked at, so
  // a connection that was idle for longer than this is asked first whether it still stands.
  private static final long IDLE_CHECK_NANOS = Duration.ofSeconds(1).toNanos();

  // Of the user as whom this process sends all its requests; set before the first one.
  private static volatile Supplier<Map<String, String>> credentials = Map::of;

  private final InetAddress address;
  private final int port;
  private final String host;
  private final Duration connectTimeout;
  private Supplier<Map<String, String>> headers;
  private volatile @Nullable Socket socket;
  private @Nullable DefaultBHttpClientConnection connection;
  private long lastUsed;
  private boolean sent;
  private long sentNanos;
  private long connectNanos;

  /**
   * Sends headers with each request of connections that are made from now on.
   *
   * @param headers asked by each request, from any thread
   */
  public static void signIn(Supplier<Map<String, String>> headers) {
    credentials = headers;
  }

  /**
   * @param address of the host of {@code base}, resolved once by the caller and not by each
   *     connection
   * @param base scheme, host and port, e.g. {@code http://127.0.0.1:8080}
   */
  public KeepAliveConnection(InetAddress address, URI base, Duration connectTimeout) {
    this(address, base, connectTimeout, credentials);
  }

  /**
   * @param headers sent with each request, after {@code Host}
   */
  public KeepAliveConnection(
      InetAddress address, URI base, Duration connectTimeout, Map<String, String> headers) {
    this(address, base, connectTimeout, () -> headers);
  }

  private KeepAliveConnection(
      InetAddress address,
      URI base,
      Duration connectTimeout,
      Supplier<Map<String, String>> headers) {
    this.headers = headers;
    this.address = address;
    this.port = base.getPort() >= 0 ? base.getPort() : 80;
    this.host = base.getPort() >= 0 ? base.getHost() + ":" + base.getPort() : base.getHost();
    this.connectTimeout = connectTimeout;
  }

  /** Sends these headers, instead of those until now, with each later request. */
  public void actAs(Map<String, String> others) {
    headers = () -> others;
  }

  /**
   * Sends one request and reads the whole answer, opening the connection before if need be.
   *
   * @throws IOException when no complete answer came; the connection is closed then
   */
  public HttpAnswer exchange(String method, String path, byte @Nullable [] json)
      throws IOException {
    return exchange(method, path, json, null);
  }

  /**
   * Sends a request as {@link #exchange(String, String, byte[])} does, with an {@code
   * Idempotency-Key}.
   *
   * @param idempotencyKey 1 to 64 visible ASCII characters
   */
  public HttpAnswer exchange(
      String method, String path, byte @Nullable [] json, @Nullable String idempotencyKey)
      throws IOException {
    boolean reusable = false;
    sent = false;
    connectNanos = 0;
    try {
      DefaultBHttpClientConnection open = open();
      sentNanos = System.nanoTime();
      sent = true;
      ClassicHttpRequest request = new BasicClassicHttpRequest(method, path);
      request.addHeader("Host", host);
      headers.get().forEach(request::addHeader);
      if (idempotencyKey != null) {
        request.addHeader("Idempotency-Key", idempotencyKey);
      }
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
      return new HttpAnswer(response.getCode(), body);
    } catch (HttpException notHttp) {
      throw new IOException("the answer is not HTTP: " + notHttp.getMessage(), notHttp);
    } finally {
      if (!reusable) {
        close();
      }
    }
  }

  /**
   * Returns whether the last request began to be written; not so when no connection could be
   * opened.
   */
  public boolean sent() {
    return sent;
  }

  /** Returns when it began to be written, by {@link System#nanoTime}. */
  public long sentNanos() {
    return sentNanos;
  }

  /** Returns how long the last request waited for a new connection; 0 when the old one stood. */
  public long connectNanos() {
    return connectNanos;
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
    long begin = System.nanoTime();
    Socket fresh = new Socket();
    socket = fresh;
    fresh.setTcpNoDelay(true);
    fresh.connect(new InetSocketAddress(address, port), Math.toIntExact(connectTimeout.toMillis()));
    DefaultBHttpClientConnection opened = new DefaultBHttpClientConnection(CONFIG);
    opened.bind(fresh);
    opened.setSocketTimeout(Timeout.DISABLED);
    connection = opened;
    connectNanos = System.nanoTime() - begin;
    lastUsed = System.nanoTime();
    return opened;
  }

  /**
   * Aborts the request in flight: the owner's call fails at once. Later calls open a new
   * connection.
   */
  public void abort() {
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
