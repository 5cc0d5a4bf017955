package io.sugang.servers;

import ch.qos.logback.classic.LoggerContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.boot.logging.LogFile;
import org.springframework.boot.logging.LoggingInitializationContext;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.logging.LoggingSystemFactory;
import org.springframework.boot.logging.logback.LogbackLoggingSystem;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Logback for the applications of a JVM that start and close at the same time: each sets it up
 * alone. Spring Boot does so without a lock, as one process has one application.
 */
final class SharedLogging extends LogbackLoggingSystem {
  private final LoggerContext shared;

  private SharedLogging(ClassLoader classLoader, LoggerContext shared) {
    super(classLoader);
    this.shared = shared;
  }

  @Override
  public void initialize(
      LoggingInitializationContext context,
      @Nullable String configLocation,
      @Nullable LogFile logFile) {
    synchronized (shared) {
      super.initialize(context, configLocation, logFile);
    }
  }

  @Override
  public void cleanUp() {
    synchronized (shared) {
      super.cleanUp();
    }
  }

  /** Found by Spring Boot in {@code META-INF/spring.factories}. */
  @Order(Ordered.HIGHEST_PRECEDENCE)
  static final class Factory implements LoggingSystemFactory {
    @Override
    public @Nullable LoggingSystem getLoggingSystem(ClassLoader classLoader) {
      return LoggerFactory.getILoggerFactory() instanceof LoggerContext shared
          ? new SharedLogging(classLoader, shared)
          : null;
    }
  }
}
