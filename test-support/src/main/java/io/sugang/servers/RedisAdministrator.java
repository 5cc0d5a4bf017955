package io.sugang.servers;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;

/** A connection to a Redis as its administrator: past the service and its rights. */
public final class RedisAdministrator implements AutoCloseable {
  // One for all, because a client has threads of its own, and its shutdown waits for them without a
  // limit. They are daemons and end with the JVM.
  private static final RedisClient CLIENT = RedisClient.create();

  private final StatefulRedisConnection<String, String> connection;

  RedisAdministrator(String uri) {
    connection = CLIENT.connect(RedisURI.create(uri));
  }

  public RedisCommands<String, String> commands() {
    return connection.sync();
  }

  @Override
  public void close() {
    connection.close();
  }
}
