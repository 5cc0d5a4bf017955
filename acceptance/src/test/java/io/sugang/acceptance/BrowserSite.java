package io.sugang.acceptance;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A web site of its own port: it serves pages, and passes all other requests on to NGINX as they
 * came, and keeps what the browser sent and was answered. A test may lose or replace answers.
 */
final class BrowserSite implements AutoCloseable {
  /** Headers that a client of the JDK sets itself. */
  private static final Set<String> NOT_PASSED =
      Set.of(
          "connection", "host", "content-length", "accept-encoding", "upgrade-insecure-requests");

  private static final Set<String> NOT_RETURNED =
      Set.of("connection", "keep-alive", "content-length", "transfer-encoding", "date", "server");

  private final Map<String, String> pages = new ConcurrentHashMap<>();
  private final List<Passed> passed = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final HttpServer server;
  private final int target;
  private final String cookie;
  private volatile Function<HttpExchange, Fate> fates = _ -> Fate.PASS;

  /** What becomes of a request. */
  record Fate(boolean sent, boolean answered, int status, String header) {
    static final Fate PASS = new Fate(true, true, 0, "");

    /** The line breaks before the service has the request. */
    static final Fate LOST = new Fate(false, false, 0, "");

    /** The service does what it is asked for, and the line breaks before its answer arrives. */
    static final Fate DONE_AND_LOST = new Fate(true, false, 0, "");

    /** The service does what it is asked for, and its answer is on its way until the site ends. */
    static final Fate HELD = new Fate(true, false, -1, "");

    /** A proxy answers instead of the service, which has not seen the request. */
    static Fate refused(int status, String retryAfter) {
      return new Fate(false, true, status, retryAfter);
    }

    /** A proxy gives up on a request that the service carries out. */
    static Fate doneAndReplaced(int status) {
      return new Fate(true, true, status, "");
    }
  }

  /** A request that reached NGINX, and its answer. */
  record Passed(String method, String address, @Nullable String site, boolean cookie, int status) {}

  /**
   * @param target port of NGINX
   * @param cookie stored by {@code /start}, as a sign-in does
   */
  BrowserSite(int target, String cookie) throws IOException {
    this.target = target;
    this.cookie = cookie;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** Returns the address of a path by one of the two names of this machine. */
  String url(String host, String path) {
    return "http://" + host + ":" + server.getAddress().getPort() + path;
  }

  void page(String path, String html) {
    pages.put(path, html);
  }

  /** Sets what becomes of each request from here on. */
  void decide(Function<HttpExchange, Fate> decision) {
    fates = decision;
  }

  List<Passed> passed() {
    return List.copyOf(passed);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      URI uri = exchange.getRequestURI();
      String page = pages.get(uri.getPath());
      if (uri.getPath().equals("/start")) {
        exchange.getResponseHeaders().add("Set-Cookie", cookie);
        exchange.getResponseHeaders().add("Location", uri.getQuery());
        exchange.sendResponseHeaders(302, -1);
      } else if (page != null) {
        exchange.getResponseHeaders().add("Content-Type", "text/html; charset=utf-8");
        write(exchange, 200, page.getBytes(StandardCharsets.UTF_8));
      } else {
        decided(exchange);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void decided(HttpExchange exchange) throws IOException, InterruptedException {
    Fate fate = fates.apply(exchange);
    HttpResponse<byte[]> answer = fate.sent() ? pass(exchange) : null;
    if (fate == Fate.HELD) {
      ended.await();
    }
    if (!fate.answered()) {
      // Closed without an answer: the browser sees a broken line.
      return;
    }
    if (fate.status() != 0) {
      if (!fate.header().isEmpty()) {
        exchange.getResponseHeaders().add("Retry-After", fate.header());
      }
      exchange.getResponseHeaders().add("Content-Type", "text/html");
      write(exchange, fate.status(), "<h1>A proxy</h1>".getBytes(StandardCharsets.UTF_8));
    } else if (answer != null) {
      answer
          .headers()
          .map()
          .forEach((name, values) -> {
            if (!NOT_RETURNED.contains(name.toLowerCase(Locale.ROOT))) {
              values.forEach(value -> exchange.getResponseHeaders().add(name, value));
            }
          });
      write(exchange, answer.statusCode(), answer.body());
    }
  }

  private HttpResponse<byte[]> pass(HttpExchange exchange)
      throws IOException, InterruptedException {
    String address = exchange.getRequestURI().toString();
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + target + address))
            .method(
                exchange.getRequestMethod(),
                BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> {
          if (!NOT_PASSED.contains(name.toLowerCase(Locale.ROOT))) {
            values.forEach(value -> request.header(name, value));
          }
        });
    HttpResponse<byte[]> answer = client.send(request.build(), BodyHandlers.ofByteArray());
    passed.add(
        new Passed(
            exchange.getRequestMethod(),
            address,
            exchange.getRequestHeaders().getFirst("Sec-Fetch-Site"),
            exchange.getRequestHeaders().containsKey("Cookie"),
            answer.statusCode()));
    return answer;
  }

  private static void write(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    ended.countDown();
    server.stop(0);
    client.close();
    threads.close();
  }
}
