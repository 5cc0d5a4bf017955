package io.sugang.signin;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.sugang.signin.EndedSessions.End;
import io.sugang.signin.TokenCheck.NotValid;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operations on the session of a browser. */
@RestController
@RequestMapping(SessionController.PATH)
@Tag(name = "session")
class SessionController {
  static final String PATH = "/api/session";
  private static final String ALL_LATER =
      "This browser has no session any more. The session ended at one instance, because Redis does"
          + " not answer: a copy of its token is valid at the others until Redis is back. They follow"
          + " then by themselves, unless this instance stops before.";
  private static final String ONE_INSTANCE =
      "The session ended at one instance only, because Redis does not answer and too many other"
          + " sessions wait for it. A copy of its token is valid at the others. Send the sign-out"
          + " again with the token after a second.";

  /** Body of a sign-in: one of the two names, and the password. */
  @Schema(name = "SignIn")
  record Credentials(
      @Size(max = 64, message = "has more than 64 characters") @Schema(example = "2026618033")
          @Nullable String studentNumber,
      @Size(max = 64, message = "has more than 64 characters") @Nullable String staffName,
      @NotNull(message = "is missing") @Size(max = 64, message = "has more than 64 characters")
          @Nullable String password) {

    @AssertTrue(message = "needs a studentNumber or a staffName")
    @Schema(hidden = true)
    boolean isForOneAccount() {
      return (studentNumber == null) != (staffName == null);
    }
  }

  /**
   * The ways to a session that are set up.
   *
   * @param local with a local account
   * @param provider at the identity provider
   */
  @Schema(name = "SignInWays")
  record SignInWays(boolean local, boolean provider) {}

  /**
   * A session, or that there is none.
   *
   * @param signIn whether requests need a session
   * @param warnAt from when on the user should be warned of the end
   */
  @Schema(name = "Session")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record SessionView(
      SignInMode signIn,
      SignInWays signInWith,
      boolean signedIn,
      @Nullable Role role,
      @Nullable Long studentId,
      @Nullable Long staffId,
      @Nullable Instant signedInAt,
      @Nullable Instant expiresAt,
      @Nullable Instant warnAt) {}

  /**
   * A sign-out that the other instances do not know yet.
   *
   * @param detail what holds until then
   */
  @Schema(name = "SignedOutHere")
  record SignedOutHere(String detail) {}

  private final SignIn signIn;
  private final BrowserSessions browserSessions;
  private final Sessions sessions;
  private final SessionRegister register;
  private final SessionCookie cookie;
  private final SignInProperties properties;
  private final SignInWays ways;
  private final AccountLimit limit;
  private final StaffRoles staffRoles;
  private final SignInEvents events;
  private final SignInMeters meters;

  SessionController(
      SignIn signIn,
      BrowserSessions browserSessions,
      Sessions sessions,
      SessionRegister register,
      SessionCookie cookie,
      SignInProperties properties,
      OidcProperties provider,
      AccountLimit limit,
      StaffRoles staffRoles,
      SignInEvents events,
      SignInMeters meters) {
    this.limit = limit;
    this.staffRoles = staffRoles;
    this.events = events;
    this.meters = meters;
    this.signIn = signIn;
    this.browserSessions = browserSessions;
    this.sessions = sessions;
    this.register = register;
    this.cookie = cookie;
    this.properties = properties;
    this.ways = new SignInWays(!properties.accountSecret().isEmpty(), provider.isSetUp());
  }

