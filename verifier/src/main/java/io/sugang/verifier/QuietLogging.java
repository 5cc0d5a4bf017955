package io.sugang.verifier;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.List;
import org.slf4j.LoggerFactory;

/**
 * Outside Spring Boot logging writes everything down to DEBUG to the terminal. What goes wrong in
 * the drivers reaches the report as an exception anyway.
 */
public final class QuietLogging {
  private static final List<String> DRIVERS =
      List.of("org.redisson", "io.lettuce", "io.netty", "com.mysql", "reactor", "org.apache.hc");

  private QuietLogging() {}

  public static void apply() {
    for (var name : DRIVERS) {
      if (LoggerFactory.getLogger(name) instanceof Logger logger) {
        logger.setLevel(Level.OFF);
      }
    }
  }
}
