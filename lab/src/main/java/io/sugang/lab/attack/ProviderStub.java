package io.sugang.lab.attack;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** An identity provider on the loopback that answers a code after three seconds, and refuses it. */
final class ProviderStub implements AutoCloseable {
  private static final Duration SLOW = Duration.ofSeconds(3);
  private static final String SECRET = "secret-of-the-attacked-stack";

  private final HttpServer server;
  private final AtomicInteger calls = new AtomicInteger();

  ProviderStub() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/.well-known/openid-configuration", call -> answer(call, 200, about()));
    server.createContext("/jwks", call -> answer(call, 200, "{\"keys\":[]}"));
    server.createContext("/token", this::token);
    server.start();
  }

  private String issuer() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private String about() {
    return """
    {"issuer":"%1$s","authorization_endpoint":"%1$s/authorize","token_endpoint":"%1$s/token",
     "jwks_uri":"%1$s/jwks","response_types_supported":["code"],"subject_types_supported":["public"],
     "id_token_signing_alg_values_supported":["RS256"]}
    """
        .formatted(issuer());
  }

  private void token(HttpExchange call) throws IOException {
    calls.incrementAndGet();
    try {
      Thread.sleep(SLOW);
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
    answer(call, 400, "{\"error\":\"invalid_grant\"}");
  }

  private static void answer(HttpExchange call, int status, String json) throws IOException {
    byte[] body = json.getBytes(UTF_8);
    call.getResponseHeaders().set("Content-Type", "application/json");
    call.sendResponseHeaders(status, body.length);
    try (var out = call.getResponseBody()) {
      out.write(body);
    }
  }

  /** Returns the settings of a service that signs in here. */
  Map<String, String> settings() {
    return Map.of(
        "SUGANG_OIDC_ISSUER",
        issuer(),
        "SUGANG_OIDC_CLIENT_ID",
        "sugang",
        "SUGANG_OIDC_CLIENT_SECRET",
        SECRET,
        "SUGANG_PUBLIC_URL",
        "http://localhost:8080");
  }

  /** Returns how many codes were sent to it. */
  int calls() {
    return calls.get();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
