package io.sugang.lab.cli;

import io.sugang.lab.control.Operation;
import io.sugang.lab.control.Operator;
import io.sugang.lab.control.PartOperations;
import io.sugang.lab.control.PipedOperations;
import io.sugang.lab.control.StackAccess;
import io.sugang.lab.control.StackLink;
import io.sugang.lab.control.StackOperations;
import io.sugang.lab.docker.DockerOperations;
import io.sugang.lab.local.LocalOperations;
import io.sugang.lab.local.ResourceFigures;
import io.sugang.ops.cli.Mode;
import io.sugang.ops.cli.Session;
import io.sugang.ops.control.RunningStack;
import io.sugang.ops.control.SeatReset;
import io.sugang.ops.importer.RegistrarImport;
import io.sugang.ops.local.Instances;
import io.sugang.ops.local.LocalContext;
import io.sugang.ops.local.LocalStack;
import io.sugang.ops.workspace.CommandLock;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Interruption;
import io.sugang.ops.workspace.Workspace;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The stack that runs, for commands that break its parts: locked, confirmed, healed afterwards. */
final class SessionAccess implements StackAccess {
  private final Session session;

  SessionAccess(Session session) {
    this.session = session;
  }

  /** Returns the folder for what the clients of scenarios saw. */
  static Path histories(Workspace workspace) {
    return workspace.state("chaos");
  }

  @Override
  public int run(StackRequest request, StackBody body) throws Exception {
    Mode mode = session.requireRunning();
    try (var _ = CommandLock.take(session.workspace())) {
      Workspace.folder(histories(session.workspace()));
      Workspace.folder(session.workspace().logs());
      RunningStack stack = session.running(mode);
      if (!request.confirmed() && Console.canAsk() && session.enrollmentsExist(stack)) {
        session.confirm(
            "Delete all enrollments of this stack (%s), and break its parts?".formatted(mode));
      }
      Operator operator = operator(mode, stack);
      int status = mode == Mode.LOCAL ? body.run(local(operator)) : inContainer(request, operator);
      session.signals().done();
      return status;
    }
  }

  /** Returns an operator after whose first operation all parts are healed if the command fails. */
  private Operator operator(Mode mode, RunningStack stack) {
    Console quiet = session.console().silent();
    var reset = new SeatReset(stack, quiet, session.workspace().log("reset-verify.log"));
    PartOperations parts =
        mode == Mode.LOCAL
            ? new LocalOperations(new LocalStack(LocalContext.of(session.workspace(), quiet)))
            : new DockerOperations(session.docker(), stack.scale());
    var operations =
        new StackOperations(
            stack,
            reset,
            parts,
            folder -> new RegistrarImport(stack, quiet).run(folder, null, false));
    operations.remember();
    return operation -> {
      session.signals().undoWith(() -> undo(mode, operations));
      return operations.perform(operation);
    };
  }

  private void undo(Mode mode, Operator operations) {
    if (mode == Mode.DOCKER) {
      // A container keeps running when the command that started it ends: its load would be in the
      // next run.
      session.docker().removeTools(histories(session.workspace()));
    }
    session.console().warn("bringing all parts back as they were");
    try {
      operations.perform(new Operation.Heal());
    } catch (IOException | Operator.Unsupported failed) {
      throw new Failure(String.valueOf(failed.getMessage()));
    }
  }

  private StackLink local(Operator operator) {
    LocalStack stack = session.local();
    return new StackLink(
        URI.create(stack.url()),
        stack.instanceNames(),
        stack.toolEnvironment(),
        operator,
        new ResourceFigures(stack));
  }

  // MySQL and Redis in Docker have no port on this machine, so the load runs in a container in
  // their network.
  private int inContainer(StackRequest request, Operator operator) throws IOException {
    Path histories = histories(session.workspace());
    var arguments =
        new ArrayList<>(
            List.of(
                "http://nginx:8080",
                String.join(",", Instances.names(session.docker().scale())),
                histories.toString()));
    arguments.addAll(request.arguments());
    Process process =
        session.docker().toolJob(request.command(), arguments, List.of(histories), false).begin();
    try (var lines =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        var replies = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8)) {
      new PipedOperations(operator, System.out).serve(lines, replies);
      return process.waitFor();
    } catch (InterruptedException signal) {
      Thread.currentThread().interrupt();
      throw new Interruption();
    } finally {
      process.destroy();
    }
  }
}
