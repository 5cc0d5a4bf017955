package io.sugang.lab.cli;

import io.sugang.lab.rush.RushCommand;
import io.sugang.ops.cli.Mode;
import io.sugang.ops.cli.Session;
import io.sugang.ops.cli.StackTools;
import io.sugang.ops.workspace.Workspace;
import io.sugang.verifier.QuietLogging;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The rush on the running stack: in this JVM on a local stack, in a container on one in Docker. */
final class RushRun {
  private final Session session;

  RushRun(Session session) {
    this.session = session;
  }

  /** Returns the exit status of the rush. */
  int run(RushCommand parsed, List<String> arguments) throws IOException {
    Mode mode = session.requireRunning();
    parsed.check();
    Path acks = Workspace.folder(session.workspace().state("acks")).resolve("latest.jsonl");
    boolean local = mode == Mode.LOCAL;
    var whole = new ArrayList<String>();
    whole.addAll(
        List.of(
            "--target",
            local ? session.local().url() : "http://nginx:8080",
            "--acks",
            acks.toString()));
    whole.addAll(arguments);
    if (!local) {
      if (Files.exists(acks) && !Files.isWritable(acks)) {
        Files.delete(acks);
      }
      return new StackTools(session).inContainer("rush", whole);
    }
    QuietLogging.apply();
    // The rush keeps the answers of a run that Ctrl-C ends.
    session.signals().leaveToCommand();
    return RushCommand.execute(session.local().toolEnvironment(), whole.toArray(String[]::new));
  }
}
