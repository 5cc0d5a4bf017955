package io.sugang.ops.cli;

import io.sugang.ops.workspace.Failure;
import io.sugang.verifier.VerifierCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The verifier on the running stack: in this JVM on a local stack, in a container on one in Docker,
 * whose MySQL and Redis only its own networks reach.
 */
public final class StackTools {
  private static final String ACKS = "--acks";

  private final Session session;

  public StackTools(Session session) {
    this.session = session;
  }

  /** Runs the verifier; returns its exit status. */
  public int verify(List<String> arguments) {
    if (session.requireRunning() == Mode.DOCKER) {
      return inContainer("verifier", arguments);
    }
    return VerifierCommand.execute(
        session.local().toolEnvironment(),
        new PrintWriter(System.out, true, StandardCharsets.UTF_8),
        new PrintWriter(System.err, true, StandardCharsets.UTF_8),
        arguments.toArray(String[]::new));
  }

  /**
   * Runs a tool in a container. A file that {@code --acks} names is on the host, so its folder is
   * mounted.
   */
  public int inContainer(String service, List<String> arguments) {
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

  public static Path folderOf(Path file) {
    Path folder = file.getParent();
    return folder == null ? file : folder;
  }

  /** Returns an absolute path, or throws a failure if its folder does not exist. */
  public static Path inFolder(String option, String file) {
    Path path = Path.of(file).toAbsolutePath().normalize();
    if (file.isEmpty() || Files.isDirectory(path) || !Files.isDirectory(folderOf(path))) {
      throw new Failure(
          "%s needs a file in a folder that exists, not '%s'".formatted(option, file));
    }
    return path;
  }
}
