package io.sugang.fastpath;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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
final class FastPathFilter implements Filter {
  private static final Logger log = LoggerFactory.getLogger(FastPathFilter.class);

  private final FastPathRoutes shortcuts;
  private final HandlerExceptionResolver failures;
  private final Semaphore free;

  FastPathFilter(
      FastPathRoutes shortcuts,
      @Lazy @Qualifier("handlerExceptionResolver") HandlerExceptionResolver failures,
      FastPathProperties properties,
      MeterRegistry registry) {
    this.shortcuts = shortcuts;
    this.failures = failures;
    free = new Semaphore(properties.underWay());
    Gauge.builder(
            "sugang.fastpath.under.way",
            free,
            left -> properties.underWay() - left.availablePermits())
        .description("Requests that wait for their answer, or for their end, without a thread")
        .baseUnit("requests")
        .register(registry);
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    HttpServletRequest http = (HttpServletRequest) request;
    FastPathRoute shortcut = shortcuts.find(http);
    if (shortcut == null) {
      chain.doFilter(request, response);
    } else {
      answer(shortcut, http, (HttpServletResponse) response);
    }
  }

  private void answer(FastPathRoute shortcut, HttpServletRequest http, HttpServletResponse response)
      throws ServletException, IOException {
    CompletableFuture<Answer> answer = begin(shortcut, http);
    AsyncContext context =
        answer.isDone() || !free.tryAcquire() ? null : startAsync(http, response);
    if (context == null) {
      write(answer, http, response);
    } else {
      writeLater(answer, context, http, response);
    }
  }

  /** Lets the thread of the request go; null where the container refuses, and the thread waits. */
  private @Nullable AsyncContext startAsync(HttpServletRequest http, HttpServletResponse response) {
    try {
      return http.startAsync(http, response);
    } catch (IllegalStateException refused) {
      // What was begun may have taken a seat, so it is answered all the same.
      log.warn("{} {} waits in its thread", http.getMethod(), http.getRequestURI(), refused);
      free.release();
      return null;
    }
  }

  private static CompletableFuture<Answer> begin(FastPathRoute shortcut, HttpServletRequest http) {
    try {
      return shortcut.answer(http).toCompletableFuture();
    } catch (Throwable failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  private void writeLater(
      CompletableFuture<Answer> answer,
      AsyncContext context,
      HttpServletRequest http,
      HttpServletResponse response) {
    context.setTimeout(0); // the feature limits the time
    // Not when it is answered: in a rush its end waits behind thousands of requests for a thread,
    // and until then it has some 80 KB of buffers.
    context.addListener((Completion) free::release);
    answer.whenComplete((known, failure) -> {
      try {
        write(answer, http, response);
      } catch (Throwable unanswered) {
        log.error(
            "{} {} could not be answered", http.getMethod(), http.getRequestURI(), unanswered);
        response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
      } finally {
        context.complete();
      }
    });
  }

  private void write(
      CompletableFuture<Answer> answer, HttpServletRequest http, HttpServletResponse response)
      throws ServletException, IOException {
    try {
      Answer.await(answer).write(response);
    } catch (Throwable failure) {
      failed(http, response, Answer.failure(failure));
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
