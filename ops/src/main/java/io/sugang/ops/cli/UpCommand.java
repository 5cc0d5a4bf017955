package io.sugang.ops.cli;

import io.sugang.ops.docker.Compose;
import io.sugang.ops.local.LocalStack;
import io.sugang.ops.local.NginxServer;
import io.sugang.ops.options.Range;
import io.sugang.ops.signin.Credentials;
import io.sugang.ops.workspace.CommandLock;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Settings;
import io.sugang.ops.workspace.Workspace;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Starts MySQL, Redis, the instances and NGINX, and waits until all are ready.",
      "Running parts with current settings stay as they are. Changed sources are built and the instances restarted.",
      "Settings are in .env, with what each does (docs/settings.md has all). A wrong one is refused before anything is stopped.",
      "Behind a TLS proxy set SUGANG_HTTPS, SUGANG_TRUSTED_PROXY and SUGANG_PUBLIC_URL; SUGANG_HOSTS names further hosts."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./sugang up                        Docker if an engine answers, otherwise local",
      "  ./sugang up --local --scale 2      two instances as processes of this machine",
      "  ./sugang up --port 8090            another port",
      "  ./sugang up --docker --observe     with Prometheus and Grafana"
    })
final class UpCommand implements Callable<Integer> {
  private static final int MOST_INSTANCES = 20;

  @Mixin private ModeOption modeOption = new ModeOption();

  @Option(
      names = "--scale",
      paramLabel = "N",
      description =
          "Number of instances, 1 to 20 (default: as many as run, otherwise SUGANG_SCALE of .env, otherwise 3).")
  @Range(from = 1, to = MOST_INSTANCES)
  private @Nullable Integer scale;

  @Option(
      names = "--port",
      paramLabel = "P",
      description =
          "Port of the API (default: SUGANG_PORT of .env, otherwise the last one, otherwise the first free one from 8080 on).")
  @Range(from = 1, to = 65_535)
  private @Nullable Integer port;

  @Option(names = "--build", description = "Builds the service even if its sources are unchanged.")
  private boolean buildAgain;

  @Option(
      names = "--observe",
      description =
          "Also starts Prometheus and Grafana with a dashboard, on the loopback (docs/metrics.md); in Docker only.")
  private boolean observe;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Session session;

  UpCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    Settings settings = session.settings();
    Console console = session.console();
    checkSettings(settings);
    int chosenPort = port != null ? port : settings.number("SUGANG_PORT");
    try (var _ = CommandLock.take(session.workspace())) {
      Mode running = session.runningMode(null);
      Mode asked = modeOption.mode();
      int count = count(running, settings);
      if (running != null && asked != null && running != asked) {
        throw new Failure(
            "the stack already runs in %s mode; stop it first: ./sugang down".formatted(running));
      }
      console.section("Sugang: up");
      NginxServer.warnings(settings).forEach(console::warn);
      Workspace.folder(session.workspace().logs());
      Mode mode = asked != null ? asked : running;
      if (mode == null || asked == Mode.DOCKER) {
        mode = available(asked);
      }
      if (observe && mode == Mode.LOCAL) {
        throw new Failure(
            "--observe needs Docker. In local mode a Prometheus of your own can read the instances (docs/metrics.md).");
      }
      settings.provide(console);
      start(mode, count, chosenPort);
      BackupCommand.takeFirst(session, mode);
      summary(mode, count);
      return 0;
    }
  }

  private void start(Mode mode, int count, int chosenPort) {
    if (mode == Mode.LOCAL) {
      LocalStack local = session.local();
      session.signals().undoWith(local::undo);
      local.up(new LocalStack.UpRequest(count, chosenPort, buildAgain));
    } else {
      session.signals().undoWith(session.docker()::undo);
      session.docker().up(count, chosenPort, buildAgain, observe);
    }
    session.signals().done();
  }

  private void summary(Mode mode, int count) {
    Console console = session.console();
    String url = mode == Mode.LOCAL ? session.local().url() : session.docker().url();
    boolean docs = session.settings().get("SUGANG_API_DOCS", "off").equals("on");
    console.section(
        "Ready after %d s: %s behind NGINX, %s mode"
            .formatted(session.seconds(), Console.instances(count), mode));
    new PageAccounts(session, mode).lines(url).forEach(console::say);
    console.say("  sign-in    " + signIn(session.settings()));
    console.say(
        """
          API        %s/api/courses      described %s
          try        %s
          next       ./sugang rush      ./sugang verify      ./sugang status      ./sugang down\
        """
            .formatted(
                url, docs ? "at " + url + "/v3/api-docs" : "in docs/openapi.json", example(url)));
  }

  private String example(String url) {
    return Credentials.required(session.settings().get("SUGANG_SIGN_IN"))
        ? "./sugang tokens --students 1 --header | curl -H @- %s/api/me".formatted(url)
        : "curl -i -X POST %s/api/enrollments -H 'Content-Type: application/json' -d '{\"studentId\":1,\"courseId\":2}'"
            .formatted(url);
  }

  private static String signIn(Settings settings) {
    if (!Credentials.required(settings.get("SUGANG_SIGN_IN"))) {
      return "open: every client acts for every student, so only this machine reaches the API";
    }
    return NginxServer.address(settings).equals("0.0.0.0")
        ? "required; every address of this machine serves the API (passwords need a TLS proxy in front)"
        : "required (./sugang accounts); SUGANG_BIND=0.0.0.0 publishes the API";
  }

  private void checkSettings(Settings settings) {
    try {
      settings.check();
      NginxServer.check(session.workspace(), settings);
    } catch (Failure refused) {
      throw wrong(refused.message());
    }
  }

  // Without --scale a running stack keeps its size.
  private int count(@Nullable Mode running, Settings settings) {
    if (scale != null) {
      return scale;
    }
    int current = session.scale(running);
    return current > 0 ? current : settings.number("SUGANG_SCALE");
  }

  private Mode available(@Nullable Mode asked) {
    if (!Compose.answers()) {
      if (asked == Mode.DOCKER) {
        throw new Failure(
            "no Docker engine with compose answers (docker info, docker compose version); without one: ./sugang up --local");
      }
      session.console().say("  local mode, because no Docker engine answers");
      return Mode.LOCAL;
    }
    String missing = session.docker().missingImage();
    if (missing == null) {
      return Mode.DOCKER;
    }
    if (asked == Mode.DOCKER) {
      throw new Failure(
          "the image %s is not here and could not be pulled; without it: ./sugang up --local"
              .formatted(missing),
          session.docker().pullLog());
    }
    session
        .console()
        .say(
            "  local mode, because the image %s is not here and cannot be pulled"
                .formatted(missing));
    return Mode.LOCAL;
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
