package io.sugang.signin;

import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.sugang.signin.OidcResult.Accepted;
import io.sugang.signin.OidcResult.NotAccepted;
import io.sugang.signin.OidcResult.TooOften;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operations of the sign-in by OpenID Connect: the way to the provider, and the way back. */
@RestController
@RequestMapping(OidcController.PATH)
@Tag(name = "session")
class OidcController {
  static final String PATH = SessionController.PATH + "/oidc";
  static final String CALLBACK = PATH + "/callback";
  private static final URI OF_STUDENTS = URI.create("/");
  private static final URI OF_STAFF = URI.create("/desk");

  private final @Nullable OidcSignIn signIn;
  private final OidcAttempts attempts;
  private final SessionCookie attemptCookie;
  private final BrowserSessions browserSessions;
  private final AccountLimit limit;
  private final SignInMeters meters;

  OidcController(
      OidcProperties settings,
      SignInProperties properties,
      SessionKeys keys,
      Sessions sessions,
      BrowserSessions browserSessions,
      StudentRegister students,
      StaffRegister staff,
      AccountLimit limit,
      UsedAttempts used,
      SignInMeters meters,
      SharedClock shared) {
    Clock clock = new SharedTime(() -> shared);
    this.limit = limit;
    this.meters = meters;
    this.signIn =
        settings.isSetUp()
            ? new OidcSignIn(
                settings, new OidcAccounts(settings, sessions, students, staff, limit), used, clock)
            : null;
    this.attempts = new OidcAttempts(keys, clock);
    this.attemptCookie = SessionCookie.ofAttempt(properties.https());
    this.browserSessions = browserSessions;
  }

  @GetMapping
  @Operation(
      summary = "Sign in at the identity provider",
      description =
          "Sends a browser to the provider, which sends it back to /api/session/oidc/callback. The"
              + " attempt is in a cookie for 10 minutes, and any instance can finish it. A page of"
              + " another site cannot begin one.")
  @ApiResponse(
      responseCode = "303",
      description = "The way to the provider",
      headers =
          @Header(
              name = "Location",
              description = "Address at the provider",
              schema = @Schema(type = "string")),
      content = @Content)
  @ProblemResponses({
    ProblemType.NOT_FOUND,
    ProblemType.CROSS_SITE,
    ProblemType.INVALID_REQUEST,
    ProblemType.TEMPORARILY_UNAVAILABLE
  })
  CompletableFuture<? extends ResponseEntity<?>> begin(HttpServletRequest http) {
    OidcSignIn provider = signIn;
    if (provider == null) {
      return notSetUp();
    }
    if (RequestOrigin.isOfAnotherSite(http)) {
      return done(OtherSite.answer(http));
    }
    OidcAttempt attempt = attempts.begin();
    String stored = attemptCookie.storing(attempts.write(attempt), OidcAttempts.LONGEST);
    return provider
        .addressFor(attempt)
        .thenApply(address -> redirectTo(address).header(HttpHeaders.SET_COOKIE, stored).build());
  }

  @GetMapping("/callback")
  @Operation(
      summary = "Finish a sign-in at the identity provider",
      description =
          "The provider sends a browser here. The session is in a cookie, and it ends the student's"
              + " earlier sessions.")
  @ApiResponse(
      responseCode = "303",
      description = "Signed in",
      headers =
          @Header(
              name = "Location",
              description = "The page of students, or the desk",
              schema = @Schema(type = "string")),
      content = @Content)
  @ProblemResponses({
    ProblemType.SIGN_IN_REFUSED,
    ProblemType.NO_ACCOUNT,
    ProblemType.NOT_FOUND,
    ProblemType.INVALID_REQUEST,
    ProblemType.TEMPORARILY_UNAVAILABLE
  })
  CompletableFuture<? extends ResponseEntity<?>> finish(
      @RequestParam(required = false) @Nullable String code,
      @RequestParam(required = false) @Nullable String state,
      @RequestParam(required = false) @Nullable String error,
      HttpServletRequest http) {
    OidcSignIn provider = signIn;
    if (provider == null) {
      return notSetUp();
    }
    String kept = attemptCookie.tokenOf(http);
    OidcAttempt attempt = kept == null ? null : attempts.read(kept);
    if (attempt == null || state == null || !attempt.hasState(state)) {
      // The cookie stays: an address that a stranger made does not end the attempt of this browser.
      NotAccepted foreign =
          OidcSignIn.refused(
              "This answer is not of a sign-in that this browser began in the last 10 minutes.");
      return done(foreign.problem().toResponse(foreign.detail()));
    }
    if (code == null || code.isEmpty() || error != null) {
      return done(refusal(OidcSignIn.refused("The identity provider did not sign the user in.")));
    }
    String userAgent = http.getHeader(HttpHeaders.USER_AGENT);
    return provider
        .finish(attempt, code)
        .thenApply(result ->
            switch (result) {
              case Accepted accepted -> signedIn(accepted.session(), userAgent);
              case TooOften often -> ended(limit.tooManySignIns(often.waitNanos()));
              case NotAccepted refused -> refusal(refused);
            });
  }

  private ResponseEntity<?> signedIn(SessionToken session, @Nullable String userAgent) {
    return redirectTo(session.role() == Role.STUDENT ? OF_STUDENTS : OF_STAFF)
        .header(
            HttpHeaders.SET_COOKIE,
            browserSessions.begin(session, userAgent),
            attemptCookie.removing())
        .build();
  }

  private ResponseEntity<?> refusal(NotAccepted refused) {
    meters.providerFailed();
    return ended(refused.problem().toResponse(refused.detail()));
  }

  /** Answers, and ends the attempt: its code is of no more use. */
  private ResponseEntity<?> ended(ResponseEntity<?> problem) {
    return ResponseEntity.status(problem.getStatusCode())
        .headers(problem.getHeaders())
        .header(HttpHeaders.SET_COOKIE, attemptCookie.removing())
        .body(problem.getBody());
  }

  private static ResponseEntity.BodyBuilder redirectTo(URI address) {
    return ResponseEntity.status(HttpStatus.SEE_OTHER)
        .location(address)
        .cacheControl(CacheControl.noStore());
  }

  private static CompletableFuture<ResponseEntity<?>> notSetUp() {
    return done(
        ProblemType.NOT_FOUND.toResponse(
            "No identity provider is set up here. POST "
                + SessionController.PATH
                + " signs in with a local account."));
  }

  private static CompletableFuture<ResponseEntity<?>> done(ResponseEntity<?> answer) {
    return CompletableFuture.completedFuture(answer);
  }
}
