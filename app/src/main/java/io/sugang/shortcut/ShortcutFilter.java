package io.sugang.shortcut;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.ServerHttpObservationFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Answers what a rush consists of before Spring MVC: finding a handler, its arguments and what it
 * may produce takes a quarter of what a read costs an instance (docs/decisions/0020). Everything
 * else, and everything unusual, goes on to the controllers.
 */
@Component
@Order(Ordered.LOWEST_PRECEDENCE) // after every filter that measures, admits, limits or signs in
final class ShortcutFilter implements Filter, SmartInitializingSingleton {
  // Accept of browsers' fetch, of curl and of load drivers; what else allows JSON is MVC's to tell.
  private static final Set<String> ACCEPT_JSON =
      Set.of(
          MediaType.ALL_VALUE,
          MediaType.APPLICATION_JSON_VALUE,
          "application/json, text/plain, */*");

  private final ObjectProvider<Shortcut> features;
  private final HandlerExceptionResolver failures;
  private volatile List<Shortcut> shortcuts = List.of();

  ShortcutFilter(
      ObjectProvider<Shortcut> features,
      @Lazy @Qualifier("handlerExceptionResolver") HandlerExceptionResolver failures) {
    this.features = features;
    this.failures = failures;
  }

  /**
   * Not before: filters are made while Tomcat starts, and with them would be nearly all of the
   * service, by Tomcat's class loader.
   */
  @Override
  public void afterSingletonsInstantiated() {
    shortcuts = features.orderedStream().toList();
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    HttpServletRequest http = (HttpServletRequest) request;
    Shortcut shortcut = shortcut(http);
    if (shortcut == null) {
      chain.doFilter(request, response);
    } else {
      ServerHttpObservationFilter.findObservationContext(http)
          .ifPresent(observed -> observed.setPathPattern(shortcut.pathPattern()));
      answer(shortcut, http, (HttpServletResponse) response);
    }
  }

  private @Nullable Shortcut shortcut(HttpServletRequest http) {
    String accept = http.getHeader(HttpHeaders.ACCEPT);
    if (accept != null && !ACCEPT_JSON.contains(accept)) {
      return null;
    }
    for (Shortcut shortcut : shortcuts) {
      if (shortcut.takes(http)) {
        return shortcut;
      }
    }
    return null;
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
