package io.sugang.server.fastpath;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the fast path.
 *
 * @param enabled whether there is a fast path; without it Spring MVC handles every request, with
 *     the same answers
 * @param underWay requests that may wait for their answer without a thread, 0 to 4,096: as many as
 *     NGINX sends to one instance while others are there ({@code max_conns}). The next ones wait in
 *     their threads. So at most these and the HTTP threads call Redis and MySQL at the same time
 * @param inPlace whether the request loop handles these requests itself, without an HTTP thread.
 *     AUTO: where the instance has two processors or fewer, because one thread does it. OFF:
 *     Tomcat's own endpoint, without a class of the service in it
 */
@Validated
@ConfigurationProperties("sugang.fastpath")
record FastPathProperties(
    @DefaultValue("true") boolean enabled,
    @Min(0) @Max(4096) @DefaultValue("400") int underWay,
    @DefaultValue("AUTO") InPlaceHandling inPlace) {

  /** When the request loop handles requests. */
  enum InPlaceHandling {
    AUTO,
    ON,
    OFF
  }

  private static final int MOST_PROCESSORS = 2;

  /**
   * Returns whether Tomcat's own endpoint serves the connections, without a class of the service.
   */
  boolean isPlainTomcat() {
    return inPlace == InPlaceHandling.OFF;
  }

  boolean isInPlace() {
    return enabled
        && underWay > 0
        && switch (inPlace) {
          case AUTO -> Runtime.getRuntime().availableProcessors() <= MOST_PROCESSORS;
          case ON -> true;
          case OFF -> false;
        };
  }
}
