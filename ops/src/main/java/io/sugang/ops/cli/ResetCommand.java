package io.sugang.ops.cli;

import io.sugang.ops.control.MysqlAccount;
import io.sugang.ops.control.RunningStack;
import io.sugang.ops.local.LocalContext;
import io.sugang.ops.local.LocalStack;
import io.sugang.ops.options.Range;
import io.sugang.ops.workspace.CommandLock;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Settings;
import io.sugang.ops.workspace.Workspace;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "reset",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Deletes all enrollments, so that every seat is free again, with baskets, overrides and notices.",
      "Courses that the desk closed or cancelled are open again. Waits until the verifier says valid.",
      "With --data it deletes everything and creates the data anew.",
      "On a terminal it asks first; without a terminal --data needs --yes."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./sugang reset",
      "  ./sugang reset --data --students 1000000 --yes    new data in another size, kept in .env"
    })
final class ResetCommand implements Callable<Integer> {
  private static final String NEW_DATABASE =
      "DROP DATABASE IF EXISTS sugang; CREATE DATABASE sugang;";

  @Option(names = "--data", description = "Deletes all data and creates them anew.")
  private boolean data;

  // The limits of the seed (SeedProperties).
  @Option(names = "--students", paramLabel = "N", description = "Students, 1 to 2000000.")
  @Range(from = 1, to = 2_000_000)
  private @Nullable Integer students;

  @Option(names = "--professors", paramLabel = "N", description = "Professors, 1 to 100000.")
  @Range(from = 1, to = 100_000)
  private @Nullable Integer professors;

  @Option(names = "--courses", paramLabel = "N", description = "Courses, 1 to 100000.")
  @Range(from = 1, to = 100_000)
  private @Nullable Integer courses;

  @Option(
      names = {"-y", "--yes"},
      description = "Does not ask.")
  private boolean yes;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Session session;

  ResetCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    Map<String, String> sizes = sizes();
    if (!data && !sizes.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--students, --professors and --courses go with --data");
    }
    try (var _ = CommandLock.take(session.workspace())) {
      Mode mode = session.runningMode(null);
      boolean stopped = mode == null && data && session.local().hasData();
      if (stopped) {
        // Data that keep the service from starting can be replaced too.
        mode = Mode.LOCAL;
      } else {
        mode = session.requireRunning();
      }
      ask(mode);
      session.console().section("Sugang: reset");
      Workspace.folder(session.workspace().logs());
      if (data) {
        createAnew(mode, stopped, sizes);
      } else {
        session.seatReset(session.running(mode)).freeAll();
        session
            .console()
            .say("  every seat is free again, after %d s".formatted(session.seconds()));
      }
      return 0;
    }
  }

  private Map<String, String> sizes() {
    var sizes = new LinkedHashMap<String, String>();
    put(sizes, "SUGANG_SEED_STUDENTS", students);
    put(sizes, "SUGANG_SEED_PROFESSORS", professors);
    put(sizes, "SUGANG_SEED_COURSES", courses);
    return sizes;
  }

  private static void put(Map<String, String> sizes, String name, @Nullable Integer size) {
    if (size != null) {
      sizes.put(name, size.toString());
    }
  }

  private void ask(Mode mode) {
    if (yes) {
      return;
    }
    if (Console.canAsk()) {
      session.confirm(
          data
              ? "Delete all data of this stack (%s) and create them anew?".formatted(mode)
              : "Delete all enrollments of this stack (%s)?".formatted(mode));
    } else if (data) {
      throw new Failure("reset --data deletes all data; without a terminal it needs --yes");
    }
  }

  private void createAnew(Mode mode, boolean stopped, Map<String, String> sizes) {
    Console console = session.console();
    Settings settings = session.settings();
    settings.check();
    settings.provide(console);
    int current = session.scale(mode);
    int scale = current > 0 ? current : settings.number("SUGANG_SCALE");
    sizes.forEach(settings::keep);
    LocalStack local =
        new LocalStack(LocalContext.of(session.workspace(), console).with(settings.with(sizes)));
    if (mode == Mode.LOCAL) {
      local.instances().stop(local.instances().running());
    } else {
      session.docker().stopInstances();
    }
    if (stopped) {
      local.deleteData();
    } else {
      RunningStack running = session.running(mode);
      running.sql(MysqlAccount.OWNER, NEW_DATABASE);
      running.redis("flushall");
    }
    console.say("  schema and Redis are empty; the instances create the data");
    if (mode == Mode.LOCAL) {
      session.signals().undoWith(local::undo);
      local.up(new LocalStack.UpRequest(scale, 0, false));
    } else {
      session.signals().undoWith(session.docker()::undo);
      session.docker().upWith(sizes, scale);
    }
    session.signals().done();
    BackupCommand.takeFirst(session, mode);
    session.seatReset(session.running(mode)).awaitValid();
    console.say("  done after %d s".formatted(session.seconds()));
  }
}
