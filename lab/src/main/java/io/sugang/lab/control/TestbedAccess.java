package io.sugang.lab.control;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The way of a command to a stack of its own to measure, with data and ports that are not those of
 * up.
 */
public interface TestbedAccess {
  /**
   * What a command measures.
   *
   * @param command its name, and that of the folder below {@code .sugang}
   * @param students the size of the dataset
   * @param courses the size of the dataset
   * @param cpus the cores that all processes are pinned to, like 0-1, or ""
   * @param comparison the build to compare with
   * @param settings of the stack, which replace those of the user
   */
  record TestbedRequest(
      String command,
      int students,
      int courses,
      String cpus,
      Comparison comparison,
      Map<String, String> settings) {
    public TestbedRequest {
      settings = Map.copyOf(settings);
    }

    /** A request for a stack with the settings of the user. */
    public TestbedRequest(
        String command, int students, int courses, String cpus, Comparison comparison) {
      this(command, students, courses, cpus, comparison, Map.of());
    }
  }

  /**
   * A build to compare with, and settings of the working tree's build.
   *
   * @param against a revision or plain-go, or null
   * @param settings NAME=VALUE for the second build, that of the working tree
   */
  record Comparison(@Nullable String against, List<String> settings) {
    public static final Comparison NONE = new Comparison(null, List.of());

    /** The service of local/plain-go, as a build to compare with. */
    public static final String PLAIN_GO = "plain-go";

    public Comparison {
      settings = List.copyOf(settings);
    }
  }

  /**
   * A stack with MySQL and Redis, for one command.
   *
   * @param environment addresses and accounts for the tools
   * @param operator starts and stops the rest
   * @param results a new folder for the results
   * @param warnings what is known to disturb before anything is measured
   */
  record Link(
      Map<String, String> environment,
      TestbedOperator operator,
      Path results,
      List<String> warnings) {}

  /** The measurement; returns the exit status of the command. */
  @FunctionalInterface
  interface TestbedBody {
    int run(Link testbed) throws Exception;
  }

  /** Runs a measurement, and stops the stack however it ends. */
  int run(TestbedRequest request, TestbedBody body) throws Exception;
}
