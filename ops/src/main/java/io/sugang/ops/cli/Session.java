package io.sugang.ops.cli;

import io.sugang.ops.backup.Backups;
import io.sugang.ops.control.MysqlAccount;
import io.sugang.ops.control.RunningStack;
import io.sugang.ops.control.SeatReset;
import io.sugang.ops.docker.DockerStack;
import io.sugang.ops.local.LocalContext;
import io.sugang.ops.local.LocalRunning;
import io.sugang.ops.local.LocalStack;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Settings;
import io.sugang.ops.workspace.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The state that commands share: the workspace, the terminal, signals, and which stack runs. */
public final class Session {
  private final Workspace workspace;
  private final Console console;
  private final Signals signals = new Signals();
  private final LocalStack local;
  private final DockerStack docker;
  private final long begin = System.nanoTime();

  public Session(Workspace workspace, Console console) {
    this.workspace = workspace;
    this.console = console;
    this.local = new LocalStack(LocalContext.of(workspace, console));
    this.docker = new DockerStack(workspace, console);
  }

  public Workspace workspace() {
    return workspace;
  }

  public Settings settings() {
    return workspace.settings();
  }

  public Console console() {
    return console;
  }

  public Signals signals() {
    return signals;
  }

  public LocalStack local() {
    return local;
  }

  public DockerStack docker() {
    return docker;
  }

  /** Returns the seconds since the command began. */
  public long seconds() {
    return Duration.ofNanos(System.nanoTime() - begin).toSeconds();
  }

  /**
   * Returns the mode by what runs, or null if nothing does.
   *
   * @param asked the mode that the user chose, or null
   */
  public @Nullable Mode runningMode(@Nullable Mode asked) {
    if (asked != null) {
      return asked;
    }
    if (local.running()) {
      return Mode.LOCAL;
    }
    return docker.present() ? Mode.DOCKER : null;
  }

  /** Returns the mode of the stack that runs, or throws a failure that names what starts it. */
  public Mode requireRunning() {
    Mode mode = runningMode(null);
    if (mode == null) {
      throw new Failure("nothing runs here; start it with ./sugang up");
    }
    if (mode == Mode.LOCAL) {
      settings().requireSecrets();
    } else if (!docker.running()) {
      throw new Failure("nothing runs in Docker here; start it with ./sugang up --docker");
    }
    return mode;
  }

  /**
   * Returns a secret of the settings. Containers that {@code docker compose up} started without
   * .env have those of docker-compose.yml.
   */
  String secret(String name) {
    String secret = settings().get(name);
    if (secret.isEmpty() && !settings().written() && docker.running()) {
      secret = docker.environment("app", name);
    }
    if (secret.isEmpty()) {
      throw new Failure("%s is not in .env; ./sugang up adds it".formatted(name));
    }
    return secret;
  }

  public RunningStack running(Mode mode) {
    return mode == Mode.LOCAL ? new LocalRunning(local, workspace.log("reset-verify.log")) : docker;
  }

  /** Returns the number of instances of the running stack, or 0. */
  public int scale(@Nullable Mode mode) {
    if (mode == null) {
      return 0;
    }
    return mode == Mode.LOCAL ? local.scale() : docker.scale();
  }

  /** Returns the backups of a stack, which need not run. */
  public Backups backups(Mode mode) {
    var log = workspace.log("restore.log");
    return mode == Mode.LOCAL
        ? new Backups(local.shipper().script(), local.shipper().folder().toString(), console, log)
        : new Backups(docker.backupScript(), DockerStack.BACKUPS, console, log);
  }

  public SeatReset seatReset(RunningStack stack) {
    return new SeatReset(stack, console, workspace.log("reset-verify.log"));
  }

  /**
   * Returns whether there are enrollments, which the user is asked about before they are deleted.
   */
  public boolean enrollmentsExist(RunningStack stack) {
    try {
      return stack
          .sql(MysqlAccount.OWNER, "SELECT EXISTS (SELECT 1 FROM sugang.enrollment)")
          .strip()
          .equals("1");
    } catch (Failure unreachable) {
      throw new Failure(
          "MySQL does not answer whether there are enrollments (%s): ./sugang status"
              .formatted(unreachable.message()));
    }
  }

  /** Asks a question; throws a failure unless the answer begins with y. */
  public void confirm(String question) {
    console.out().print(question + " [y/N] ");
    console.out().flush();
    var answer = new StringBuilder();
    try {
      int next;
      while ((next = System.in.read()) >= 0 && next != '\n') {
        answer.append(new String(new byte[] {(byte) next}, StandardCharsets.ISO_8859_1));
      }
    } catch (IOException closed) {
      // No answer.
    }
    if (!answer.toString().matches("[yY].*")) {
      throw new Failure("nothing was changed");
    }
  }
}
