package io.sugang.acceptance;

import static org.awaitility.Awaitility.await;

import io.sugang.servers.InstanceProcess;
import io.sugang.servers.InstanceProcess.Program;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import io.sugang.verifier.VerifierCommand;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/** One instance with a database and a Redis of its own, and the small seed of all tests. */
public final class OwnInstance implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final RedisServer redis = Servers.privateRedis();
  private final MySqlDatabase database = Servers.mysql().newDatabase();
  private final InstanceProcess process;

  private OwnInstance(String... properties) {
    process = new InstanceProcess(Program.SERVICE, database, redis, properties);
  }

  /**
   * Starts an instance and returns when it answers.
   *
   * @param properties {@code key=value}; stronger than all other settings
   */
  public static OwnInstance start(String... properties) {
    OwnInstance started = new OwnInstance(properties);
    try {
      started.process.awaitReady();
      return started;
    } catch (RuntimeException failure) {
      started.close();
      throw failure;
    }
  }

  /**
   * Awaits the rosters of all courses in Redis. Without a warm-up, an instance answers before it
   * has loaded them.
   */
  public void awaitRosters() {
    await()
        .atMost(LIMIT)
        .until(() -> VerifierCommand.verify(readerSettings(), LIMIT).exitStatus() == 0);
  }

  public MySqlDatabase database() {
    return database;
  }

  public RedisServer redis() {
    return redis;
  }

  public int port() {
    return process.port();
  }

  /** Returns where the instance answers requests. */
  public URI baseUrl() {
    return process.baseUrl();
  }

  /** Returns the environment of a command that reads both servers. */
  public Map<String, String> readerSettings() {
    return Servers.readerSettings(database, redis);
  }

  @Override
  public void close() {
    process.close();
    redis.close();
  }
}
