package io.sugang.seats.gate;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.netty.util.Timer;
import io.sugang.platform.background.Repetitions;
import io.sugang.platform.redis.FlushTogether;
import io.sugang.platform.redis.RedisAddress;
import io.sugang.platform.redis.ScriptCall;
import io.sugang.server.tomcat.RequestLoop;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A connection to Redis, shared and pipelined by Lettuce. The requests of the instance have one,
 * the reconciler another: its long answers must not delay theirs, and its calls may take longer.
 *
 * <p>It never reconnects by itself. A call that was in flight when it broke is not sent again. A
 * Redis that comes back is used when the reconciler has connected, loaded fresh rosters and closed
 * the circuit.
 *
 * <p>A connection with a silent other end seems open for minutes, until the kernel ends it. So each
 * connection sends a PING every half second, and is closed after two beats without an answer. Beats
 * are counted, not time: after a pause of the instance itself the answer is read before the second
 * beat.
 */
final class GateConnection implements RedisConnectionStateListener, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(GateConnection.class);

  private static final Duration BEAT = Duration.ofMillis(500);
  private static final int SILENT_BEATS = 2;

  private final SeatCircuit circuit;
  private final ClientResources resources;
  private final RedisClient client;
  private final AtomicReference<@Nullable StatefulRedisConnection<String, String>> connection =
      new AtomicReference<>();
  private volatile boolean answered;
  // State of the beats, which run one at a time.
  private @Nullable StatefulRedisConnection<String, String> pinged;
  private int silentBeats;
  // Why the last try failed, so that the same reason is logged once.
  private String unreachable = "";

  /**
   * @param name as Redis lists the connection (CLIENT LIST)
   * @param connectTimeout for a connection to be made
   * @param commandTimeout for every command
   * @param timer of the time limits; it wakes up ten times a second, so the instance has one
   * @param loop whose thread reads the connection; null for one of its own
   */
  GateConnection(
      String name,
      LettuceConnectionFactory redis,
      Duration connectTimeout,
      Duration commandTimeout,
      SeatCircuit circuit,
      Timer timer,
      @Nullable RequestLoop loop) {
    this.circuit = circuit;
    var builder =
        DefaultClientResources.builder()
            .ioThreadPoolSize(1)
            .computationThreadPoolSize(2)
            .timer(timer)
            .nettyCustomizer(new FlushTogether());
    resources = (loop == null ? builder : builder.eventLoopGroupProvider(loop.provider())).build();
    RedisURI address = RedisAddress.of(redis, connectTimeout);
    address.setClientName(name);
    client = RedisClient.create(resources, address);
    client.setOptions(
        ClientOptions.builder()
            .autoReconnect(false)
            .socketOptions(
                SocketOptions.builder()
                    .connectTimeout(connectTimeout)
                    .keepAlive(true)
                    .tcpNoDelay(true)
                    .build())
            .timeoutOptions(TimeoutOptions.enabled(commandTimeout))
            .build());
    client.addListener(this);
    resources
        .eventExecutorGroup()
        .scheduleWithFixedDelay(
            Repetitions.neverFailing("The heartbeat of " + name, this::beat),
            BEAT.toMillis(),
            BEAT.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  private void beat() {
    StatefulRedisConnection<String, String> current = connection.get();
    if (current == null || !current.isOpen()) {
      return;
    }
    if (current != pinged || answered) {
      pinged = current;
      silentBeats = 0;
    } else if (++silentBeats == SILENT_BEATS) {
      closeSilent(current);
      return;
    }
    answered = false;
    try {
      current.async().ping().thenAccept(pong -> answered = true);
    } catch (RuntimeException closed) {
      log.debug("No PING: {}", closed.toString());
    }
  }

  private void closeSilent(StatefulRedisConnection<String, String> silent) {
    if (connection.compareAndSet(silent, null)) {
      circuit.open("a connection to Redis is silent");
    }
    // Ends the calls that wait for an answer, too.
    silent.closeAsync();
  }

  /**
   * Connects unless there is a connection.
   *
   * @return whether there is a connection
   */
  synchronized boolean connect() {
    StatefulRedisConnection<String, String> current = connection.get();
    if (current != null && current.isOpen()) {
      return true;
    }
    if (current != null) {
      current.closeAsync();
    }
    try {
      connection.set(client.connect(new Utf8Codec()));
      unreachable = "";
      return true;
    } catch (RedisConnectionException failure) {
      String reason = NestedExceptionUtils.getMostSpecificCause(failure).toString();
      if (!reason.equals(unreachable)) {
        log.warn(
            "Redis is out of reach; the ledger decides alone, and the reconciler keeps trying: {}",
            reason);
        unreachable = reason;
      }
      return false;
    }
  }

  @Override
  public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
    if (handler == connection.get()) {
      circuit.open("the connection to Redis was lost");
    }
  }

  /** Calls a script that answers with a code. */
  CompletionStage<SeatCode> call(SeatScript script, String[] keys, String... args) {
    return this.<Long>eval(script, ScriptOutputType.INTEGER, keys, args).thenApply(SeatCode::of);
  }

  /** Calls a script by its digest. After {@code NOSCRIPT} the whole script is sent, once. */
  <T> CompletionStage<T> eval(
      SeatScript script, ScriptOutputType type, String[] keys, String... args) {
    return commands(
        redis -> ScriptCall.eval(redis, script.source(), script.sha1(), type, keys, args));
  }

  /** Issues commands; without a connection they fail at once. */
  <T> CompletionStage<T> commands(
      Function<RedisAsyncCommands<String, String>, CompletionStage<T>> call) {
    StatefulRedisConnection<String, String> current = connection.get();
    if (current == null) {
      return CompletableFuture.failedFuture(
          new RedisConnectionException("not connected to Redis yet"));
    }
    try {
      return call.apply(current.async());
    } catch (RuntimeException closed) {
      return CompletableFuture.failedFuture(closed);
    }
  }

  @Override
  public void close() {
    connection.set(null);
    client.shutdown();
    resources.shutdown();
  }
}
