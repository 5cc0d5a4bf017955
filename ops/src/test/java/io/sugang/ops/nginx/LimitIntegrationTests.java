package io.sugang.ops.nginx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.http.TokenSpelling;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How much an address, a worker and all clients together may send. */
@NginxTest
class LimitIntegrationTests {
  private static final int OF_A_WORKER = 4096;
  private static final int CLIENTS = 4000;
  private static final AtomicInteger TOKENS = new AtomicInteger(100_000_000);

  @Test
  void anAddressAboveItsRateGetsA429(NginxFront nginx) throws IOException {
    limitTo("1", "none", nginx);
    nginx.forgetRequests();
    int refused = 0;
    for (int i = 0; i < 100; i++) {
      ClientAnswer answer = nginx.post("/api/enrollments", "{}");
      if (answer.status() != 201) {
        answer.mustBeProblem(429, "TOO_MANY_REQUESTS", "/api/enrollments");
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        refused++;
      }
    }
    assertThat(refused).as("refused of 100").isGreaterThan(50);
    assertThat(nginx.received()).isEqualTo(100 - refused);
    nginx.get("/healthz").mustBe(200);

    nginx.limitRate("1", "10.0.0.0/8 127.0.0.1 2001:db8::/32");
    nginx.await("an address that is exempt is not limited", nginx::manyPass);
    limitTo("1", "10.0.0.0/8", nginx);
    nginx.limitRate("999999", "none");
    nginx.await("the largest limit is taken", nginx::manyPass);
    limitTo("1", "none", nginx);
    nginx.limitRate("off", "none");
    nginx.await("no address is limited when it is off", nginx::manyPass);
  }

  /** A dormitory is one address: where sign-in is required, tokens have limits of their own. */
  @Test
  void aTokenAboveItsRateGetsA429AndTheOthersOfItsAddressDoNot(NginxFront nginx)
      throws IOException {
    limitTokens(Map.of(), nginx);
    String bearer = "Authorization: Bearer ";
    String used = newToken();
    ClientAnswer answer = courses(bearer + used, nginx);
    while (answer.status() != 429) {
      answer = courses(bearer + used, nginx);
    }
    answer.mustBeProblem(429, "TOO_MANY_REQUESTS", "/api/courses");
    String other = newToken();
    for (int i = 0; i < 30; i++) {
      courses(bearer + other, nginx).mustBe(200);
      courses(bearer + "no token", nginx).mustBe(200);
      courses("X-Other: x", nginx).mustBe(200);
    }
  }

