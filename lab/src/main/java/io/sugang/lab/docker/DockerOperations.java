package io.sugang.lab.docker;

import io.sugang.lab.control.Operation;
import io.sugang.lab.control.Operation.ConfineBinlog;
import io.sugang.lab.control.Operation.FillBinlog;
import io.sugang.lab.control.Operation.FindManagement;
import io.sugang.lab.control.Operation.FreeBinlog;
import io.sugang.lab.control.Operation.GiveRedisClock;
import io.sugang.lab.control.Operation.Kill;
import io.sugang.lab.control.Operation.Pause;
import io.sugang.lab.control.Operation.PersistRedis;
import io.sugang.lab.control.Operation.ReloadNginx;
import io.sugang.lab.control.Operation.Resume;
import io.sugang.lab.control.Operation.ShiftRedisClock;
import io.sugang.lab.control.Operation.SnapshotRedis;
import io.sugang.lab.control.Operation.StartChanged;
import io.sugang.lab.control.Operation.StartParts;
import io.sugang.lab.control.Operation.StartRedis;
import io.sugang.lab.control.Operation.StartWithClock;
import io.sugang.lab.control.Operation.Stop;
import io.sugang.lab.control.Operator;
import io.sugang.lab.control.PartOperations;
import io.sugang.ops.docker.DockerStack;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Interruption;
import io.sugang.ops.workspace.Job;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The operations of {@code ./sugang chaos} on the containers of a stack. */
public final class DockerOperations implements PartOperations {
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
  public String perform(Operation.OnParts operation) throws IOException, Operator.Unsupported {
    switch (operation) {
      case Kill kill -> docker(List.of("kill", "--signal", "KILL"), container(kill.part()));
      case Pause pause -> docker(List.of("pause"), container(pause.part()));
      case Resume resume -> docker(List.of("unpause"), container(resume.part()));
      case Stop stop -> docker(List.of("stop"), container(stop.part()));
      case StartParts start -> {
        var containers = new ArrayList<String>();
        for (String part : start.parts()) {
          containers.add(stack.container(part));
        }
        start(containers);
      }
      case ReloadNginx _ -> docker(List.of("kill", "--signal", "HUP"), container("nginx"));
      case StartChanged _,
          StartWithClock _,
          StartRedis _,
          SnapshotRedis _,
          PersistRedis _,
          GiveRedisClock _,
          ShiftRedisClock _,
          ConfineBinlog _,
          FillBinlog _,
          FreeBinlog _,
          FindManagement _ ->
          throw new Operator.Unsupported("local mode only");
    }
    return "";
  }

  private List<String> container(String part) throws IOException {
    return List.of(stack.container(part));
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
