package io.sugang.servers;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.awaitility.core.ConditionTimeoutException;

/**
 * What a test may do to a server: start, stop as by a power cut, freeze, resume. Address and
 * password never change.
 */
abstract sealed class Server implements AutoCloseable permits MySqlServer, RedisServer {
  private static final Duration START_LIMIT = Duration.ofSeconds(90);

  private final ServerProcess process;

  Server(ServerProcess process) {
    this.process = process;
  }

  public final String host() {
    return process.host();
  }

  public final int port() {
    return process.port();
  }

  /** Starts the server and waits until it answers. Does nothing to a server that runs. */
  public final void start() {
    if (!process.alive()) {
      process.start();
    }
    try {
      await()
          .atMost(START_LIMIT)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(50))
          .ignoreExceptions()
          .until(() -> !process.alive() || answers());
    } catch (ConditionTimeoutException e) {
      throw new IllegalStateException(
          "%s did not answer within %s.%n%s".formatted(this, START_LIMIT, process.log()), e);
    }
    if (!process.alive()) {
      throw new IllegalStateException("%s ended at start.%n%s".formatted(this, process.log()));
    }
  }

  /** Kills the server: connections break, new ones are refused until {@link #start()}. */
  public final void stop() {
    process.kill();
  }

  /** Freezes the server: connections stay open and new ones are taken, but nothing is answered. */
  public final void pause() {
    process.pause();
  }

  public final void resume() {
    process.resume();
  }

  @Override
  public final void close() {
    stop();
  }

  @Override
  public final String toString() {
    return "%s on %s:%d".formatted(getClass().getSimpleName(), host(), port());
  }

  /** True when a logged-in client gets an answer. */
  abstract boolean answers() throws Exception;
}
