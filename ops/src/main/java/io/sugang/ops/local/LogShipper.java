package io.sugang.ops.local;

import io.sugang.ops.backup.BackupScript;
import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The process that copies MySQL's binary logs to the folder of the backups while MySQL writes them.
 * It runs with {@code SUGANG_BACKUP=on}.
 */
public final class LogShipper {
  static final String NAME = "shipper";
  private static final String STATE = "BACKUP_FOLDER";

  private final LocalContext stack;
  private final MysqlServer mysql;

  LogShipper(LocalContext stack, MysqlServer mysql) {
    this.stack = stack;
    this.mysql = mysql;
  }

  /** Returns the folder of the backups. */
  public Path folder() {
    String chosen = stack.settings().get("SUGANG_BACKUP_FOLDER");
    return chosen.isEmpty() ? stack.workspace().state("backups") : Path.of(chosen);
  }

  /** Returns the calls of mysql/backups for the data of this stack. */
  public BackupScript script() {
    return arguments -> Job.of(command(arguments)).with(environment());
  }

  private List<String> command(List<String> arguments) {
    var command =
        new ArrayList<>(List.of("bash", stack.workspace().file("mysql/backups").toString()));
    command.addAll(arguments);
    return command;
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put("LC_ALL", "C");
    environment.put("SUGANG_MYSQL_DATA", mysql.data().toString());
    environment.put("SUGANG_BACKUPS", Workspace.folder(folder()).toString());
    Path mysqld = Path.of(stack.program("mysqld"));
    Path programs = mysqld.isAbsolute() ? mysqld : Job.find(mysqld.toString());
    if (programs != null) {
      environment.put("SUGANG_MYSQL_PROGRAMS", Objects.toString(programs.getParent()));
    }
    return environment;
  }

  /** Starts it, or ends it when the settings no longer ask for it or name another folder. */
  void provide() {
    String destination = folder().toString();
    if (!stack.settings().backupOn() || !stack.state().get(STATE).equals(destination)) {
      stop();
    }
    if (stack.settings().backupOn() && !stack.processes().alive(NAME)) {
      stack.state().keep(STATE, destination);
      stack.started().add(NAME);
      stack.processes().start(NAME, command(List.of("ship")), environment());
      stack.console().part(NAME, "copies MySQL's binary logs to " + folder());
    }
  }

  /** Ends it; it copies what MySQL has written until then. */
  void stop() {
    stack.processes().signal(NAME, Signal.TERM);
    stack.processes().awaitEnd(NAME, Duration.ofSeconds(30));
  }
}