  /** Neither the exemption of an address nor the lack of its limit says anything about tokens. */
  @ParameterizedTest
  @CsvSource({"200,127.0.0.0/8", "200,none", "off,none"})
  void theFirst51OfATokenPassWhateverTheLimitOfItsAddress(
      String rate, String exempt, NginxFront nginx) throws IOException {
    limitTokens(Map.of("SUGANG_RATE_LIMIT", rate, "SUGANG_RATE_LIMIT_EXEMPT", exempt), nginx);
    for (String header : List.of("Authorization: Bearer ", "Cookie: sugang=")) {
      String token = newToken();
      mustBeCounted(() -> courses(header + token, nginx), header);
    }
    nginx.limit(Map.of("SUGANG_SIGN_IN", "required", "SUGANG_TOKEN_LIMIT", "off"));
    String token = newToken();
    nginx.await(
        "a load test takes the limit off",
        () -> {
          for (int i = 0; i < 100; i++) {
            if (courses("Authorization: Bearer " + token, nginx).status() != 200) {
              return false;
            }
          }
          return true;
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everySpellingThatAnInstanceTakesIsCounted(boolean https, NginxFront nginx)
      throws IOException {
    limitTokens(Map.of("SUGANG_HTTPS", https ? "on" : "off"), nginx);
    for (TokenSpelling spelling : TokenSpelling.all(https)) {
      String token = newToken();
      mustBeCounted(() -> courses(spelling.with(token, newToken()), nginx), spelling.lines());
    }
  }

  /** Requires that 51 requests pass at once and ten more with each second. */
  private static void mustBeCounted(Callable<ClientAnswer> asking, String what) {
    long begin = System.nanoTime();
    int passed = 0;
    try {
      while (passed < 1000 && asking.call().status() == 200) {
        passed++;
      }
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
    long tenths = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin) / 100;
    assertThat(passed).as(what).isBetween(51, 53 + (int) tenths);
  }

  private static void limitTokens(Map<String, String> more, NginxFront nginx) throws IOException {
    var settings = new HashMap<>(more);
    settings.put("SUGANG_SIGN_IN", "required");
    nginx.limit(settings);
    String token = newToken();
    nginx.await(
        "the limit of tokens is in force",
        () -> courses("Authorization: Bearer " + token, nginx).status() == 429);
  }

  private static String newToken() {
    return "v1." + TOKENS.incrementAndGet() + "a".repeat(39) + "." + "b".repeat(22);
  }

  private static ClientAnswer courses(String header, NginxFront nginx) throws IOException {
    return nginx.ask(
        "GET /api/courses HTTP/1.1\r\nHost: here\r\nConnection: close\r\n" + header + "\r\n\r\n");
  }

  /** Each may cost a call to the identity provider, and these are shared by all clients. */
  @Test
  void theWayBackFromAnIdentityProviderHasALimitOfItsOwn(NginxFront nginx) throws IOException {
    String way = "/api/session/oidc/callback?code=x&state=y";
    nginx.limitRate("200", "none", "required");
    nginx.await("the limit is in force", () -> nginx.get(way).status() == 429);
    nginx.get(way).mustBeProblem(429, "TOO_MANY_REQUESTS", "/api/session/oidc/callback");
    for (String spelling :
        List.of(
            "/api/session/oidc/%63allback",
            "/api/session/oidc/callback;x=1", "/api/x/../session/oidc/callback")) {
      nginx.await(spelling + " is counted too", () -> nginx.get(spelling).status() == 429);
    }
    for (int i = 0; i < 30; i++) {
      nginx.get("/api/session/oidc").mustBe(200);
      nginx.get("/api/session").mustBe(200);
    }
    nginx.limitRate("2000", "none", "required");
    nginx.await(
        "a campus behind one address raises it with the limit of the address",
        () -> {
          for (int i = 0; i < 60; i++) {
            if (nginx.get(way).status() != 200) {
              return false;
            }
          }
          return true;
        });
  }

  @Test
  void anAddressMayHaveAQuarterOfWhatAWorkerLetsBeInFlight(NginxFront nginx) throws IOException {
    limitTo("1", "none", nginx);
    nginx.limitRate("999999", "none", "required");
    nginx.await("the new limit is in force", nginx::manyPass);
    mustRefuseBeyond(OF_A_WORKER / 4, OF_A_WORKER / 4, 64, nginx);
  }

  @Test
  void anAddressMayHaveSoManyRequestsInFlight(NginxFront nginx) throws IOException {
    limitTo("1", "none", nginx);
    nginx.limitRate("200", "none");
    nginx.await("the new limit is in force", nginx::manyPass);
    // Five seconds' worth of 200 a second. 2,000 may come at once; this test sends some 1,200.
    mustRefuseBeyond(1000, 1000, 64, nginx);
    nginx.limitRate("off", "none");
    nginx.await("no address is limited when it is off", nginx::manyPass);
  }

  @Test
  void aWorkerMayHave4096RequestsInFlightAndAnswers503AtOnceToMore(NginxFront nginx)
      throws IOException {
    mustRefuseBeyond(OF_A_WORKER, NginxFront.WORKERS * OF_A_WORKER, 128, nginx);
  }

  @Test
  void aWorkerThatIsKilledTakesNothingOfThatWithIt(NginxFront nginx) throws IOException {
    List<Socket> slow = new ArrayList<>();
    try {
      begin(4000, slow, nginx);
      List<ProcessHandle> workers = nginx.workers();
      assertThat(workers).hasSize(NginxFront.WORKERS);
      workers.forEach(ProcessHandle::destroyForcibly);
    } finally {
      close(slow);
    }
    nginx.await("others have taken their place", () -> nginx.get("/api/courses").status() == 200);
    mustRefuseBeyond(OF_A_WORKER, NginxFront.WORKERS * OF_A_WORKER, 128, nginx);
  }

  @Test
  void fourThousandClientsAreServedAtOnce(NginxFront nginx) throws Exception {
    var goOn = new CountDownLatch(1);
    nginx.instances.forEach(instance -> instance.before = goOn);
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = new ArrayList<Future<ClientAnswer>>();
      for (int i = 0; i < CLIENTS; i++) {
        answers.add(clients.submit(() -> nginx.post("/api/enrollments", "{}")));
      }
      // NGINX gives an instance 15 s to answer; all have to be there within that time.
      nginx.await(
          "all requests are with the instances at the same time",
          () -> nginx.received() == CLIENTS);
      goOn.countDown();
      for (var answer : answers) {
        answer.get().mustBe(201);
      }
      assertThat(nginx.received()).isEqualTo(CLIENTS);
    }
  }

  /**
   * Adds requests in flight until one is refused.
   *
   * @param least in flight when the first may be refused
   * @param most in flight when the first must have been; with two workers it is chance which of
   *     them counts a request
   */
  private static void mustRefuseBeyond(int least, int most, int step, NginxFront nginx)
      throws IOException {
    List<Socket> slow = new ArrayList<>();
    try {
      var refusal = new AtomicReference<@Nullable ClientAnswer>(refused(nginx));
      while (refusal.get() == null && slow.size() <= most) {
        begin(step, slow, nginx);
        refusal.set(refused(nginx));
      }
      // A busy worker may not have read the last of them yet.
      nginx.await(
          "a refusal with " + slow.size() + " in flight",
          () -> {
            if (refusal.get() == null) {
              refusal.set(refused(nginx));
            }
            return refusal.get() != null;
          });
      ClientAnswer answer = Objects.requireNonNull(refusal.get());
      assertThat(slow).as("in flight when refused").hasSizeGreaterThanOrEqualTo(least);
      answer.mustBeProblem(503, "TEMPORARILY_UNAVAILABLE", "/api/courses");
      assertThat(answer.header("Retry-After")).isEqualTo("1");
      nginx.get("/healthz").mustBe(200);
    } finally {
      close(slow);
    }
    nginx.await("others are served again", () -> refused(nginx) == null);
  }

  /** Returns the first of some answers that is a refusal, or null. */
  private static @Nullable ClientAnswer refused(NginxFront nginx) throws IOException {
    for (int i = 0; i < 5; i++) {
      ClientAnswer answer = nginx.get("/api/courses");
      if (answer.status() != 200) {
        return answer;
      }
    }
    return null;
  }

  /** Sends requests without the rest of their body: in flight until they are cut off after 10 s. */
  private static void begin(int requests, List<Socket> slow, NginxFront nginx) throws IOException {
    byte[] begun =
        "POST /api/enrollments HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n{"
            .getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < requests; i++) {
      Socket client = new Socket(InetAddress.getLoopbackAddress(), nginx.port);
      slow.add(client);
      client.getOutputStream().write(begun);
    }
  }

  private static void close(List<Socket> clients) throws IOException {
    for (Socket client : clients) {
      client.close();
    }
  }

  private static void limitTo(String rate, String exempt, NginxFront nginx) throws IOException {
    nginx.limitRate(rate, exempt);
    nginx.await("the limit is in force", () -> nginx.get("/api/courses").status() == 429);
  }
}
