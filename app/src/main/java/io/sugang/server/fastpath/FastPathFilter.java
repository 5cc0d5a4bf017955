package io.sugang.server.fastpath;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.platform.problem.Causes;
import io.sugang.server.tomcat.InPlace;
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
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Filter that handles the requests of a rush before Spring MVC. There, choosing a handler, its
 * arguments and a content type takes a quarter of what a read costs an instance
 * (docs/decisions/0005). All other requests continue to the controllers.
 */
@Component
@Order(Ordered.LOWEST_PRECEDENCE) // after every filter that measures, admits, limits or signs in
final class FastPathFilter implements Filter {
  private static final Logger log = LoggerFactory.getLogger(FastPathFilter.class);

  private final FastPathRoutes routes;
  private final ResponseWriter writer;
  private final HandlerExceptionResolver failures;
  private final Semaphore free;

  FastPathFilter(
      FastPathRoutes routes,
      ResponseWriter writer,
      @Lazy @Qualifier("handlerExceptionResolver") HandlerExceptionResolver failures,
      FastPathProperties properties,
      LoopConnector connector,
      MeterRegistry registry) {
    this.routes = routes;
    this.writer = writer;
    this.failures = failures;
    free = new Semaphore(properties.underWay());
    connector.limitBy(() -> free.availablePermits() > 0);
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
    FastPathRoute route = routes.find(http);
    if (route == null) {
      chain.doFilter(request, response);
    } else {
      handle(route, http, (HttpServletResponse) response);
    }
  }

  private void handle(FastPathRoute route, HttpServletRequest http, HttpServletResponse response)
      throws ServletException, IOException {
    CompletableFuture<? extends ResponseEntity<?>> answer = begin(route, http);
    if (answer.isDone()) {
      write(answer, http, response);
      return;
    }
    boolean counted = free.tryAcquire();
    // The request loop does not wait, also when an HTTP thread took the last place before it.
    AsyncContext context = counted || InPlace.isHandling() ? startAsync(http, response) : null;
    if (context == null) {
      if (counted) {
        free.release();
      }
      write(answer, http, response);
    } else {
      writeAsync(answer, context, counted, http, response);
    }
  }

  /** Releases the thread of the request; null where the container refuses, so the thread waits. */
  private @Nullable AsyncContext startAsync(HttpServletRequest http, HttpServletResponse response) {
    try {
      return http.startAsync(http, response);
    } catch (IllegalStateException refused) {
      // The route may have taken a seat already, so the request is answered all the same.
      log.warn(
          "{} {} waits in its HTTP thread, because the container refused to release it. A filter"
              + " or servlet without async support is in the chain.",
          http.getMethod(),
          http.getRequestURI(),
          refused);
      return null;
    }
  }

  private static CompletableFuture<? extends ResponseEntity<?>> begin(
      FastPathRoute route, HttpServletRequest http) {
    try {
      return route.handle(http).toCompletableFuture();
    } catch (Throwable failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  private void writeAsync(
      CompletableFuture<? extends ResponseEntity<?>> answer,
      AsyncContext context,
      boolean counted,
      HttpServletRequest http,
      HttpServletResponse response) {
    context.setTimeout(0); // the feature limits the time
    // A request that began elsewhere may have a body that is not here yet, or be followed by one
    // that waits. Its end may read, which the loop must not do.
    boolean inPlace = InPlace.isHandling();
    // Not when it is answered: in a rush its end waits behind thousands of requests for a thread,
    // and until then it has some 80 KB of buffers.
    if (counted) {
      context.addListener((Completion) free::release);
    }
    answer.whenComplete((known, failure) -> {
      try {
        write(answer, http, response);
      } catch (Throwable unanswered) {
        log.error(
            "{} {} is answered 500 without a body, because writing its answer failed",
            http.getMethod(),
            http.getRequestURI(),
            unanswered);
        response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
      } finally {
        if (inPlace) {
          InPlace.complete(context::complete);
        } else {
          context.complete();
        }
      }
    });
  }

  private void write(
      CompletableFuture<? extends ResponseEntity<?>> answer,
      HttpServletRequest http,
      HttpServletResponse response)
      throws ServletException, IOException {
    try {
      writer.write(answer.join(), http, response);
    } catch (Throwable failure) {
      resolve(failure, http, response);
    }
  }

  /** Answers a failure as the dispatcher does. */
  private void resolve(Throwable failure, HttpServletRequest http, HttpServletResponse response)
      throws ServletException, IOException {
    if (!response.isCommitted()) {
      response.reset();
    }
    Exception exception =
        Causes.ofStage(failure) instanceof Exception thrown
            ? thrown
            : new ServletException("Fast path failed", Causes.ofStage(failure));
    if (failures.resolveException(http, response, null, exception) == null) {
      switch (exception) {
        case IOException broken -> throw broken;
        case ServletException servlet -> throw servlet;
        default -> throw new ServletException(exception);
      }
    }
  }
}