  @PostMapping(
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      summary = "Sign in with a local account",
      description =
          "The session is in a cookie. It ends the student's earlier sessions. A program sends a token"
              + " of ./sugang tokens as Authorization: Bearer instead.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = SessionView.class)))
  @ProblemResponses({
    ProblemType.SIGN_IN_FAILED,
    ProblemType.CROSS_SITE,
    ProblemType.INVALID_REQUEST,
    ProblemType.UNSUPPORTED_MEDIA_TYPE,
    ProblemType.TEMPORARILY_UNAVAILABLE
  })
  ResponseEntity<?> signIn(@Valid @RequestBody Credentials credentials, HttpServletRequest http) {
    String account = signIn.provedAccount(credentials);
    long waitNanos = account == null ? 0 : limit.signIn(account);
    if (waitNanos > 0) {
      return limit.tooManySignIns(waitNanos);
    }
    SessionToken session = account == null ? null : signIn.begin(credentials);
    if (session == null) {
      meters.localFailed(credentials.studentNumber() != null);
      return ProblemType.SIGN_IN_FAILED.toResponse("The name or the password is wrong.");
    }
    String stored = browserSessions.begin(session, http.getHeader(HttpHeaders.USER_AGENT));
    return ResponseEntity.ok().header(HttpHeaders.SET_COOKIE, stored).body(view(session));
  }

  @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      summary = "The session of this request",
      description = "Without a session it says so, and whether other requests need one.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = SessionView.class)))
  @ProblemResponses({
    ProblemType.SESSION_EXPIRED,
    ProblemType.SIGNED_IN_ELSEWHERE,
    ProblemType.SIGN_IN_REQUIRED,
    ProblemType.INVALID_REQUEST,
    ProblemType.TEMPORARILY_UNAVAILABLE
  })
  ResponseEntity<?> session(HttpServletRequest http) {
    String token = SignInFilter.token(http, cookie);
    if (token == null) {
      return ResponseEntity.ok(anonymous());
    }
    boolean byCookie = SignInFilter.bearer(http) == null;
    return switch (sessions.read(token)) {
      case NotValid.INVALID ->
          byCookie
              ? ResponseEntity.ok()
                  .header(HttpHeaders.SET_COOKIE, cookie.removing())
                  .body(anonymous())
              : ResponseEntity.ok(anonymous());
      case NotValid.EXPIRED -> ProblemType.SESSION_EXPIRED.toResponse("The session is over.");
      case SessionToken session -> session(session, byCookie);
    };
  }

  // A program keeps its token as it is: only the token in a cookie is renewed.
  private ResponseEntity<?> session(SessionToken session, boolean byCookie) {
    End end = sessions.endOf(session);
    if (end != null) {
      return end.problem().toResponse(end.detail(), end.members());
    }
    StaffStanding standing =
        session.role().isStaff() ? staffRoles.ask(session) : StaffStanding.CONFIRMED;
    if (standing == StaffStanding.REMOVED) {
      return removed(byCookie);
    }
    SessionToken renewed =
        byCookie && standing == StaffStanding.CONFIRMED ? sessions.renewed(session) : null;
    return renewed == null
        ? ResponseEntity.ok(view(session))
        : ResponseEntity.ok()
            .header(HttpHeaders.SET_COOKIE, cookie.storing(sessions.token(renewed)))
            .body(view(renewed));
  }

  private ResponseEntity<?> removed(boolean byCookie) {
    ResponseEntity<?> problem =
        ProblemType.SIGN_IN_REQUIRED.toResponse(
            "The register no longer has this account with the role of its session.");
    return byCookie ? withoutCookie(problem) : problem;
  }

  private ResponseEntity<?> withoutCookie(ResponseEntity<?> problem) {
    return ResponseEntity.status(problem.getStatusCode())
        .headers(problem.getHeaders())
        .header(HttpHeaders.SET_COOKIE, cookie.removing())
        .body(problem.getBody());
  }

  @DeleteMapping
  @Operation(
      summary = "Sign out; without a session nothing happens",
      description =
          "204 with a token: the session has ended at all instances within a second, and the cookie is"
              + " removed. 204 without a token says nothing about any session. While Redis does not"
              + " answer, the session ends at one instance and the cookie is removed (202): the others"
              + " follow when Redis is back. Where too many wait for that, the answer is a 503 and the"
              + " cookie stays, so that the browser can ask again.")
  @ApiResponse(responseCode = "204", description = "Signed out", content = @Content)
  @ApiResponse(
      responseCode = "202",
      description = "Signed out at one instance; the others follow when Redis is back",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON_VALUE,
              schema = @Schema(implementation = SignedOutHere.class)))
  @ProblemResponses({
    ProblemType.CROSS_SITE,
    ProblemType.INVALID_REQUEST,
    ProblemType.TEMPORARILY_UNAVAILABLE
  })
  ResponseEntity<?> signOut(HttpServletRequest http) {
    String token = SignInFilter.token(http, cookie);
    if (token == null || !(sessions.read(token) instanceof SessionToken session)) {
      return signedOut(HttpStatus.NO_CONTENT).build();
    }
    boolean lasted = sessions.endOf(session) == null;
    SessionRegister.Reach reach = register.end(session);
    // Afterwards: the session must not last while the event waits for MySQL.
    if (lasted) {
      events.signedOut(session, Browser.of(http.getHeader(HttpHeaders.USER_AGENT)));
    }
    return switch (reach) {
      case ALL_INSTANCES -> signedOut(HttpStatus.NO_CONTENT).build();
      case ALL_LATER ->
          signedOut(HttpStatus.ACCEPTED)
              .contentType(MediaType.APPLICATION_JSON)
              .body(new SignedOutHere(ALL_LATER));
      case ONE_INSTANCE -> ProblemType.TEMPORARILY_UNAVAILABLE.toResponse(ONE_INSTANCE);
    };
  }

  private ResponseEntity.BodyBuilder signedOut(HttpStatus status) {
    return ResponseEntity.status(status).header(HttpHeaders.SET_COOKIE, cookie.removing());
  }

  private SessionView anonymous() {
    return new SessionView(properties.mode(), ways, false, null, null, null, null, null, null);
  }

  private SessionView view(SessionToken session) {
    boolean student = session.role() == Role.STUDENT;
    boolean staff = !student && session.role() != Role.LOAD;
    Instant expires = Instant.ofEpochMilli(session.expiresAt());
    return new SessionView(
        properties.mode(),
        ways,
        true,
        session.role(),
        student ? session.subject() : null,
        staff ? session.subject() : null,
        Instant.ofEpochMilli(session.signedInAt()),
        expires,
        expires.minus(properties.warnBefore()));
  }
}
