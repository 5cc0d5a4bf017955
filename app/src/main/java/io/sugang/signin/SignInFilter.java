package io.sugang.signin;

import io.sugang.id.WarmupPass;
import io.sugang.problem.ProblemType;
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
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/**
 * Decides for whom a request acts, before the fast path and the controllers: by the token of its
 * cookie or its {@code Authorization} header. Rejects a request that needs a session and has none,
 * and a change that a page of another site made.
 *
 * <p>A request in open mode without these headers passes without an allocation.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 20) // after the filters that measure, admit and limit
final class SignInFilter implements Filter {
  private static final String BEARER = "Bearer ";

  private final Sessions sessions;
  private final SessionCookie cookie;
  private final WarmupPass warmup;
  private final boolean required;

  SignInFilter(
      Sessions sessions, SessionCookie cookie, WarmupPass warmup, SignInProperties properties) {
    this.sessions = sessions;
    this.cookie = cookie;
    this.warmup = warmup;
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
      chain.doFilter(request, response);
    } else if (SessionController.PATH.equals(http.getRequestURI())) {
      // It answers with or without a session, and says which.
      chain.doFilter(request, response);
    } else if (PublicPaths.include(http.getMethod(), http.getRequestURI())) {
      if (required) {
        ActingUser.NOBODY.actIn(http);
      }
      chain.doFilter(request, response);
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

  /** Returns the token of the {@code Authorization} header, or null without one. */
  static @Nullable String bearer(HttpServletRequest http) {
    String authorization = http.getHeader(HttpHeaders.AUTHORIZATION);
    return authorization != null && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
        ? authorization.substring(BEARER.length()).strip()
        : null;
  }

  private void withoutToken(HttpServletRequest http, HttpServletResponse answer, FilterChain chain)
      throws ServletException, IOException {
    if (!warmup.isCarriedBy(http)) {
      refuse(ProblemType.SIGN_IN_REQUIRED, "This request needs a session.", http, answer);
    } else {
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
        if (byCookie) {
          renew(session, answer);
        }
        new ActingUser(session).actIn(http);
        chain.doFilter(http, answer);
      }
    }
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
