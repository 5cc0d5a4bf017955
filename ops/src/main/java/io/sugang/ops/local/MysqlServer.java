package io.sugang.ops.local;

import io.sugang.ops.control.MysqlAccount;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Digest;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.FileSwap;
import io.sugang.ops.workspace.Interruption;
import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.UnixUser;
import io.sugang.ops.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * MySQL of a local stack: data in {@code mysql/data} of its folder, settings from mysql/sugang.cnf,
 * accounts from mysql/accounts.sql. Only the loopback reaches it.
 */
public final class MysqlServer {
  public static final String NAME = "mysql";
  private static final Ports.Wanted PORT = new Ports.Wanted("MYSQL", 13_306);
  private static final int READY_SECONDS = 120;
  private static final int LONGEST_SOCKET = 100;

  private final LocalContext stack;
  private final Path folder;

  public MysqlServer(LocalContext stack) {
    this.stack = stack;
    this.folder = stack.file("mysql");
  }

  public void assignPort() {
    stack.ports().assign(PORT.key(), PORT.first(), NAME);
  }

  public Path data() {
    return folder.resolve("data");
  }

  private String socket() {
    String path = folder.resolve("mysql.sock").toString();
    if (path.length() < LONGEST_SOCKET) {
      return path;
    }
    // The path of a Unix socket must be shorter than 104 bytes.
    var checksum = new CRC32();
    checksum.update(path.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return "/tmp/sugang-%d-%d.sock".formatted(UnixUser.id(), checksum.getValue());
  }

  /** Returns the SQL that creates all accounts, sets their passwords and unlocks them. */
  String accountsSql() {
    return ServerScript.call(
        stack.workspace().file("mysql/accounts.sh"),
        "accounts_sql",
        List.of(
            stack.workspace().file("mysql/accounts.sql").toString(),
            secret(MysqlAccount.SERVICE),
            secret(MysqlAccount.OWNER),
            secret(MysqlAccount.READER),
            secret(MysqlAccount.ROOT)));
  }

  private String secret(MysqlAccount account) {
    return stack.settings().get(account.secret());
  }

  /** Returns the command of the client, as an account; {@link #password} goes with it. */
  public List<String> client(MysqlAccount account, String... arguments) {
    var command = new ArrayList<String>();
    command.addAll(
        List.of(
            stack.program("mysql"),
            "--no-defaults",
            "--protocol=socket",
            "--socket=" + socket(),
            "--default-character-set=utf8mb4",
            "--user=" + account.user()));
    command.addAll(List.of(arguments));
    return command;
  }

  public Map<String, String> password(MysqlAccount account) {
    return Map.of("MYSQL_PWD", secret(account));
  }

  /** Runs SQL; the output has both streams. */
  public Job.Result sql(MysqlAccount account, String sql, String... arguments) {
    return Job.of(client(account, arguments)).with(password(account)).input(sql).run();
  }

  /** Starts it, or gives a running one the accounts of the settings. */
  public void start() {
    start(new MysqlLaunch(List.of(), List.of()));
  }

  /**
   * The way in which MySQL is started for a fault.
   *
   * @param within a command that mysqld runs within
   * @param options more options of mysqld
   */
  public record MysqlLaunch(List<String> within, List<String> options) {}

  public void start(MysqlLaunch launch) {
    String version = Digest.of(accountsSql());
    if (stack.processes().alive(NAME)) {
      updateAccounts(version);
      return;
    }
    Workspace.folder(folder);
    requireNoRestore();
    createData();
    Path accounts = folder.resolve("accounts.sql");
    // Accounts are set at every start, before the port opens: a new .env then suffices to change a
    // password.
    writeClosed(accounts, accountsSql());
    try {
      // A killed server leaves them: they name a pid that may be another process by now, and MySQL
      // would not start.
      FileSwap.delete(Path.of(socket()));
      FileSwap.delete(Path.of(socket() + ".lock"));
      stack.started().add(NAME);
      stack.processes().start(NAME, command(launch, accounts), Map.of());
      if (!awaitReady()) {
        start(launch);
        return;
      }
    } finally {
      FileSwap.delete(accounts);
    }
    stack.state().keep("MYSQL_ACCOUNTS", version);
  }

  private void updateAccounts(String version) {
    if (stack.state().get("MYSQL_ACCOUNTS").equals(version)) {
      return;
    }
    Path log = stack.log("mysql-accounts.log");
    Job.Result result = sql(MysqlAccount.ROOT, accountsSql());
    FileSwap.write(log, result.output());
    if (!result.succeeded()) {
      throw new Failure(
          "the running MySQL does not accept the accounts of .env; ./sugang down, then ./sugang up",
          log);
    }
    stack.state().keep("MYSQL_ACCOUNTS", version);
  }

  // See mysql/start.
  private void requireNoRestore() {
    FileSwap.delete(data().resolve("sugang-restoring"));
    if (Files.exists(data().resolve("sugang-restored"))) {
      throw new Failure(
          "a restore was interrupted while it replaced the data of MySQL; run it again: ./sugang restore");
    }
  }

  private void createData() {
    if (Files.isDirectory(data())) {
      return;
    }
    // Created in another folder that is then renamed, so that an interrupted initialization is not
    // taken for data.
    Path partial = folder.resolve("data.partial");
    FileSwap.delete(partial);
    closed(folder, "rwx------");
    var command = new ArrayList<String>();
    command.addAll(List.of(stack.program("mysqld"), defaults(), "--initialize-insecure"));
    command.addAll(asUser());
    command.add("--datadir=" + partial);
    Path log = stack.log("mysql-init.log");
    if (Job.of(command).logged(stack.console(), "creating MySQL's data folder", log) != 0) {
      throw new Failure("MySQL could not create its data folder", log);
    }
    FileSwap.move(partial, data());
  }

  private String defaults() {
    return "--defaults-file=" + stack.workspace().file("mysql/sugang.cnf");
  }

  private static List<String> asUser() {
    return UnixUser.root() ? List.of("--user=root") : List.of();
  }

  private List<String> command(MysqlLaunch launch, Path accounts) {
    var command = new ArrayList<>(launch.within());
    command.add(stack.program("mysqld"));
    command.add(defaults());
    command.addAll(asUser());
    String pool = stack.settings().get("SUGANG_MYSQL_BUFFER_POOL");
    if (!pool.isEmpty()) {
      command.add("--innodb-buffer-pool-size=" + pool);
    }
    command.addAll(
        List.of(
            "--datadir=" + data(),
            "--socket=" + socket(),
            "--pid-file=" + folder.resolve("mysqld.pid"),
            "--bind-address=127.0.0.1",
            "--port=" + stack.ports().of(PORT.key()),
            // It would take some 200 MB, and no part of the stack reads it.
            "--performance-schema=OFF",
            "--init-file=" + accounts));
    command.addAll(launch.options());
    return command;
  }

  /** Returns false if its port was lost and another one was chosen. */
  private boolean awaitReady() {
    var time = new Stopwatch();
    Console console = stack.console();
    Path log = stack.processes().log(NAME);
    while (!Ports.taken(stack.ports().of(PORT.key()))
        || !sql(MysqlAccount.ROOT, "SELECT 1").succeeded()) {
      if (!stack.processes().alive(NAME)) {
        if (stack.ports().renew(NAME, log, PORT)) {
          return false;
        }
        throw new Failure("MySQL ended while starting", log);
      }
      if (time.over(READY_SECONDS)) {
        throw new Failure("MySQL was not ready within %d s".formatted(READY_SECONDS), log);
      }
      console.clock("mysql starting ... " + time.seconds() + " s");
      Interruption.sleep(Duration.ofMillis(200));
    }
    console.part(
        NAME,
        "ready after %d s on 127.0.0.1:%d".formatted(time.seconds(), stack.ports().of(PORT.key())));
    return true;
  }

  public void stop() {
    stack.processes().signal(NAME, Signal.TERM);
    stack.processes().awaitEnd(NAME, Duration.ofSeconds(60));
    FileSwap.delete(folder.resolve("accounts.sql"));
  }

  private static void writeClosed(Path file, String text) {
    try {
      Files.deleteIfExists(file);
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(file, text);
    } catch (IOException denied) {
      throw new Failure("%s cannot be written: %s".formatted(file, denied.getMessage()));
    }
  }

  private static void closed(Path folder, String permissions) {
    try {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
    } catch (IOException denied) {
      throw new Failure("%s cannot be closed: %s".formatted(folder, denied.getMessage()));
    }
  }
}
