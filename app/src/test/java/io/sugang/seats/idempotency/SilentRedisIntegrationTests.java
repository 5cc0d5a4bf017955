package io.sugang.seats.idempotency;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import io.sugang.platform.ids.StudentId;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Markers while Redis takes connections and answers nothing. */
@Execution(ExecutionMode.CONCURRENT)
class SilentRedisIntegrationTests {
  private static final int REQUESTS = 200;

  /** Spring makes connections anew one after another, and each waits for its time limit. */
  @Test
  void answersDoNotWaitForConnectionsThatAreMadeAnewOneAfterAnother() throws Exception {
    try (RedisServer server = Servers.privateRedis()) {
      LettuceConnectionFactory factory = factory(server);
      RedisMarkers markers =
          new RedisMarkers(factory, new IdempotencyProperties(Duration.ofSeconds(20)));
      server.pause();
      try {
        factory.resetConnection();
        CompletableFuture.allOf(
                IntStream.range(0, REQUESTS)
                    .mapToObj(request ->
                        markers
                            .remove(
                                new StudentKey(new StudentId(request), "silent"), "1:2:instance-7")
                            .toCompletableFuture())
                    .toArray(CompletableFuture[]::new))
            // One after another they would take a minute.
            .get(10, SECONDS);
      } finally {
        server.resume();
        factory.destroy();
      }
    }
  }

  private static LettuceConnectionFactory factory(RedisServer server) {
    RedisStandaloneConfiguration address =
        new RedisStandaloneConfiguration(server.host(), server.port());
    address.setUsername(server.user());
    address.setPassword(server.password());
    LettuceConnectionFactory factory =
        new LettuceConnectionFactory(
            address,
            LettuceClientConfiguration.builder().commandTimeout(Duration.ofMillis(300)).build());
    factory.afterPropertiesSet();
    factory.start();
    // On a busy machine, the first connection may take longer than a command may.
    await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> isConnected(factory));
    return factory;
  }

  private static boolean isConnected(LettuceConnectionFactory factory) {
    factory.getConnection().close();
    return true;
  }
}
