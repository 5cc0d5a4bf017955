package io.sugang.platform.redis;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.data.redis.connection.lettuce.LettuceConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Commands over Spring's shared connection. */
public final class SharedConnection {
  /** The longest wait for an answer. */
  public static final long COMMAND_MILLIS = 300;

  private final LettuceConnectionFactory connections;

  public SharedConnection(LettuceConnectionFactory connections) {
    this.connections = connections;
  }

  /** Returns the commands; closing what wraps the connection here leaves it open. */
  public RedisClusterAsyncCommands<byte[], byte[]> commands() {
    try (LettuceConnection connection = (LettuceConnection) connections.getConnection()) {
      return connection.getNativeConnection();
    }
  }

  /** Returns the commands later: where the connection has to be made anew, that waits for Redis. */
  public CompletionStage<RedisClusterAsyncCommands<byte[], byte[]>> commandsAsync() {
    return CompletableFuture.supplyAsync(this::commands, Thread::startVirtualThread);
  }

  /**
   * Waits for an answer, {@value #COMMAND_MILLIS} ms at most.
   *
   * @throws IllegalStateException when Redis does not answer in time, or refuses
   */
  public static <T> T await(RedisFuture<T> answer) {
    try {
      return answer.get(COMMAND_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException away) {
      throw new IllegalStateException("Redis does not answer", away);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stop);
    }
  }
}
