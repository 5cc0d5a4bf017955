package io.sugang.platform.redis;

import io.sugang.platform.background.Repetitions;
import jakarta.annotation.PreDestroy;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.stereotype.Component;

/**
 * Probe of the connection that Spring shares, by a PING every half second. A connection with a
 * silent other end seems open for minutes, so it is renewed after two beats without an answer.
 */
@Component
final class SharedConnectionProbe {
  private static final Logger log = LoggerFactory.getLogger(SharedConnectionProbe.class);
  private static final long BEAT_MILLIS = 500;
  private static final int SILENT_BEATS = 2;

  private final LettuceConnectionFactory factory;
  private final ScheduledExecutorService beats =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("shared-connection-probe").daemon().factory());
  // Of the thread that beats.
  private int silentBeats;

  SharedConnectionProbe(LettuceConnectionFactory factory) {
    this.factory = factory;
    beats.scheduleWithFixedDelay(
        Repetitions.neverFailing("The probe of the shared connection", this::beat),
        BEAT_MILLIS,
        BEAT_MILLIS,
        TimeUnit.MILLISECONDS);
  }

  private void beat() {
    try (RedisConnection connection = factory.getConnection()) {
      connection.ping();
      silentBeats = 0;
    } catch (Throwable silent) {
      log.debug("No answer to a PING: {}", silent.toString());
      if (++silentBeats == SILENT_BEATS) {
        silentBeats = 0;
        reset();
      }
    }
  }

  private void reset() {
    try {
      factory.resetConnection();
    } catch (RuntimeException stopped) {
      log.debug("Not made anew: {}", stopped.toString());
    }
  }

  @PreDestroy
  void close() {
    beats.shutdownNow();
  }
}
