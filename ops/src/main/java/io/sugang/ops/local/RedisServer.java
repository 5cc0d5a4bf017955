package io.sugang.ops.local;

import io.sugang.ops.workspace.Digest;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.FileSwap;
import io.sugang.ops.workspace.Interruption;
import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Redis of a local stack: settings from redis/redis.conf, users from redis/users.acl. Only the
 * loopback reaches it, and it writes nothing to disk.
 */
public final class RedisServer {
  public static final String NAME = "redis";
  private static final Ports.Wanted PORT = new Ports.Wanted("REDIS", 16_379);
  private static final int READY_SECONDS = 30;

  private final LocalContext stack;
  private final Path folder;

  public RedisServer(LocalContext stack) {
    this.stack = stack;
    this.folder = stack.file("redis");
  }

  public void assignPort() {
    stack.ports().assign(PORT.key(), PORT.first(), NAME);
  }

  public Path folder() {
    return folder;
  }

  /** Runs a command of redis-cli as Redis's administrator; the output has both streams. */
  public Job.Result command(String... arguments) {
    return client(arguments).run();
  }

  /** Runs commands, one a line, in one call of redis-cli. */
  public Job.Result lines(List<String> commands) {
    return client().input(String.join("\n", commands) + "\n").run();
  }

  private Job client(String... arguments) {
    var command = new ArrayList<String>();
    command.addAll(
        List.of(
            stack.program("redis-cli"),
            "--no-auth-warning",
            "--user",
            "sugang_admin",
            "-h",
            "127.0.0.1",
            "-p",
            Integer.toString(stack.ports().of(PORT.key()))));
    command.addAll(List.of(arguments));
    return Job.of(command)
        .with(Map.of("REDISCLI_AUTH", stack.settings().get("REDIS_ADMIN_PASSWORD")));
  }

  /** Returns the users with hashes of their passwords, as lines of redis.conf. */
  String users() {
    return ServerScript.call(
        stack.workspace().file("redis/users.sh"),
        "redis_users",
        List.of(
            stack.workspace().file("redis/users.acl").toString(),
            stack.settings().get("REDIS_PASSWORD"),
            stack.settings().get("REDIS_READER_PASSWORD"),
            stack.settings().get("REDIS_ADMIN_PASSWORD")));
  }

  public void start() {
    start(new RedisLaunch(List.of(), Map.of(), ""));
  }

  /**
   * The way in which Redis is started for a fault.
   *
   * @param within a command that redis-server runs within
   * @param environment more variables
   * @param options more lines of redis.conf
   */
  public record RedisLaunch(List<String> within, Map<String, String> environment, String options) {}

  public void start(RedisLaunch launch) {
    String version = Digest.of(users());
    if (stack.processes().alive(NAME)) {
      if (stack.state().get("REDIS_USERS").equals(version)) {
        return;
      }
      // It keeps nothing, so a new one with the new users is the same as the old one.
      stack.console().say("  redis's users changed: restarting it");
      stop();
    }
    Workspace.folder(folder);
    stack.started().add(NAME);
    var command = new ArrayList<>(launch.within());
    command.add(stack.program("redis-server"));
    command.add("-");
    // Settings through standard input: the users are then neither in a file nor in the list of
    // processes.
    stack.processes().start(NAME, command, launch.environment(), settings(launch));
    stack.state().keep("REDIS_USERS", version);
    if (awaitReady()) {
      stack.console().part(NAME, "ready on 127.0.0.1:" + stack.ports().of(PORT.key()));
    } else {
      start(launch);
    }
  }

  private String settings(RedisLaunch launch) {
    return String.join(
        "\n",
        FileSwap.read(stack.workspace().file("redis/redis.conf")),
        "bind 127.0.0.1",
        "port " + stack.ports().of(PORT.key()),
        "dir " + quoted(folder.toString()),
        "daemonize no",
        users(),
        launch.options(),
        "");
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  /** Returns false if its port was lost and another one was chosen. */
  private boolean awaitReady() {
    var time = new Stopwatch();
    Path log = stack.processes().log(NAME);
    while (!command("ping").output().strip().equals("PONG")) {
      if (!stack.processes().alive(NAME)) {
        if (stack.ports().renew(NAME, log, PORT)) {
          return false;
        }
        throw new Failure("Redis ended while starting", log);
      }
      if (time.over(READY_SECONDS)) {
        throw new Failure("Redis was not ready within %d s".formatted(READY_SECONDS), log);
      }
      Interruption.sleep(Duration.ofMillis(100));
    }
    return true;
  }

  public void stop() {
    stack.processes().signal(NAME, Signal.TERM);
    stack.processes().awaitEnd(NAME, Duration.ofSeconds(10));
  }
}
