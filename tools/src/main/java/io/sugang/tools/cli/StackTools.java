package io.sugang.tools.cli;

import io.sugang.tools.rush.RushCommand;
import io.sugang.tools.rush.StandInWindows;
import io.sugang.tools.workspace.CommandLock;
import io.sugang.tools.workspace.Console;
import io.sugang.tools.workspace.Failure;
import io.sugang.tools.workspace.Workspace;
import io.sugang.verifier.QuietLogging;
import io.sugang.verifier.VerifierCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The verifier and the rush on the running stack: in this JVM on a local stack, in a container on
 * one in Docker, whose MySQL and Redis only its own networks reach.
 */
final class StackTools {
  private static final String ACKS = "--acks";

  // The students connect three seconds before an opening.
  private static final Duration LEAD = Duration.ofSeconds(10);
  private static final Duration DOCKER_LEAD = Duration.ofSeconds(30);

  private final Session session;

  StackTools(Session session) {
    this.session = session;
  }

  int verify(List<String> arguments) {
    if (session.requireRunning() == Mode.DOCKER) {
      return inContainer("verifier", arguments);
    }
    return VerifierCommand.execute(
        session.local().toolEnvironment(),
        new PrintWriter(System.out, true, StandardCharsets.UTF_8),
        new PrintWriter(System.err, true, StandardCharsets.UTF_8),
        arguments.toArray(String[]::new));
  }

  int rush(RushCommand parsed, List<String> arguments) throws IOException {
    Mode mode = session.requireRunning();
    RushCommand.DayRequest day = parsed.dayRequest();
    return day == null ? rush(mode, arguments) : rushDay(mode, day, arguments);
  }

  private int rushDay(Mode mode, RushCommand.DayRequest day, List<String> arguments)
      throws IOException {
    Console console = session.console();
    try (var _ = CommandLock.take(session.workspace())) {
      var windows = new StandInWindows(session.running(mode));
      restore(windows);
      if (day.restoreOnly()) {
        return 0;
      }
      requireRules(session);
      if (mode == Mode.DOCKER) {
        // The build may take longer than the time to the first opening.
        session.docker().buildTools();
      }
      session.signals().undoWith(() -> restore(windows));
      long term = windows.open(day.grades(), day.every(), mode == Mode.LOCAL ? LEAD : DOCKER_LEAD);
      console.part(
          "windows",
          "those of term %d are postponed by 4,800 years until the day ends".formatted(term));
      console.part("", "if this command is killed: ./sugang rush --restore-windows");
      try {
        return rush(mode, arguments);
      } finally {
        restore(windows);
        session.signals().done();
      }
    }
  }

  static void requireRules(Session session) {
    if (session.settings().get("SUGANG_RULES").equals("off")) {
      throw new Failure(
          "With SUGANG_RULES=off windows do not count. Set it to on, then ./sugang up.");
    }
  }

  private void restore(StandInWindows windows) {
    long restored = windows.restore();
    if (restored > 0) {
      session.console().part("windows", "%d of the term put back".formatted(restored));
    }
  }

  private int rush(Mode mode, List<String> arguments) throws IOException {
    Path acks = Workspace.folder(session.workspace().state("acks")).resolve("latest.jsonl");
    boolean local = mode == Mode.LOCAL;
    var whole = new ArrayList<String>();
    whole.addAll(
        List.of(
            "--target",
            local ? session.local().url() : "http://nginx:8080",
            ACKS,
            acks.toString()));
    whole.addAll(arguments);
    if (!local) {
      if (Files.exists(acks) && !Files.isWritable(acks)) {
        Files.delete(acks);
      }
      return inContainer("rush", whole);
    }
    QuietLogging.apply();
    // The rush keeps the answers of a run that Ctrl-C ends.
    session.signals().leaveToCommand();
    return RushCommand.execute(session.local().toolEnvironment(), whole.toArray(String[]::new));
  }

  /** A file that {@code --acks} names is on the host, so its folder is mounted. */
  private int inContainer(String service, List<String> arguments) {
    var mounts = new ArrayList<Path>();
    var passed = new ArrayList<String>();
    for (int i = 0; i < arguments.size(); i++) {
      String word = arguments.get(i);
      String file = null;
      if (word.startsWith(ACKS + "=")) {
        file = word.substring(ACKS.length() + 1);
      } else if (word.equals(ACKS) && i + 1 < arguments.size()) {
        file = arguments.get(++i);
      }
      if (file == null) {
        passed.add(word);
        continue;
      }
      Path path = inFolder(ACKS, file);
      mounts.add(folderOf(path));
      passed.add(ACKS);
      passed.add(path.toString());
    }
    return session.docker().tool(service, passed, mounts);
  }

  static Path folderOf(Path file) {
    Path folder = file.getParent();
    return folder == null ? file : folder;
  }

  /** Returns an absolute path, or throws a failure if its folder does not exist. */
  static Path inFolder(String option, String file) {
    Path path = Path.of(file).toAbsolutePath().normalize();
    if (file.isEmpty() || Files.isDirectory(path) || !Files.isDirectory(folderOf(path))) {
      throw new Failure(
          "%s needs a file in a folder that exists, not '%s'".formatted(option, file));
    }
    return path;
  }
}
