package io.sugang.servers;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;

/** A connection to a Redis as its administrator: past the service and its rights. */
public final class RedisAdministrator implements AutoCloseable {
  private final RedisClient client;
  private final StatefulRedisConnection<String, String> connection;

  RedisAdministrator(String uri) {
    client = RedisClient.create(uri);
    connection = client.connect();
  }

  public RedisCommands<String, String> commands() {
    return connection.sync();
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown();
  }
}
