package io.sugang.lab.cli;

import io.sugang.lab.control.TestbedAccess;
import io.sugang.lab.control.TestbedStack;
import io.sugang.lab.local.LocalTestbed;
import io.sugang.ops.cli.Mode;
import io.sugang.ops.cli.Session;
import io.sugang.ops.workspace.CommandLock;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The testbed of a measuring command: started for it, stopped after it. */
final class SessionTestbed implements TestbedAccess {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

  private final Session session;
  private final Function<TestbedRequest, TestbedStack> stacks;

  SessionTestbed(Session session) {
    this(session, request -> LocalTestbed.of(session.workspace(), session.console(), request));
  }

  /**
   * @param stacks makes the stack of a request; nothing runs yet
   */
  SessionTestbed(Session session, Function<TestbedRequest, TestbedStack> stacks) {
    this.session = session;
    this.stacks = stacks;
  }

  @Override
  public int run(TestbedRequest request, TestbedBody body) throws Exception {
    if (!Files.isDirectory(Path.of("/proc/self"))) {
      throw new Failure(
          request.command() + " reads processor times from /proc, which exists on Linux only");
    }
    Workspace workspace = session.workspace();
    try (var _ = CommandLock.take(workspace)) {
      Workspace.folder(workspace.logs());
      List<String> warnings = new ArrayList<>();
      Mode mode = session.runningMode(null);
      if (mode != null) {
        session
            .console()
            .warn(
                "a stack runs here (%s mode) and uses processor time during the measurement; better: ./sugang down"
                    .formatted(mode));
        warnings.add("another stack ran on the machine");
      }
      session.console().section("Sugang: " + request.command());
      TestbedStack testbed = stacks.apply(request);
      pin(request.cpus());
      session.signals().undoWith(testbed::down);
      testbed.up();
      Path results = workspace.state(request.command()).resolve(TIME.format(LocalDateTime.now()));
      int status =
          body.run(new Link(testbed.environment(), testbed, results, List.copyOf(warnings)));
      testbed.down();
      session.signals().done();
      return status;
    }
  }

  // From here on all threads of this process, and all that they start, stay on these cores.
  private static void pin(String cpus) {
    if (cpus.isEmpty()) {
      return;
    }
    String pid = Long.toString(ProcessHandle.current().pid());
    if (!Job.of("taskset", "-a", "-p", "-c", cpus, pid).run().succeeded()) {
      throw new Failure("taskset cannot pin to the cores " + cpus);
    }
  }
}
