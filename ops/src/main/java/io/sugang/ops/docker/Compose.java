package io.sugang.ops.docker;

import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.UnixUser;
import io.sugang.ops.workspace.Workspace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Calls of docker and of docker compose for this clone. */
public final class Compose {
  /** The profile of the service that copies MySQL's binary logs. */
  static final String BACKUP = "backup";

  private static final Duration QUESTION = Duration.ofSeconds(15);

  private final Workspace workspace;
  private final Map<String, String> variables = new HashMap<>();

  public Compose(Workspace workspace) {
    this.workspace = workspace;
    if (workspace.settings().backupOn()) {
      set("COMPOSE_PROFILES", BACKUP);
    }
  }

  /** Sets a variable of docker-compose.yml. */
  void set(String name, String value) {
    variables.put(name, value);
  }

  /** Returns a call of docker compose. */
  public Job job(List<String> arguments) {
    var command = new ArrayList<String>();
    command.addAll(
        List.of(
            "docker",
            "compose",
            "--project-directory",
            workspace.root().toString(),
            "-f",
            workspace.file("docker-compose.yml").toString()));
    command.addAll(arguments);
    return Job.of(command).with(variables);
  }

  public Job job(String... arguments) {
    return job(List.of(arguments));
  }

  /** Returns what a call printed, line by line; nothing if it failed. */
  public List<String> lines(String... arguments) {
    Job.Result result = job(arguments).runQuietly();
    return result.succeeded()
        ? result.output().lines().filter(line -> !line.isBlank()).toList()
        : List.of();
  }

  /** Returns whether an engine with compose answers. */
  public static boolean answers() {
    return Job.onPath("docker")
        && Job.of("docker", "info").within(QUESTION).run().succeeded()
        && Job.of("docker", "compose", "version").within(QUESTION).run().succeeded();
  }

  /** Returns whether the engine has an image. */
  public static boolean hasImage(String image) {
    return Job.of("docker", "image", "inspect", image).run().succeeded();
  }

  /**
   * Returns whether an image is in a registry; the question is short, a pull would try for minutes.
   */
  public static boolean inRegistry(String image) {
    return Job.of("docker", "manifest", "inspect", image)
        .within(Duration.ofSeconds(20))
        .run()
        .succeeded();
  }

  /**
   * Has the files that a tool writes belong to the caller. In an engine without root, root is the
   * caller already.
   */
  void runToolsAsCaller() {
    if (!workspace.settings().get("SUGANG_USER").isEmpty()) {
      return;
    }
    String security =
        Job.of("docker", "info", "--format", "{{.SecurityOptions}}").runQuietly().output();
    if (!security.contains("rootless")) {
      set("SUGANG_USER", UnixUser.idAndGroup());
    }
  }
}
