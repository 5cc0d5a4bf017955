package io.sugang.tools.cli;

import io.sugang.tools.control.MysqlAccount;
import io.sugang.tools.control.RunningStack;
import io.sugang.tools.control.SeatReset;
import io.sugang.tools.docker.DockerStack;
import io.sugang.tools.local.LocalContext;
import io.sugang.tools.local.LocalRunning;
import io.sugang.tools.local.LocalStack;
import io.sugang.tools.workspace.Console;
import io.sugang.tools.workspace.Failure;
import io.sugang.tools.workspace.Settings;
import io.sugang.tools.workspace.Workspace;
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

  Workspace workspace() {
    return workspace;
  }

  Settings settings() {
    return workspace.settings();
  }

  Console console() {
    return console;
  }

  Signals signals() {
    return signals;
  }

  LocalStack local() {
    return local;
  }

  DockerStack docker() {
    return docker;
  }

  /** Returns the seconds since the command began. */
  long seconds() {
    return Duration.ofNanos(System.nanoTime() - begin).toSeconds();
  }

  /**
   * Returns the mode by what runs, or null if nothing does.
   *
   * @param asked the mode that the user chose, or null
   */
  @Nullable Mode runningMode(@Nullable Mode asked) {
    if (asked != null) {
      return asked;
    }
    if (local.running()) {
      return Mode.LOCAL;
    }
    return docker.present() ? Mode.DOCKER : null;
  }

  /** Returns the mode of the stack that runs, or throws a failure that names what starts it. */
  Mode requireRunning() {
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

  RunningStack running(Mode mode) {
    return mode == Mode.LOCAL ? new LocalRunning(local, workspace.log("reset-verify.log")) : docker;
  }

  /** Returns the number of instances of the running stack, or 0. */
  int scale(@Nullable Mode mode) {
    if (mode == null) {
      return 0;
    }
    return mode == Mode.LOCAL ? local.scale() : docker.scale();
  }

  SeatReset seatReset(RunningStack stack) {
    return new SeatReset(stack, console, workspace.log("reset-verify.log"));
  }

  /**
   * Returns whether there are enrollments, which the user is asked about before they are deleted.
   */
  boolean enrollmentsExist(RunningStack stack) {
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
  void confirm(String question) {
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
