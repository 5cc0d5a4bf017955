package io.sugang.signin;

import io.sugang.platform.ids.WarmupPass;
import io.sugang.platform.problem.ProblemType;
import io.sugang.platform.problem.TemporarilyUnavailableException;
import io.sugang.server.tomcat.InPlace;
import io.sugang.signin.EndedSessions.End;
import io.sugang.signin.TokenCheck.NotValid;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.util.function.SingletonSupplier;

/**
 * Decides for whom a request acts, before the fast path and the controllers: by the token of its
 * cookie or its {@code Authorization} header. Rejects a request that needs a session and has none,
 * and a change that a page of another site made.
 *
 * <p>The role of the staff counts as the register has it, asked at most once a second. The limits
 * of an account count here too, whatever the spelling of its token, also where no session is
 * needed.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 20) // after the filters that measure, admit and limit
final class SignInFilter implements Filter {
  private static final String BEARER = "Bearer ";
  private static final String NO_REGISTER =
      "The staff register does not answer, so the service does not know whether this account still"
          + " has its role. Send the request again after a second.";

  private final Sessions sessions;
  private final SessionCookie cookie;
  private final WarmupPass warmup;
  private static final String DESK = "/api/desk/";

  private final AccountLimit limit;
  private final Supplier<StaffRoles> staff;
  private final boolean required;

  @Autowired
  SignInFilter(
      Sessions sessions,
      SessionCookie cookie,
      WarmupPass warmup,
      SignInProperties properties,
      AccountLimit limit,
      ObjectProvider<StaffRoles> staff) {
    // Late, because filters are made before the connections to MySQL.
    this(sessions, cookie, warmup, properties, limit, SingletonSupplier.of(staff::getObject));
  }

  SignInFilter(
      Sessions sessions,
      SessionCookie cookie,
      WarmupPass warmup,
      SignInProperties properties,
      AccountLimit limit,
      Supplier<StaffRoles> staff) {
    this.sessions = sessions;
    this.cookie = cookie;
    this.warmup = warmup;
    this.limit = limit;
    this.staff = staff;
    this.required = properties.mode() == SignInMode.REQUIRED;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    HttpServletRequest http = (HttpServletRequest) request;
    HttpServletResponse answer = (HttpServletResponse) response;
    String bearer = bearer(http);
    String token = token(bearer, http, cookie);
    if (bearer == null
        && !RequestOrigin.reads(http.getMethod())
        && !RequestOrigin.mayChange(http, token != null)) {
      ProblemType.CROSS_SITE.write(
          answer,
          "This change was not asked for by a page of this host. A program sends its token as"
              + " Authorization: Bearer instead of a cookie.",
          http.getRequestURI());
    } else if (token == null && !required) {
      ActingUser.UNNAMED.actIn(http);
      chain.doFilter(request, response);
    } else if (SessionController.PATH.equals(http.getRequestURI())) {
      // It answers with or without a session, and says which.
      withoutNeed(token, http, answer, chain);
    } else if (PublicPaths.include(http.getMethod(), http.getRequestURI())) {
      if (!required) {
        ActingUser.UNNAMED.actIn(http);
      }
      withoutNeed(token, http, answer, chain);
    } else if (token == null) {
      withoutToken(http, answer, chain);
    } else {
      withToken(token, bearer == null, http, answer, chain);
    }
  }

  /** Returns the token of a request, of its header or otherwise of its cookie, or null. */
  static @Nullable String token(HttpServletRequest http, SessionCookie cookie) {
    return token(bearer(http), http, cookie);
  }

  private static @Nullable String token(
      @Nullable String bearer, HttpServletRequest http, SessionCookie cookie) {
    return bearer == null ? cookie.tokenOf(http) : bearer;
  }

  /**
   * Returns the token of the {@code Authorization} header, or null without one. It follows one
   * blank: with more of them it is another text, and so not valid.
   */
  static @Nullable String bearer(HttpServletRequest http) {
    String authorization = http.getHeader(HttpHeaders.AUTHORIZATION);
    return authorization != null && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
        ? authorization.substring(BEARER.length())
        : null;
  }

  /**
   * Passes a request that needs no session. A read counts for the account of its session where it
   * has one.
   */
  private void withoutNeed(
      @Nullable String token,
      HttpServletRequest http,
      HttpServletResponse answer,
      FilterChain chain)
      throws ServletException, IOException {
    // A sign-in with a password has a limit of its own, and a sign-out is never refused.
    SessionToken session = RequestOrigin.reads(http.getMethod()) ? sessions.lasting(token) : null;
    if (session != null && refusedAsTooMany(session, http, answer)) {
      return;
    }
    chain.doFilter(http, answer);
  }

  /** Counts a request, and answers one too many. */
  private boolean refusedAsTooMany(
      SessionToken session, HttpServletRequest http, HttpServletResponse answer)
      throws IOException {
    if (limit.request(session, 1) == 0) {
      return false;
    }
    // Of single requests the next one is allowed within a second.
    refuse(ProblemType.TOO_MANY_REQUESTS, limit.requestsDetail(), http, answer);
    return true;
  }

  private void withoutToken(HttpServletRequest http, HttpServletResponse answer, FilterChain chain)
      throws ServletException, IOException {
    if (!warmup.isCarriedBy(http)) {
      refuse(ProblemType.SIGN_IN_REQUIRED, "This request needs a session.", http, answer);
    } else {
      ActingUser.UNNAMED.actIn(http);
      chain.doFilter(http, answer);
    }
  }

  private void withToken(
      String token,
      boolean byCookie,
      HttpServletRequest http,
      HttpServletResponse answer,
      FilterChain chain)
      throws ServletException, IOException {
    switch (sessions.read(token)) {
      case NotValid.INVALID -> {
        if (byCookie) {
          answer.addHeader(HttpHeaders.SET_COOKIE, cookie.removing());
        }
        refuse(ProblemType.SIGN_IN_REQUIRED, "The token is not valid here.", http, answer);
      }
      case NotValid.EXPIRED ->
          refuse(ProblemType.SESSION_EXPIRED, "The session is over.", http, answer);
      case SessionToken session -> {
        End end = sessions.endOf(session);
        if (end != null) {
          end.problem().write(answer, end.detail(), http.getRequestURI(), end.members());
          return;
        }
        if (refusedAsTooMany(session, http, answer)) {
          return;
        }
        if (session.role().isStaff()) {
          asStaff(session, byCookie, http, answer, chain);
        } else {
          pass(session, StaffStanding.CONFIRMED, byCookie, http, answer, chain);
        }
      }
    }
  }

  private void asStaff(
      SessionToken session,
      boolean byCookie,
      HttpServletRequest http,
      HttpServletResponse answer,
      FilterChain chain)
      throws ServletException, IOException {
    StaffRoles roles = staff.get();
    if (http.getRequestURI().startsWith(DESK)) {
      // The desk asks the register itself for what it changes, and its overview works without it.
      // It has no request of the fast path, so this thread may wait.
      pass(session, roles.askWithPatience(session), byCookie, http, answer, chain);
      return;
    }
    StaffStanding recent = roles.recent(session);
    if (recent == null && InPlace.isHandling()) {
      new ActingUser(
              session, limit, roles.askAsync(session).thenApply(found -> settled(session, found)))
          .actIn(http);
      chain.doFilter(http, answer);
      return;
    }
    StaffStanding standing = recent == null ? roles.ask(session) : recent;
    if (standing == StaffStanding.UNKNOWN) {
      refuse(ProblemType.TEMPORARILY_UNAVAILABLE, NO_REGISTER, http, answer);
    } else {
      pass(session, standing, byCookie, http, answer, chain);
    }
  }

  private ActingUser settled(SessionToken session, StaffStanding found) {
    if (found == StaffStanding.UNKNOWN) {
      throw new TemporarilyUnavailableException(
          NO_REGISTER, new IllegalStateException("The staff register does not answer"));
    }
    return new ActingUser(session, found, limit);
  }

  private void pass(
      SessionToken session,
      StaffStanding standing,
      boolean byCookie,
      HttpServletRequest http,
      HttpServletResponse answer,
      FilterChain chain)
      throws ServletException, IOException {
    if (byCookie && standing == StaffStanding.CONFIRMED) {
      renew(session, answer);
    }
    new ActingUser(session, standing, limit).actIn(http);
    chain.doFilter(http, answer);
  }

  private void renew(SessionToken session, HttpServletResponse answer) {
    SessionToken renewed = sessions.renewed(session);
    if (renewed != null) {
      answer.addHeader(HttpHeaders.SET_COOKIE, cookie.storing(sessions.token(renewed)));
    }
  }

  private static void refuse(
      ProblemType type, String detail, HttpServletRequest http, HttpServletResponse answer)
      throws IOException {
    type.write(answer, detail, http.getRequestURI());
  }
}
