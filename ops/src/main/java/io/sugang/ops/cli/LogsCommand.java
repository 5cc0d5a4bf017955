package io.sugang.ops.cli;

import io.sugang.ops.options.Range;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "logs",
    mixinStandardHelpOptions = true,
    description = "Shows the last lines of the logs of all parts, or of one.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./sugang logs app-1         the last 100 lines of one instance",
      "  ./sugang logs -f -n 20      20 lines of each part, then new ones"
    })
final class LogsCommand implements Callable<Integer> {
  private static final List<String> SERVERS =
      List.of("nginx", "mysql", "redis", "shipper", "prometheus", "grafana");

  @Option(
      names = {"-f", "--follow"},
      description = "Continues with new lines.")
  private boolean follow;

  @Option(
      names = {"-n", "--lines"},
      paramLabel = "LINES",
      defaultValue = "100",
      description = "Lines of each log (default: ${DEFAULT-VALUE}).")
  @Range(from = 1, to = 1_000_000)
  private int lines;

  @Parameters(
      arity = "0..1",
      paramLabel = "SERVICE",
      description =
          "app, app-1 and so on, nginx, mysql, redis, shipper, prometheus, grafana; in local mode also build.")
  private @Nullable String service;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Session session;

  LogsCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    check();
    if (session.runningMode(null) == Mode.DOCKER && !"build".equals(service)) {
      return session.docker().logs(lines, follow, service);
    }
    List<Path> files = files().stream().filter(Files::exists).toList();
    if (files.isEmpty()) {
      throw new Failure(
          "there is no log of %s yet (it would be in %s)"
              .formatted(service == null ? "any part" : service, session.local().context().logs()));
    }
    var command = new ArrayList<>(List.of("tail", "-n", Integer.toString(lines)));
    if (follow) {
      command.add("-f");
    }
    files.forEach(file -> command.add(file.toString()));
    return Job.of(command).onTerminal();
  }

  private void check() {
    if (service != null && !service.matches("app(-[0-9]+)?|build") && !SERVERS.contains(service)) {
      throw new ParameterException(
          spec.commandLine(),
          "there is no service '%s'; services are app, app-1 and so on, %s, build"
              .formatted(service, String.join(", ", SERVERS)));
    }
  }

  private List<Path> files() {
    Path folder = session.local().context().logs();
    if ("build".equals(service)) {
      return List.of(session.workspace().log("build.log"));
    }
    if (service != null && !service.equals("app")) {
      return List.of(folder.resolve(service + ".log"));
    }
    var files = new ArrayList<Path>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> all = Files.list(folder)) {
        all.filter(file -> file.getFileName().toString().matches("app-[0-9]+\\.log"))
            .sorted()
            .forEach(files::add);
      } catch (IOException unreadable) {
        throw new Failure("%s cannot be read: %s".formatted(folder, unreadable.getMessage()));
      }
    }
    if (service == null) {
      SERVERS.forEach(server -> files.add(folder.resolve(server + ".log")));
    }
    return files;
  }
}
