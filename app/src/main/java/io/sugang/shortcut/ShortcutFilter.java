package io.sugang.shortcut;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Answers what a rush consists of before Spring MVC: finding a handler, its arguments and what it
 * may produce takes a quarter of what a read costs an instance (docs/decisions/0020). Everything
 * else, and everything unusual, goes on to the controllers.
 */
@Component
@Order(Ordered.LOWEST_PRECEDENCE) // after every filter that measures, admits, limits or signs in
final class ShortcutFilter implements Filter {
  private final Shortcuts shortcuts;
  private final HandlerExceptionResolver failures;

  ShortcutFilter(
      Shortcuts shortcuts,
      @Lazy @Qualifier("handlerExceptionResolver") HandlerExceptionResolver failures) {
    this.shortcuts = shortcuts;
    this.failures = failures;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    HttpServletRequest http = (HttpServletRequest) request;
    Shortcut shortcut = shortcuts.find(http);
    if (shortcut == null) {
      chain.doFilter(request, response);
    } else {
      answer(shortcut, http, (HttpServletResponse) response);
    }
  }

  private void answer(Shortcut shortcut, HttpServletRequest http, HttpServletResponse response)
      throws ServletException, IOException {
    try {
      shortcut.answer(http, response);
    } catch (Exception failure) {
      failed(http, response, failure);
    } catch (Throwable error) {
      failed(http, response, new ServletException("Shortcut failed", error));
    }
  }

  /** As the dispatcher does it. */
  private void failed(HttpServletRequest http, HttpServletResponse response, Exception failure)
      throws ServletException, IOException {
    if (!response.isCommitted()) {
      response.reset();
    }
    if (failures.resolveException(http, response, null, failure) == null) {
      switch (failure) {
        case IOException broken -> throw broken;
        case ServletException servlet -> throw servlet;
        default -> throw new ServletException(failure);
      }
    }
  }
}
