package io.sugang.server.fastpath;

import io.micrometer.common.KeyValue;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.ObservationRegistry;
import jakarta.servlet.FilterChain;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.server.observation.DefaultServerRequestObservationConvention;
import org.springframework.http.server.observation.ServerRequestObservationContext;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.ServerHttpObservationFilter;

/**
 * Filter that times every request, in the place of Spring Boot's own. A request on the fast path
 * (also when a later filter rejects it) is timed without an observation, which sorts and looks up
 * its tags three times. A timer of the same name and tags is found by route and status.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 1) // as Spring Boot's
final class RequestTimingFilter extends ServerHttpObservationFilter {
  private static final DefaultServerRequestObservationConvention CONVENTION =
      new DefaultServerRequestObservationConvention();

  private final FastPathRoutes routes;
  private final MeterRegistry meters;
  private final Map<RouteStatus, Timer> timers = new ConcurrentHashMap<>();

  RequestTimingFilter(
      FastPathRoutes routes, ObservationRegistry observations, MeterRegistry meters) {
    super(observations, CONVENTION);
    this.routes = routes;
    this.meters = meters;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    FastPathRoute route = routes.find(request);
    if (route == null) {
      super.doFilterInternal(request, response, chain);
      return;
    }
    long since = System.nanoTime();
    Exception error = null;
    try {
      chain.doFilter(request, response);
    } catch (Exception failure) {
      // The container answers 500 after this.
      response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
      error = failure;
      throw failure;
    } finally {
      if (request.isAsyncStarted()) {
        request
            .getAsyncContext()
            .addListener((Completion) () -> record(route, request, response, null, since));
      } else {
        record(route, request, response, error, since);
      }
    }
  }

  private void record(
      FastPathRoute route,
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Exception thrown,
      long since) {
    timer(route, request, response, thrown).record(System.nanoTime() - since, TimeUnit.NANOSECONDS);
  }

  private Timer timer(
      FastPathRoute route,
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Exception thrown) {
    int status = response.getStatus();
    if (status < HttpServletResponse.SC_INTERNAL_SERVER_ERROR) {
      return timers.computeIfAbsent(
          new RouteStatus(route, status), unseen -> timer(context(route, request, response)));
    }
    // The tags of a server error name its exception, so the timer is looked up each time.
    ServerRequestObservationContext context = context(route, request, response);
    context.setError(
        switch (thrown) {
          case null -> (Throwable) request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
          case ServletException wrapper when wrapper.getRootCause() != null ->
              wrapper.getRootCause();
          default -> thrown;
        });
    return timer(context);
  }

  private static ServerRequestObservationContext context(
      FastPathRoute route, HttpServletRequest request, HttpServletResponse response) {
    var context = new ServerRequestObservationContext(request, response);
    context.setPathPattern(route.pathPattern());
    return context;
  }

  private Timer timer(ServerRequestObservationContext context) {
    Throwable error = context.getError();
    Tags tags =
        // What Micrometer adds to an observation.
        Tags.of("error", error == null ? "none" : error.getClass().getSimpleName());
    for (KeyValue pair : CONVENTION.getLowCardinalityKeyValues(context)) {
      tags = tags.and(pair.getKey(), pair.getValue());
    }
    return meters.timer(CONVENTION.getName(), tags);
  }

  private record RouteStatus(FastPathRoute route, int status) {}
}
