package io.sugang.server.admission;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.platform.problem.ProblemType;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Filter that sheds load: it answers 503 to requests that have waited too long for a thread.
 * Otherwise an overloaded instance would answer every request after its client has given up. A 503
 * costs little, so later requests wait less.
 */
@Component
@Order(
    Ordered.HIGHEST_PRECEDENCE
        + 5) // after the filter that measures requests, before all that costs
final class AdmissionFilter implements Filter {
  private static final String DETAIL =
      "The server is overloaded and did not start this request. Retry after one second.";

  private static final AsyncListener END = new AnsweredByAnotherThread();

  private final long longestWaitNanos;
  private final Counter refused;

  AdmissionFilter(
      AdmissionProperties properties, ConnectorThreads threads, MeterRegistry registry) {
    longestWaitNanos = properties.longestWait().toNanos();
    refused =
        Counter.builder("sugang.admission.refused")
            .description("Requests that waited too long for a thread and were answered 503")
            .register(registry);
    Gauge.builder("sugang.admission.waiting", threads, ConnectorThreads::waiting)
        .description("Requests that wait for a thread")
        .baseUnit("requests")
        .register(registry);
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    long now = System.nanoTime();
    RequestThreads.Wait wait = RequestThreads.take();
    if (wait != null && now - wait.since() > longestWaitNanos) {
      refused.increment();
      ProblemType.TEMPORARILY_UNAVAILABLE.write(
          (HttpServletResponse) response, DETAIL, ((HttpServletRequest) request).getRequestURI());
    } else {
      Arrival.set(request, wait == null || wait.isAfterAnAnswer() ? now : wait.since());
      chain.doFilter(request, response);
      if (request.isAsyncStarted()) {
        request.getAsyncContext().addListener(END);
      }
    }
  }
}
