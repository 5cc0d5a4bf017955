package io.sugang.signin;

import static io.sugang.signin.OidcIntegrationTests.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import io.sugang.rows.Rows;
import io.sugang.servers.SugangTest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A provider that is silent, describes itself wrongly, or sends tokens that are not valid. */
@SugangTest(
    properties = {
      "sugang.sign-in.mode=open",
      "sugang.sign-in.session-key=" + SignedIn.KEY,
      "sugang.sign-in.oidc.client-id=" + SpringIdentityProvider.CLIENT_ID,
      "sugang.sign-in.oidc.client-secret=" + SpringIdentityProvider.CLIENT_SECRET,
      "sugang.sign-in.oidc.public-url=" + OidcBrowser.PUBLIC_URL,
      "sugang.sign-in.oidc.timeout=6s"
    })
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("extended")
class WrongProviderIntegrationTests {
  private static final WrongIdentityProvider PROVIDER = new WrongIdentityProvider();
  private static final RSAKey OTHER_KEY = WrongIdentityProvider.key("other");
  private static final long STUDENT = 9_340_001;
  private static final String NUMBER = Rows.number(STUDENT);
  private static final int MORE_THAN_THREADS = 50;

  enum Mistake {
    WRONG_NONCE,
    NO_NONCE,
    WRONG_AUDIENCE,
    WRONG_ISSUER,
    WRONG_AUTHORIZED_PARTY,
    SEVERAL_AUDIENCES_WITHOUT_AUTHORIZED_PARTY,
    EXPIRED,
    ISSUED_LATER,
    NO_EXPIRY,
    SIGNED_BY_ANOTHER_KEY,
    SIGNED_BY_A_STRANGER_UNDER_A_KNOWN_NAME,
    NOT_SIGNED,
    CUT,
    NO_TOKEN
  }

  @LocalServerPort private int port;

  @DynamicPropertySource
  static void provider(DynamicPropertyRegistry registry) {
    registry.add("sugang.sign-in.oidc.issuer", PROVIDER::issuer);
  }

  @BeforeAll
  static void rows(@Autowired JdbcTemplate jdbc) {
    new Rows(jdbc).student(STUDENT);
  }

  @AfterAll
  static void stop() {
    PROVIDER.close();
  }

  @AfterEach
  void answerRightly() {
    PROVIDER.answerRightly();
  }

  @Test
  @Order(1)
  void nothingIsAskedBeforeTheFirstSignIn() {
    assertThat(new OidcBrowser().get(port, "/api/courses").statusCode()).isEqualTo(200);
    assertThat(new OidcBrowser().get(port, "/api/session").statusCode()).isEqualTo(200);
    assertThat(PROVIDER.asked()).isZero();
  }

