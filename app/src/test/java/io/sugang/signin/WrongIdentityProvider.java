package io.sugang.signin;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** An identity provider that answers what a test tells it to answer, or nothing. */
final class WrongIdentityProvider implements AutoCloseable {
  static final String DESCRIPTION = "/.well-known/openid-configuration";
  static final String TOKEN = "/token";
  static final String KEYS = "/keys";

  private static final int NONE = 0;
  private static final int ENDLESS = -1;
  private static final int SLOW = -2;
  private static final byte[] SPACES = " ".repeat(8_192).getBytes(StandardCharsets.UTF_8);

  /**
   * An answer.
   *
   * @param status {@link #NONE} for none at all, {@link #ENDLESS} and {@link #SLOW} for one that
   *     does not end
   */
  private record Canned(int status, String json) {}

  private final Map<String, Canned> answers = new ConcurrentHashMap<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger asked = new AtomicInteger();
  private final Map<String, AtomicInteger> askedFor = new ConcurrentHashMap<>();
  private final Map<String, Duration> waits = new ConcurrentHashMap<>();
  private final HttpServer server;

  /** The key that {@link #KEYS} tells. */
  final RSAKey key;

  WrongIdentityProvider() {
    key = key("known");
    try {
      server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    } catch (IOException busy) {
      throw new IllegalStateException(busy);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
    answerRightly();
  }

  static RSAKey key(String id) {
    try {
      return new RSAKeyGenerator(2048).keyID(id).generate();
    } catch (JOSEException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  String issuer() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** How many requests came for a path. */
  int asked(String path) {
    AtomicInteger count = askedFor.get(path);
    return count == null ? 0 : count.get();
  }

  /** Answers after a while. */
  void waitBefore(String path, Duration time) {
    waits.put(path, time);
  }

  /** How many requests came. */
  int asked() {
    return asked.get();
  }

  void answerRightly() {
    waits.clear();
    answer(DESCRIPTION, 200, description(issuer()));
    answer(KEYS, 200, new JWKSet(key).toString());
  }

  String description(String issuer) {
    return """
    {"issuer":"%1$s","authorization_endpoint":"%2$s/authorize","token_endpoint":"%2$s/token",
     "jwks_uri":"%2$s/keys","response_types_supported":["code"],
     "subject_types_supported":["public"],"id_token_signing_alg_values_supported":["RS256"]}\
    """
        .formatted(issuer, issuer());
  }

  void answer(String path, int status, String json) {
    answers.put(path, new Canned(status, json));
  }

  void beSilent(String path) {
    answers.put(path, new Canned(NONE, ""));
  }

  /** Answers spaces, which may stand before JSON, as fast as they are read. */
  void beEndless(String path) {
    answers.put(path, new Canned(ENDLESS, ""));
  }

  /** Answers a space now and then, without an end. */
  void beSlow(String path) {
    answers.put(path, new Canned(SLOW, ""));
  }

  void answerToken(String idToken) {
    answer(
        TOKEN,
        200,
        "{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"expires_in\":60,\"id_token\":\"%s\"}"
            .formatted(idToken));
  }

  /** Returns claims that are right for the attempt with this nonce. */
  JWTClaimsSet.Builder claims(String nonce, String studentNumber) {
    Instant now = Instant.now();
    return new JWTClaimsSet.Builder()
        .issuer(issuer())
        .subject("someone")
        .audience(SpringIdentityProvider.CLIENT_ID)
        .issueTime(Date.from(now))
        .expirationTime(Date.from(now.plusSeconds(300)))
        .claim("nonce", nonce)
        .claim("student_number", studentNumber);
  }

  static String signed(JWTClaimsSet claims, RSAKey by) {
    try {
      SignedJWT token =
          new SignedJWT(
              new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(by.getKeyID()).build(), claims);
      token.sign(new RSASSASigner(by));
      return token.serialize();
    } catch (JOSEException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    asked.incrementAndGet();
    String path = exchange.getRequestURI().getPath();
    askedFor.computeIfAbsent(path, first -> new AtomicInteger()).incrementAndGet();
    Canned canned = answers.getOrDefault(path, new Canned(404, "{}"));
    try (exchange) {
      end.await(waits.getOrDefault(path, Duration.ZERO).toMillis(), TimeUnit.MILLISECONDS);
      if (canned.status() == NONE) {
        end.await();
        return;
      }
      if (canned.status() < 0) {
        answerWithoutEnd(exchange, canned.status() == SLOW);
        return;
      }
      byte[] body = canned.json().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(canned.status(), body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  // Ends when the client closes the connection, by an exception.
  private void answerWithoutEnd(HttpExchange exchange, boolean slow)
      throws IOException, InterruptedException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, 0);
    while (!end.await(slow ? 50 : 0, TimeUnit.MILLISECONDS)) {
      exchange.getResponseBody().write(SPACES, 0, slow ? 1 : SPACES.length);
      exchange.getResponseBody().flush();
    }
  }

  @Override
  public void close() {
    end.countDown();
    server.stop(0);
    threads.close();
  }
}
