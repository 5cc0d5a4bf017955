package io.sugang.lab.cli;

import io.sugang.lab.ngrinder.NGrinderCommand;
import io.sugang.ops.cli.Session;
import io.sugang.ops.cli.StackTools;
import io.sugang.ops.docker.Compose;
import io.sugang.ops.docker.DockerStack;
import io.sugang.ops.local.Ports;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Settings;
import io.sugang.ops.workspace.Workspace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * A load by nGrinder: a controller and an agent in Docker, or a controller elsewhere with agents of
 * its own.
 */
final class NGrinderTool {
  private static final String REPORT = "--report";

  private final Session session;

  NGrinderTool(Session session) {
    this.session = session;
  }

  int run(ParseResult parsed, List<String> arguments) {
    Settings settings = session.settings();
    Workspace workspace = session.workspace();
    var whole = new ArrayList<String>();
    addDefault(whole, arguments, "--students", settings.get("SUGANG_SEED_STUDENTS", "5000"));
    addDefault(whole, arguments, "--courses", settings.get("SUGANG_SEED_COURSES", "500"));
    Path report = report(parsed, arguments, workspace);
    whole.addAll(arguments);
    whole.addAll(List.of(REPORT, report.toString()));
    String user = settings.get("NGRINDER_USER", "admin");
    String password = settings.get("NGRINDER_PASSWORD", "admin");
    if (named(arguments, "--controller")) {
      if (!named(arguments, "--target")) {
        throw Failure.withStatus(
            2,
            "with --controller, --target is needed too: the URL at which the agents of that controller find NGINX");
      }
      session.signals().leaveToCommand();
      var environment = new HashMap<>(workspace.environment());
      environment.put("NGRINDER_USER", user);
      environment.put("NGRINDER_PASSWORD", password);
      environment.put("SUGANG_SIGN_IN", settings.get("SUGANG_SIGN_IN"));
      environment.put("SUGANG_SESSION_KEY", settings.get("SUGANG_SESSION_KEY"));
      whole.addAll(0, List.of("--scripts", workspace.file("ngrinder").toString()));
      return NGrinderCommand.execute(environment, whole.toArray(String[]::new));
    }
    return inDocker(settings, report, whole);
  }

  private static void addDefault(
      List<String> whole, List<String> arguments, String option, String value) {
    if (!named(arguments, option)) {
      whole.addAll(List.of(option, value));
    }
  }

  private static boolean named(List<String> arguments, String option) {
    return arguments.stream()
        .anyMatch(word -> word.equals(option) || word.startsWith(option + "="));
  }

  private static Path report(ParseResult parsed, List<String> arguments, Workspace workspace) {
    OptionSpec option = parsed.matchedOption(REPORT);
    if (option == null || !named(arguments, REPORT)) {
      return Workspace.folder(workspace.state("ngrinder")).resolve("latest.md");
    }
    try {
      return StackTools.inFolder(REPORT, String.valueOf(option.<Object>getValue()));
    } catch (Failure noFolder) {
      throw Failure.withStatus(2, noFolder.message());
    }
  }

  private int inDocker(Settings settings, Path report, List<String> arguments) {
    if (!Compose.answers()) {
      throw Failure.withStatus(
          2,
          "nGrinder runs in Docker, and no engine with compose answers. Without one, --controller URL --target URL drives a controller elsewhere; k6 needs neither: ./sugang load");
    }
    if (!session.docker().running()) {
      throw Failure.withStatus(
          2,
          "the agents reach the service over the network of its containers: ./sugang up --docker first");
    }
    startContainers(session.docker(), settings.number("SUGANG_NGRINDER_PORT"));
    return session
        .docker()
        .toolJob("ngrinder-runner", arguments, List.of(StackTools.folderOf(report)), false)
        .onTerminal();
  }

  /**
   * Starts nGrinder's controller and agent.
   *
   * @param port of the controller's page
   */
  private void startContainers(DockerStack docker, int port) {
    boolean there =
        !docker
            .compose()
            .lines("--profile", "ngrinder", "ps", "-q", "ngrinder-controller")
            .isEmpty();
    if (!there && Ports.taken(port)) {
      throw Failure.withStatus(
          2,
          "port %d is in use by %s; SUGANG_NGRINDER_PORT in .env chooses another one for nGrinder's page"
              .formatted(port, Ports.owner(port)));
    }
    // By their names and without what they depend on: the service stays as it runs.
    docker.run(
        "starting nGrinder's controller and agent",
        session.workspace().log("ngrinder-up.log"),
        "nGrinder's containers could not be started",
        List.of(
            "--profile",
            "ngrinder",
            "up",
            "-d",
            "--no-deps",
            "ngrinder-controller",
            "ngrinder-agent"));
    session
        .console()
        .say(
            "  nGrinder's page is http://127.0.0.1:%d, and stays open until ./sugang down"
                .formatted(port));
  }
}
