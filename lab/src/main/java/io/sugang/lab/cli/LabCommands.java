package io.sugang.lab.cli;

import io.sugang.lab.attack.AttackCommand;
import io.sugang.lab.bench.BenchCommand;
import io.sugang.lab.bench.Revisions;
import io.sugang.lab.chaos.ChaosCommand;
import io.sugang.lab.ngrinder.NGrinderCommand;
import io.sugang.lab.rush.RushCommand;
import io.sugang.ops.cli.CommandEntry;
import io.sugang.ops.cli.CommandModule;
import io.sugang.ops.cli.CommandTable;
import io.sugang.ops.cli.Session;
import io.sugang.ops.workspace.Workspace;
import java.util.Map;

/** The commands that load, break, measure and test the service. */
public final class LabCommands implements CommandModule {
  private static final String NGRINDER = "load-ngrinder";

  @Override
  public void addTo(CommandTable commands, Session session) {
    Workspace workspace = session.workspace();
    Map<String, String> environment = workspace.environment();
    var stack = new SessionAccess(session);
    var testbed = new SessionTestbed(session);
    var rush = new RushCommand(environment);
    var rushRun = new RushRun(session);
    commands.addAfter(
        "up", CommandEntry.of("rush", rush).runBy((_, arguments) -> rushRun.run(rush, arguments)));
    commands.addAfter(
        "open-at",
        CommandEntry.of("load", new LoadCommand(session)),
        CommandEntry.of("chaos", new ChaosCommand(stack, SessionAccess.histories(workspace))),
        CommandEntry.of("attack", new AttackCommand(testbed)),
        CommandEntry.of("bench", new BenchCommand(testbed, new Revisions(workspace), environment)));
    commands.addAfter(
        "prune-events",
        CommandEntry.of("test", new TestCommand(session)),
        CommandEntry.of("spec", new SpecCommand(session)).withoutChanges());
    commands.addAfter(
        "down",
        CommandEntry.of("k6-program", new K6ProgramCommand(session)).asHidden(),
        CommandEntry.of(NGRINDER, new NGrinderCommand(environment))
            .asHidden()
            .runBy((parsed, arguments) -> new NGrinderTool(session).run(parsed, arguments)));
    commands.select("load", "--ngrinder", NGRINDER);
  }
}