  @Test
  @Order(2)
  void aSilentProviderEndsInTimeAndHoldsNoThreadOfOtherRequests() {
    PROVIDER.beSilent(WrongIdentityProvider.DESCRIPTION);
    assertUnavailable(new OidcBrowser().begin(port));
    // Repeated where the machine is so slow that the provider's time is over before the answer.
    await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(1))
        .until(this::coursesAreAnsweredWhileManySignInsWait);
  }

  private boolean coursesAreAnsweredWhileManySignInsWait() {
    int before = PROVIDER.asked();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<HttpResponse<String>>> waiting =
          IntStream.range(0, MORE_THAN_THREADS)
              .mapToObj(
                  i -> CompletableFuture.supplyAsync(() -> new OidcBrowser().begin(port), threads))
              .toList();
      await().until(() -> PROVIDER.asked() > before);
      int status = new OidcBrowser().get(port, "/api/courses").statusCode();
      boolean noneHadEnded = waiting.stream().noneMatch(CompletableFuture::isDone);
      waiting.forEach(answer -> assertUnavailable(answer.join()));
      return status == 200 && noneHadEnded;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no JSON",
        "[]",
        "{}",
        "{\"issuer\":17}",
        "{\"issuer\":\"ISSUER\"}",
        "{\"issuer\":\"ISSUER\",\"authorization_endpoint\":\"no address\"}"
      })
  @Order(3)
  void aDescriptionThatIsNoneIsUnavailable(String description) {
    PROVIDER.answer(
        WrongIdentityProvider.DESCRIPTION, 200, description.replace("ISSUER", PROVIDER.issuer()));
    assertUnavailable(new OidcBrowser().begin(port));
  }

  @Test
  @Order(4)
  void aDescriptionOfAnotherIssuerOrWithoutAnEndIsUnavailable() {
    PROVIDER.answer(
        WrongIdentityProvider.DESCRIPTION, 200, PROVIDER.description(PROVIDER.issuer() + "/other"));
    assertUnavailable(new OidcBrowser().begin(port));
    PROVIDER.answer(WrongIdentityProvider.DESCRIPTION, 500, "{}");
    assertUnavailable(new OidcBrowser().begin(port));
    PROVIDER.beEndless(WrongIdentityProvider.DESCRIPTION);
    assertUnavailable(new OidcBrowser().begin(port));
    awaitNoThreadAtTheProvider();
  }

  @Test
  @Order(5)
  void theNextSignInAfterARecoveryWorksWithoutARestart() {
    var browser = new OidcBrowser();
    var answer = comeBackWith(browser, WrongIdentityProvider::claims, PROVIDER.key);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
    assertThat(browser.cookies()).containsOnlyKeys("sugang");
    assertThat(browser.get(port, "/api/me").statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource
  @Order(6)
  void aTokenThatIsNotValidBeginsNoSession(Mistake mistake) {
    var browser = new OidcBrowser();
    String address = OidcBrowser.location(browser.begin(port));
    PROVIDER.answerToken(token(mistake, OidcBrowser.parameter(address, "nonce")));
    var answer = comeBack(browser, address);
    if (mistake == Mistake.NO_TOKEN) {
      assertUnavailable(answer);
    } else {
      assertProblem(answer, 403, "SIGN_IN_REFUSED");
    }
    assertThat(browser.cookies()).doesNotContainKey("sugang");
  }

  private static String token(Mistake mistake, String nonce) {
    JWTClaimsSet.Builder claims = PROVIDER.claims(nonce, NUMBER);
    RSAKey key = PROVIDER.key;
    Instant now = Instant.now();
    switch (mistake) {
      case WRONG_NONCE -> claims.claim("nonce", nonce.substring(1) + "A");
      case NO_NONCE -> claims.claim("nonce", null);
      case WRONG_AUDIENCE -> claims.audience("another-service");
      case WRONG_ISSUER -> claims.issuer(PROVIDER.issuer() + "/other");
      case WRONG_AUTHORIZED_PARTY ->
          claims
              .audience(List.of(SpringIdentityProvider.CLIENT_ID, "another-service"))
              .claim("azp", "another-service");
      case SEVERAL_AUDIENCES_WITHOUT_AUTHORIZED_PARTY ->
          claims.audience(List.of(SpringIdentityProvider.CLIENT_ID, "another-service"));
      case EXPIRED ->
          claims
              .issueTime(Date.from(now.minusSeconds(700)))
              .expirationTime(Date.from(now.minusSeconds(120)));
      case ISSUED_LATER -> claims.issueTime(Date.from(now.plusSeconds(200)));
      case NO_EXPIRY -> claims.expirationTime(null);
      case SIGNED_BY_ANOTHER_KEY -> key = OTHER_KEY;
      case SIGNED_BY_A_STRANGER_UNDER_A_KNOWN_NAME ->
          key = WrongIdentityProvider.key(PROVIDER.key.getKeyID());
      case NOT_SIGNED -> {
        return new PlainJWT(claims.build()).serialize();
      }
      case CUT -> {
        String whole = WrongIdentityProvider.signed(claims.build(), key);
        return whole.substring(0, whole.length() - 20);
      }
      case NO_TOKEN -> {
        return "";
      }
    }
    return WrongIdentityProvider.signed(claims.build(), key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"error\":\"invalid_client\"}", "{\"error\":\"server_error\"}", "no JSON", "{}"})
  @Order(7)
  void anAnswerWithoutATokenIsUnavailable(String json) {
    for (int status : new int[] {200, 400, 401, 500}) {
      var browser = new OidcBrowser();
      String address = OidcBrowser.location(browser.begin(port));
      PROVIDER.answer(WrongIdentityProvider.TOKEN, status, json);
      assertUnavailable(comeBack(browser, address));
      // A reload does not ask once more.
      int asked = PROVIDER.asked();
      assertProblem(comeBack(browser, address), 403, "SIGN_IN_REFUSED");
      assertThat(PROVIDER.asked()).isEqualTo(asked);
    }
  }

  @Test
  @Order(8)
  void aProviderThatFallsSilentOnTheWayBackEndsInTime() {
    var browser = new OidcBrowser();
    String address = OidcBrowser.location(browser.begin(port));
    PROVIDER.beSilent(WrongIdentityProvider.TOKEN);
    assertUnavailable(comeBack(browser, address));

    // A key that is not known yet is asked for.
    address = OidcBrowser.location(browser.begin(port));
    PROVIDER.beSilent(WrongIdentityProvider.KEYS);
    PROVIDER.answerToken(
        WrongIdentityProvider.signed(
            PROVIDER.claims(OidcBrowser.parameter(address, "nonce"), NUMBER).build(), OTHER_KEY));
    assertUnavailable(comeBack(browser, address));

    PROVIDER.answerRightly();
    address = OidcBrowser.location(browser.begin(port));
    PROVIDER.answerToken(
        WrongIdentityProvider.signed(
            PROVIDER.claims(OidcBrowser.parameter(address, "nonce"), NUMBER).build(),
            PROVIDER.key));
    assertThat(comeBack(browser, address).statusCode()).isEqualTo(303);
  }

  @ParameterizedTest
  @ValueSource(strings = {WrongIdentityProvider.TOKEN, WrongIdentityProvider.KEYS})
  @Order(9)
  void anEndlessAnswerIsUnavailableAndHoldsNoThread(String path) {
    var browser = new OidcBrowser();
    String address = OidcBrowser.location(browser.begin(port));
    // A key that is not known yet is asked for.
    PROVIDER.answerToken(
        WrongIdentityProvider.signed(
            PROVIDER.claims(OidcBrowser.parameter(address, "nonce"), NUMBER).build(), OTHER_KEY));
    PROVIDER.beEndless(path);
    assertUnavailable(comeBack(browser, address));
    awaitNoThreadAtTheProvider();
  }

  private static void awaitNoThreadAtTheProvider() {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("identity-provider")));
  }

  @Test
  @Order(10)
  void anAttemptCallsTheProviderOnceAndOthersSignInMeanwhile() {
    var program = new OidcBrowser();
    String attempt = OidcBrowser.location(program.begin(port));
    var browser = new OidcBrowser();
    String address = OidcBrowser.location(browser.begin(port));
    PROVIDER.answerToken(
        WrongIdentityProvider.signed(
            PROVIDER.claims(OidcBrowser.parameter(address, "nonce"), NUMBER).build(),
            PROVIDER.key));
    PROVIDER.waitBefore(WrongIdentityProvider.TOKEN, Duration.ofSeconds(3));
    int before = PROVIDER.asked(WrongIdentityProvider.TOKEN);
    String cookie = program.cookie("sugang-oidc");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<HttpResponse<String>>> callbacks =
          IntStream.range(0, 200)
              .mapToObj(i ->
                  CompletableFuture.supplyAsync(
                      () -> {
                        var copy = new OidcBrowser();
                        copy.cookies().put("sugang-oidc", cookie);
                        return comeBack(copy, attempt);
                      },
                      threads))
              .toList();
      await().until(() -> PROVIDER.asked(WrongIdentityProvider.TOKEN) > before);
      assertThat(comeBack(browser, address).statusCode()).isEqualTo(303);
      callbacks.forEach(answer -> assertProblem(answer.join(), 403, "SIGN_IN_REFUSED"));
    }
    assertThat(PROVIDER.asked(WrongIdentityProvider.TOKEN) - before)
        .as("one of the attempt, and one of the browser")
        .isEqualTo(2);
  }

  @Test
  @Order(10)
  void aNumberMayBeOneInJsonToo() {
    var answer =
        comeBackWith(
            new OidcBrowser(),
            (provider, nonce, number) ->
                provider.claims(nonce, number).claim("student_number", 17L),
            PROVIDER.key);
    assertProblem(answer, 403, "NO_ACCOUNT");
    assertThat(answer.body()).contains("No student has the number");
  }

  private interface ClaimsFor {
    JWTClaimsSet.Builder of(WrongIdentityProvider provider, String nonce, String number);
  }

  private HttpResponse<String> comeBackWith(OidcBrowser browser, ClaimsFor claims, RSAKey key) {
    String address = OidcBrowser.location(browser.begin(port));
    String nonce = OidcBrowser.parameter(address, "nonce");
    PROVIDER.answerToken(
        WrongIdentityProvider.signed(claims.of(PROVIDER, nonce, NUMBER).build(), key));
    return comeBack(browser, address);
  }

  private HttpResponse<String> comeBack(OidcBrowser browser, String address) {
    return browser.comeBack(
        port, OidcController.CALLBACK + "?code=c&state=" + OidcBrowser.parameter(address, "state"));
  }

  private static void assertUnavailable(HttpResponse<String> answer) {
    assertProblem(answer, 503, "TEMPORARILY_UNAVAILABLE");
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    assertThat(answer.body()).contains("identity provider").doesNotContain("127.0.0.1");
  }
}
