package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sugang.platform.ids.WarmupPass;
import io.sugang.signin.EndedSessions.End;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.ResponseEntity;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/**
 * Which requests the filter passes, for which student they act, and what it answers to the others.
 */
class SignInFilterTests {
  private static final long STUDENT = 17;
  private static final long OTHER = 18;
  private static final String PATH = "/api/students/17";

  private final EndedSessions ended = new EndedSessions(Duration.ofHours(8).toMillis());
  private final WarmupPass warmup = new WarmupPass();
  private final Map<SignInMode, AccountLimit> limits = new EnumMap<>(SignInMode.class);
  private @Nullable Role inRegister;
  private boolean registerAnswers = true;
  private final StaffRoles staff = new StaffRoles(id -> askRegister(), () -> 0);
  private final SessionTokens tokens = new SessionTokens(new SessionKey(SignedIn.KEY), null);
  private final SessionCookie cookie = new SessionCookie(false);

  @Test
  void openWithoutATokenTheRequestNamesItsStudent() throws Exception {
    ActingUser user = passed(SignInMode.OPEN, request("POST", "/api/enrollments"));
    assertThat(user.isSignedIn()).isFalse();
    assertThat(user.mayRead(STUDENT)).isTrue();
    assertThat(user.mayActFor(STUDENT)).isTrue();
    assertThat(user.ownStudentId()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Basic dTpw", "Bearer", "bearer", ""})
  void openIgnoresOtherCredentials(String authorization) throws Exception {
    var request = request("GET", PATH);
    request.addHeader("Authorization", authorization);
    request.addHeader("Cookie", "theme=dark");
    assertThat(passed(SignInMode.OPEN, request).mayActFor(OTHER)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    // role, subject | reads own, other | acts for own, other
    "STUDENT,true,false,true,false",
    "VIEWER,true,true,false,false",
    "DEPARTMENT,true,true,true,true",
    "REGISTRAR,true,true,true,true",
    "LOAD,true,true,true,true"
  })
  void aRoleDecidesInBothModes(
      Role role, boolean readsOwn, boolean readsOther, boolean actsForOwn, boolean actsForOther)
      throws Exception {
    inRegister = role;
    for (SignInMode mode : SignInMode.values()) {
      for (boolean byCookie : new boolean[] {true, false}) {
        var request = request("GET", PATH);
        credential(request, token(session(role)), byCookie);
        ActingUser user = passed(mode, request);
        assertThat(user.isSignedIn()).isTrue();
        assertThat(user.mayRead(STUDENT)).isEqualTo(readsOwn);
        assertThat(user.mayRead(OTHER)).isEqualTo(readsOther);
        assertThat(user.mayActFor(STUDENT)).isEqualTo(actsForOwn);
        assertThat(user.mayActFor(OTHER)).isEqualTo(actsForOther);
        assertThat(user.ownStudentId()).isEqualTo(role == Role.STUDENT ? STUDENT : null);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET,/api/students/1",
    "GET,/api/students/1/enrollments",
    "POST,/api/enrollments",
    "DELETE,/api/enrollments/1",
    "GET,/api/me",
    "POST,/api/courses",
    "GET,/nothing"
  })
  void requiredAnswers401WithoutAToken(String method, String path) throws Exception {
    var answer = refused(SignInMode.REQUIRED, request(method, path));
    assertThat(answer.getStatus()).isEqualTo(401);
    assertThat(answer.getHeader("WWW-Authenticate")).isEqualTo("Bearer");
    assertThat(answer.getContentType()).isEqualTo("application/problem+json");
    assertThat(code(answer)).isEqualTo("SIGN_IN_REQUIRED");
    assertThat(answer.getHeaders("Set-Cookie")).isEmpty();
  }

  @Test
  void requiredAnswersWhatIsPublicAndActsForNobody() throws Exception {
    ActingUser user = passed(SignInMode.REQUIRED, request("GET", "/api/courses"));
    assertThat(user.mayRead(STUDENT)).isFalse();
    assertThat(user.mayActFor(STUDENT)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"no token", "expired", "ended"})
  void whatIsPublicNeedsNoValidToken(String kind) throws Exception {
    var request = request("GET", "/api/courses/1");
    credential(request, unusable(kind), true);
    assertThat(passed(SignInMode.REQUIRED, request).isSignedIn()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "no token,SIGN_IN_REQUIRED",
    "expired,SESSION_EXPIRED",
    "ended,SIGNED_IN_ELSEWHERE",
    "signed out,SIGN_IN_REQUIRED"
  })
  void anUnusableTokenIsNeverIgnored(String kind, String code) throws Exception {
    for (SignInMode mode : SignInMode.values()) {
      for (boolean byCookie : new boolean[] {true, false}) {
        var request = request("GET", PATH);
        credential(request, unusable(kind), byCookie);
        var answer = refused(mode, request);
        assertThat(answer.getStatus()).isEqualTo(401);
        assertThat(code(answer)).isEqualTo(code);
        // A token with the time of its end keeps its cookie, so that the next tab gets the same
        // answer.
        boolean removed = byCookie && kind.equals("no token");
        List<String> cookies = answer.getHeaders("Set-Cookie");
        assertThat(cookies).hasSize(removed ? 1 : 0);
        assertThat(cookies)
            .allMatch(set -> set.startsWith("sugang=;") && set.contains("Max-Age=0"));
      }
    }
  }

  @Test
  void theOlderSessionIsToldWhenAndWhereTheNewerBegan() throws Exception {
    var session =
        new SessionToken(
            Role.STUDENT, STUDENT, SessionToken.signInId(2), 1_700_000_000_000L, Long.MAX_VALUE);
    ended.begin(STUDENT, 1_790_000_000_000L, 1, "Firefox on Windows");
    var request = request("GET", PATH);
    credential(request, token(session), true);
    var answer = refused(SignInMode.OPEN, request);
    assertThat(answer.getContentAsString())
        .startsWith(
            "{\"detail\":\"The user signed in again at 2026-09-21T14:13:20Z with Firefox on"
                + " Windows.\",\"instance\":\"/api/students/17\",\"status\":401,\"title\":\"Signed in"
                + " elsewhere\",\"type\":\"/problems/signed-in-elsewhere\",\"code\":\"SIGNED_IN_ELSEWHERE\",");
    assertThat(JsonPath.<String>read(answer.getContentAsString(), "$.signedInAt"))
        .isEqualTo("2026-09-21T14:13:20Z");
    assertThat(JsonPath.<String>read(answer.getContentAsString(), "$.browser"))
        .isEqualTo("Firefox on Windows");
  }

  @Test
  void anyAnswerNearTheEndRenewsTheCookie() throws Exception {
    for (long minutesLeft : new long[] {9, 11}) {
      long now = System.currentTimeMillis();
      long signedInAt = now - Duration.ofMinutes(30 - minutesLeft).toMillis();
      long expires = now + Duration.ofMinutes(minutesLeft).toMillis();
      var session = new SessionToken(Role.STUDENT, STUDENT, 5, signedInAt, expires);
      var request = request("GET", PATH);
      credential(request, token(session), true);
      var answer = new MockHttpServletResponse();
      filter(SignInMode.REQUIRED).doFilter(request, answer, new MockFilterChain());
      if (minutesLeft == 11) {
        assertThat(answer.getHeaders("Set-Cookie")).isEmpty();
      } else {
        String set = String.valueOf(answer.getHeader("Set-Cookie"));
        assertThat(set).startsWith("sugang=v1.").contains("; ");
        String renewed = set.substring("sugang=".length(), set.indexOf(';'));
        assertThat(tokens.read(renewed, now))
            .isInstanceOfSatisfying(
                SessionToken.class,
                read -> {
                  assertThat(read.sessionId()).isEqualTo(5);
                  assertThat(read.signedInAt()).isEqualTo(signedInAt);
                  assertThat(read.expiresAt()).isGreaterThanOrEqualTo(now + 1_800_000);
                });
      }
    }
  }

  @Test
  void aProgramsTokenIsNotRenewed() throws Exception {
    long now = System.currentTimeMillis();
    var request = request("GET", PATH);
    credential(
        request, token(new SessionToken(Role.STUDENT, STUDENT, 5, now, now + 60_000)), false);
    var answer = new MockHttpServletResponse();
    filter(SignInMode.REQUIRED).doFilter(request, answer, new MockFilterChain());
    assertThat(answer.getHeaders("Set-Cookie")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    // by cookie, Sec-Fetch-Site, Origin -> passes
    "true,same-origin,,true",
    "true,none,,true",
    "true,cross-site,,false",
    "true,same-site,,false",
    "true,,http://localhost,true",
    "true,,http://evil.example,false",
    "true,,,false",
    "false,cross-site,http://evil.example,true",
    "false,,,true"
  })
  void aChangeByCookieComesFromTheOwnPage(
      boolean byCookie, @Nullable String site, @Nullable String origin, boolean passes)
      throws Exception {
    for (String method : new String[] {"POST", "DELETE"}) {
      for (String path : new String[] {"/api/enrollments", "/api/session"}) {
        var request = request(method, path);
        request.addHeader("Host", "localhost");
        credential(request, token(session(Role.STUDENT)), byCookie);
        if (site != null) {
          request.addHeader("Sec-Fetch-Site", site);
        }
        if (origin != null) {
          request.addHeader("Origin", origin);
        }
        for (SignInMode mode : SignInMode.values()) {
          if (passes) {
            passed(mode, request);
          } else {
            var answer = refused(mode, request);
            assertThat(answer.getStatus()).isEqualTo(403);
            assertThat(code(answer)).isEqualTo("CROSS_SITE");
          }
        }
      }
    }
  }

  @Test
  void anotherSiteCannotEvenSignAUserIn() throws Exception {
    var request = request("POST", "/api/session");
    request.addHeader("Sec-Fetch-Site", "cross-site");
    assertThat(refused(SignInMode.REQUIRED, request).getStatus()).isEqualTo(403);
  }

  @Test
  void theWarmUpPassesWhileItsPassIsValid() throws Exception {
    String pass = warmup.issue();
    var request = request("POST", "/api/enrollments");
    request.addHeader(WarmupPass.HEADER, pass);
    assertThat(passed(SignInMode.REQUIRED, request).mayActFor(STUDENT)).isTrue();
    warmup.revoke();
    assertThat(refused(SignInMode.REQUIRED, request).getStatus()).isEqualTo(401);
  }

  @Test
  void aRequestThatTheFilterHasNotSeenActsForNoStudent() {
    ActingUser user = ActingUser.of(request("GET", PATH));
    assertThat(user.isSignedIn()).isFalse();
    assertThat(user.mayRead(STUDENT)).isFalse();
    assertThat(user.mayActFor(STUDENT)).isFalse();
  }

  /** As NGINX and an attacker may write the same token. */
  @Test
  void everySpellingOfATokenCountsAsTheSameAccount() throws Exception {
    var answer =
        firstRefused(i -> {
          String token = token(session(Role.STUDENT));
          var request = request("GET", PATH);
          switch (i % 4) {
            case 0 -> request.addHeader("Authorization", "Bearer " + token);
            case 1 -> request.addHeader("authorization", "bearer " + token);
            case 2 ->
                request.addHeader("Cookie", "__Host-sugang=v1.decoy" + i + "; sugang=" + token);
            default -> request.addHeader("Cookie", "sugang=" + token + " ; x=1");
          }
          return request;
        });
    assertThat(answer.getHeader("Retry-After")).isEqualTo("1");
    // Others, load drivers and the open mode are not concerned.
    var other = request("GET", "/api/students/18");
    long now = System.currentTimeMillis();
    credential(other, token(new SessionToken(Role.STUDENT, OTHER, 1, now, now + 60_000)), false);
    passed(SignInMode.REQUIRED, other);
    for (int i = 0; i < 100; i++) {
      var load = request("GET", PATH);
      credential(load, token(session(Role.LOAD)), false);
      passed(SignInMode.REQUIRED, load);
      var open = request("GET", PATH);
      credential(open, token(session(Role.STUDENT)), false);
      passed(SignInMode.OPEN, open);
    }
  }

  /** Also where no session is needed: a search takes as much of an instance as other requests. */
  @ParameterizedTest
  @ValueSource(strings = {"/api/courses", "/api/seats", "/api/session"})
  void anAccountIsCountedOnPathsThatNeedNoSession(String path) throws Exception {
    firstRefused(i -> {
      var request = request("GET", path);
      credential(request, token(session(Role.STUDENT)), i % 2 == 0);
      return request;
    });
    var signOut = request("DELETE", "/api/session");
    credential(signOut, token(session(Role.STUDENT)), false);
    passed(SignInMode.REQUIRED, signOut);
    for (int i = 0; i < 100; i++) {
      var load = request("GET", path);
      credential(load, token(session(Role.LOAD)), false);
      passed(SignInMode.REQUIRED, load);
      passed(SignInMode.REQUIRED, request("GET", path));
      var open = request("GET", path);
      credential(open, token(session(Role.STUDENT)), false);
      passed(SignInMode.OPEN, open);
    }
  }

  @Test
  void aPressCountsAsManyAsItNames() throws Exception {
    var request = request("POST", "/api/me/basket/enrollments");
    credential(request, token(session(Role.STUDENT)), false);
    ActingUser user = passed(SignInMode.REQUIRED, request);
    assertThat(user.tooMany(19)).isNull();
    assertThat(user.tooMany(19)).isNull();
    ResponseEntity<?> answer = Objects.requireNonNull(user.tooMany(19));
    assertThat(answer.getStatusCode().value()).isEqualTo(429);
    assertThat(answer.getHeaders().getFirst("Retry-After")).isEqualTo("1");
    assertThat(user.tooMany(0)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer  %s", "Bearer \t%s", "Bearer %s,"})
  void aBearerHasOneBlankBeforeItsToken(String header) throws Exception {
    var request = request("GET", PATH);
    request.addHeader("Authorization", header.formatted(token(session(Role.STUDENT))));
    assertThat(code(refused(SignInMode.REQUIRED, request))).isEqualTo("SIGN_IN_REQUIRED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"VIEWER", "none"})
  void aRoleThatTheRegisterTookAwayActsAndReadsForNoStudentAndIsNotRenewed(String now)
      throws Exception {
    inRegister = now.equals("none") ? null : Role.valueOf(now);
    long time = System.currentTimeMillis();
    var nearItsEnd = new SessionToken(Role.REGISTRAR, 9, 5, time - 60_000, time + 60_000);
    for (SignInMode mode : SignInMode.values()) {
      var request = request("POST", "/api/enrollments");
      request.addHeader("Sec-Fetch-Site", "same-origin");
      credential(request, token(nearItsEnd), true);
      var chain = new MockFilterChain();
      var answer = new MockHttpServletResponse();
      filter(mode).doFilter(request, answer, chain);
      ActingUser user = ActingUser.of(request);
      assertThat(user.mayActFor(STUDENT)).isFalse();
      assertThat(user.mayActFor(9)).isFalse();
      assertThat(user.mayRead(STUDENT)).isFalse();
      assertThat(user.mayRead(9)).isFalse();
      assertThat(user.readsOnly()).isTrue();
      assertThat(user.staff()).isNull();
      assertThat(user.notYours().getStatusCode().value()).isEqualTo(403);
      assertThat(user.noDesk().getStatusCode().value()).isEqualTo(403);
      assertThat(answer.getHeaders("Set-Cookie")).isEmpty();
    }
  }

  @Test
  void whileTheRegisterDoesNotAnswerTheStaffActsForNoStudentAndTheDeskDecidesItself()
      throws Exception {
    registerAnswers = false;
    long time = System.currentTimeMillis();
    String token = token(new SessionToken(Role.REGISTRAR, 9, 5, time - 60_000, time + 60_000));
    var acting = request("POST", "/api/enrollments");
    credential(acting, token, false);
    var answer = refused(SignInMode.REQUIRED, acting);
    assertThat(answer.getStatus()).isEqualTo(503);
    assertThat(code(answer)).isEqualTo("TEMPORARILY_UNAVAILABLE");
    var desk = request("GET", "/api/desk/overview");
    credential(desk, token, false);
    ActingUser user = passed(SignInMode.REQUIRED, desk);
    assertThat(user.staff()).isNotNull();
    assertThat(user.mayActFor(STUDENT)).isFalse();
    assertThat(user.mayRead(STUDENT)).isFalse();
  }

  private @Nullable Role askRegister() {
    if (!registerAnswers) {
      throw new IllegalStateException("MySQL is away");
    }
    return inRegister;
  }

  private static String code(MockHttpServletResponse answer) throws IOException {
    return JsonPath.read(answer.getContentAsString(), "$.code");
  }

  private String unusable(String kind) {
    long now = System.currentTimeMillis();
    return switch (kind) {
      case "no token" -> "v1.x.y";
      case "expired" -> token(new SessionToken(Role.STUDENT, STUDENT, 6, now - 2, now - 1));
      default -> {
        SessionToken session = session(Role.STUDENT);
        ended.end(session.sessionId(), new End(now, kind.equals("ended") ? "curl" : null));
        yield token(session);
      }
    };
  }

  private static SessionToken session(Role role) {
    long now = System.currentTimeMillis();
    return new SessionToken(role, STUDENT, now, now, now + 1_800_000);
  }

  private String token(SessionToken session) {
    return tokens.write(session);
  }

  private static void credential(MockHttpServletRequest request, String token, boolean byCookie) {
    if (byCookie) {
      request.addHeader("Cookie", "sugang=" + token);
    } else {
      request.addHeader("Authorization", "Bearer " + token);
    }
  }

  private static MockHttpServletRequest request(String method, String path) {
    return new MockHttpServletRequest(method, path);
  }

  private ActingUser passed(SignInMode mode, MockHttpServletRequest request)
      throws ServletException, IOException {
    var chain = new MockFilterChain();
    filter(mode).doFilter(request, new MockHttpServletResponse(), chain);
    assertThat(chain.getRequest()).as("passed on").isSameAs(request);
    return ActingUser.of(request);
  }

  private MockHttpServletResponse refused(SignInMode mode, MockHttpServletRequest request)
      throws ServletException, IOException {
    var chain = new MockFilterChain();
    var answer = new MockHttpServletResponse();
    filter(mode).doFilter(request, answer, chain);
    assertThat(chain.getRequest()).as("passed on").isNull();
    return answer;
  }

  /**
   * Sends requests of one account until one is refused, which is the 51st; each tenth of a second
   * that this takes permits one more.
   */
  private MockHttpServletResponse firstRefused(IntFunction<MockHttpServletRequest> requests)
      throws ServletException, IOException {
    long begin = System.nanoTime();
    for (int sent = 0; ; sent++) {
      var chain = new MockFilterChain();
      var answer = new MockHttpServletResponse();
      filter(SignInMode.REQUIRED).doFilter(requests.apply(sent), answer, chain);
      int later = (int) ((System.nanoTime() - begin) / 100_000_000);
      assertThat(sent).isLessThanOrEqualTo(50 + later);
      if (chain.getRequest() == null) {
        assertThat(answer.getStatus()).isEqualTo(429);
        assertThat(code(answer)).isEqualTo("TOO_MANY_REQUESTS");
        assertThat(sent).isGreaterThanOrEqualTo(50);
        return answer;
      }
    }
  }

  private SignInFilter filter(SignInMode mode) {
    var settings = SignedIn.settings(mode);
    return new SignInFilter(
        new Sessions(SessionKeys.of(settings), settings, ended, Clock.systemUTC()),
        cookie,
        warmup,
        settings,
        limits.computeIfAbsent(
            mode,
            of ->
                new AccountLimit(
                    new SignInLimits(10, "10", 20), settings, new SimpleMeterRegistry())),
        () -> staff);
  }
}
