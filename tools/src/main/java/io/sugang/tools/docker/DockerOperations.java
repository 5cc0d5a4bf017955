package io.sugang.tools.docker;

import io.sugang.tools.control.Operator;
import io.sugang.tools.control.PartOperations;
import io.sugang.tools.workspace.Failure;
import io.sugang.tools.workspace.Interruption;
import io.sugang.tools.workspace.Job;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The operations of {@code ./sugang chaos} on the containers of a stack. */
public final class DockerOperations implements PartOperations {
  private static final Set<String> LOCAL_ONLY =
      Set.of(
          "snapshot",
          "persist",
          "confine",
          "fill",
          "free",
          "clock",
          "shift",
          "management",
          "figures");
  private static final Duration HEALTHY = Duration.ofSeconds(300);

  // The password is the container's, so that it never leaves it.
  private static final String ADMINISTRATOR =
      "export MYSQL_PWD=$MYSQL_ROOT_PASSWORD; exec mysql --user=root \"$@\"";

  private final DockerStack stack;
  private final int scale;

  /**
   * @param scale the number of instances that belong to the stack
   */
  public DockerOperations(DockerStack stack, int scale) {
    this.stack = stack;
    this.scale = scale;
  }

  @Override
  public Job administrator(String... options) {
    var command = new ArrayList<>(List.of("exec", "-T", "mysql", "sh", "-c", ADMINISTRATOR, "-"));
    command.addAll(List.of(options));
    return stack.compose().job(command);
  }

  @Override
  public String perform(String verb, List<String> arguments)
      throws IOException, Operator.Unsupported {
    if (LOCAL_ONLY.contains(verb)) {
      throw unsupported();
    }
    var containers = new ArrayList<String>();
    for (String name : arguments) {
      if (!name.matches("app-[0-9]+|mysql|redis|nginx")) {
        throw unsupported();
      }
      containers.add(stack.container(name));
    }
    switch (verb) {
      case "kill" -> docker(List.of("kill", "--signal", "KILL"), containers);
      case "pause" -> docker(List.of("pause"), containers);
      case "resume" -> docker(List.of("unpause"), containers);
      case "stop" -> docker(List.of("stop"), containers);
      case "start" -> start(containers);
      case "reload" -> docker(List.of("kill", "--signal", "HUP"), containers);
      default -> throw new IOException("unknown operation " + verb);
    }
    return "";
  }

  private static Operator.Unsupported unsupported() {
    return new Operator.Unsupported("local mode only");
  }

  private void start(List<String> containers) throws IOException {
    docker(List.of("start"), containers);
    awaitHealthy(containers);
  }

  @Override
  public void heal(Runnable settings) throws IOException {
    List<String> servers = List.of(stack.container("mysql"), stack.container("redis"));
    var all = new ArrayList<>(servers);
    all.add(stack.container("nginx"));
    for (int number = 1; number <= scale; number++) {
      all.add(stack.container("app-" + number));
    }
    // One that is not paused is an error.
    command(List.of("unpause"), all).run();
    start(servers);
    settings.run();
    start(all);
  }

  private static Job command(List<String> words, List<String> containers) {
    var command = new ArrayList<String>();
    command.add("docker");
    command.addAll(words);
    command.addAll(containers);
    return Job.of(command);
  }

  private static void docker(List<String> words, List<String> containers) {
    command(words, containers).run().orFailure();
  }

  private static void awaitHealthy(List<String> containers) {
    long end = System.nanoTime() + HEALTHY.toNanos();
    for (String container : containers) {
      while (!healthy(container)) {
        if (System.nanoTime() > end) {
          throw new Failure(
              "%s is not healthy after %d s".formatted(container, HEALTHY.toSeconds()));
        }
        Interruption.sleep(Duration.ofMillis(200));
      }
    }
  }

  private static boolean healthy(String container) {
    return Job.of("docker", "inspect", "--format", "{{.State.Health.Status}}", container)
        .runQuietly()
        .output()
        .strip()
        .equals("healthy");
  }
}
