package io.sugang.ops.local;

import io.sugang.ops.workspace.Job;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The shell functions that the containers of the servers start with: one form for both modes. */
final class ServerScript {
  private ServerScript() {}

  /**
   * Calls a function and returns its output, or throws a failure with what it printed.
   *
   * @param values its arguments, perhaps secrets: they go through the environment, because other
   *     users see arguments in the list of processes
   */
  static String call(Path script, String function, List<String> values) {
    Map<String, String> environment = new HashMap<>();
    // A locale that is not installed would put a warning into the output.
    environment.put("LC_ALL", "C");
    var command = new StringBuilder("source \"$0\" && " + function);
    for (int i = 0; i < values.size(); i++) {
      String name = "SUGANG_VALUE_" + i;
      environment.put(name, values.get(i));
      command.append(" \"$").append(name).append('"');
    }
    return Job.of("bash", "-c", command.toString(), script.toString())
        .with(environment)
        .run()
        .orFailure();
  }
}
