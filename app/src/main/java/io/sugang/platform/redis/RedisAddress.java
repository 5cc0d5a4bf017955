package io.sugang.platform.redis;

import io.lettuce.core.RedisURI;
import java.time.Duration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Address and account of Redis, for connections that Spring does not share. */
public final class RedisAddress {
  private RedisAddress() {}

  /**
   * Returns the address of the settings.
   *
   * @param timeout for the handshake, and for commands that are awaited without a limit of their
   *     own
   */
  public static RedisURI of(LettuceConnectionFactory connections, Duration timeout) {
    RedisStandaloneConfiguration redis = connections.getStandaloneConfiguration();
    RedisURI.Builder address =
        RedisURI.builder()
            .withHost(redis.getHostName())
            .withPort(redis.getPort())
            .withDatabase(redis.getDatabase())
            .withSsl(connections.isUseSsl())
            .withTimeout(timeout);
    redis
        .getPassword()
        .toOptional()
        .ifPresent(password -> {
          String username = redis.getUsername();
          if (username == null) {
            address.withPassword(password);
          } else {
            address.withAuthentication(username, password);
          }
        });
    return address.build();
  }
}
