package io.sugang.ops.docker;

import io.sugang.ops.backup.BackupScript;
import io.sugang.ops.control.MysqlAccount;
import io.sugang.ops.control.RunningStack;
import io.sugang.ops.local.PortReservations;
import io.sugang.ops.local.Ports;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.FileSwap;
import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The stack in containers, as docker-compose.yml describes it. */
public final class DockerStack implements RunningStack {
  /** The folder of the backups, a volume of docker-compose.yml. */
  public static final String BACKUPS = "/var/lib/mysql-files";

  /** Ends of the names of images that are built here. */
  private static final List<String> BUILT = List.of("-app", "-nginx", "-tools", "-lab");

  // The service of compose whose image has the commands of operations alone.
  private static final String VERIFIER = "verifier";

  private static final Pattern FROM = Pattern.compile("FROM +(\\S+).*");
  private static final Pattern NAME = Pattern.compile("\\s*\"name\": *\"([^\"]*)\".*");

  // In Docker a password is the container's, so that it never leaves it.
  private static final String MYSQL =
      """
      export MYSQL_PWD=$SUGANG_OWNER_PASSWORD
      [ "$1" != root ] || MYSQL_PWD=$MYSQL_ROOT_PASSWORD
      [ "$1" != sugang ] || MYSQL_PWD=$SUGANG_RUNTIME_PASSWORD
      [ "$1" != sugang_reader ] || MYSQL_PWD=$SUGANG_READER_PASSWORD
      exec mysql --user="$@\"\
      """;
  private static final String REDIS =
      "REDISCLI_AUTH=$SUGANG_ADMIN_PASSWORD exec redis-cli --no-auth-warning --user sugang_admin \"$@\"";

  // As mysql/start does, with the passwords of the container.
  private static final String ACCOUNTS =
      """
      . /etc/sugang/accounts.sh
      accounts_sql /etc/sugang/accounts.sql "$SUGANG_RUNTIME_PASSWORD" "$SUGANG_OWNER_PASSWORD" \
        "$SUGANG_READER_PASSWORD" "$MYSQL_ROOT_PASSWORD" | MYSQL_PWD=$MYSQL_ROOT_PASSWORD mysql -uroot
      """;

  private static final String FOLDER =
      "{{index .Config.Labels \"com.docker.compose.project.working_dir\"}}";
  private static final int CAUSE_LINES = 8;

  private final Workspace workspace;
  private final Console console;
  private final Compose compose;
  private final Set<String> builtTools = new HashSet<>();
  private boolean undoNeeded;

  public DockerStack(Workspace workspace, Console console) {
    this.workspace = workspace;
    this.console = console;
    this.compose = new Compose(workspace);
  }

  public Compose compose() {
    return compose;
  }

  /** Returns whether any container of this clone runs. */
  public boolean running() {
    return Compose.answers() && compose.lines("ps", "-q").stream().anyMatch(this::own);
  }

  /**
   * Returns whether there are containers of this clone, even ended ones, which {@code down} has to
   * remove.
   */
  public boolean present() {
    return Compose.answers() && compose.lines("ps", "-aq").stream().anyMatch(this::own);
  }

  // Another clone may have a project of the same name.
  private boolean own(String container) {
    String folder = folderOf(container);
    return folder.isEmpty() || folder.equals(workspace.root().toString());
  }

  private static String folderOf(String container) {
    return Job.of("docker", "inspect", "--format", FOLDER, container).runQuietly().output().strip();
  }

  /** Returns a variable of the environment of a running container, or "". */
  public String environment(String service, String variable) {
    List<String> value = compose.lines("exec", "-T", service, "printenv", variable);
    return value.isEmpty() ? "" : value.getFirst().strip();
  }

  /** Returns the name of the compose project. */
  public String project() {
    return compose.lines("config", "--format", "json").stream()
        .map(NAME::matcher)
        .filter(Matcher::matches)
        .map(name -> name.group(1))
        .findFirst()
        .orElse("sugang");
  }

  @Override
  public String mode() {
    return "docker";
  }

  @Override
  public int scale() {
    return compose.lines("ps", "-q", "app").size();
  }

  @Override
  public String url() {
    return "http://127.0.0.1:" + port();
  }

  /** Returns the published port of NGINX, or 0. */
  public int port() {
    return published("port", "nginx", "8080");
  }

  private int published(String... question) {
    List<String> address = compose.lines(question);
    String port = address.isEmpty() ? "" : address.getFirst().replaceFirst(".*:", "");
    return Ports.valid(port) ? Integer.parseInt(port) : 0;
  }

  /**
   * Returns the first image that is neither here nor can be pulled, or null: those of the servers,
   * and those that the service is built from.
   */
  public @Nullable String missingImage() {
    for (String image : baseImages()) {
      if (Compose.hasImage(image)) {
        continue;
      }
      boolean pulled =
          Compose.inRegistry(image)
              && Job.of("docker", "pull", "--quiet", image)
                      .logged(console, "pulling " + image, pullLog())
                  == 0;
      if (!pulled) {
        return image;
      }
    }
    return null;
  }

  public Path pullLog() {
    return workspace.log("docker-pull.log");
  }

  private List<String> baseImages() {
    var images = new ArrayList<String>();
    compose.lines("config", "--images").stream()
        .filter(image -> BUILT.stream().noneMatch(image::endsWith))
        .forEach(images::add);
    for (String dockerfile : List.of("app/Dockerfile", "nginx/Dockerfile")) {
      try (Stream<String> lines = Files.lines(workspace.file(dockerfile))) {
        lines
            .map(FROM::matcher)
            .filter(Matcher::matches)
            .map(from -> from.group(1))
            .filter(image -> image.contains(":"))
            .forEach(images::add);
      } catch (IOException unreadable) {
        throw new Failure("%s cannot be read: %s".formatted(dockerfile, unreadable.getMessage()));
      }
    }
    return images.stream().distinct().sorted().toList();
  }

  /**
   * Builds the image, starts all containers and waits until they are ready.
   *
   * @param wanted the public port, or 0
   * @return the public port
   */
  public int up(int scale, int wanted, boolean buildAgain, boolean observe) {
    int current = port();
    if (wanted != 0 && wanted != current) {
      Ports.requireFree(wanted);
    }
    int port = wanted != 0 ? wanted : current;
    if (port == 0) {
      port = freePort(8080);
    }
    compose.set("SUGANG_PORT", Integer.toString(port));
    Workspace.folder(workspace.state("acks"));
    MountedFiles.requireReadable(workspace.root());
    requireOwnProject();
    undoNeeded = !running();
    var build = new ArrayList<>(List.of("build", "app", "nginx"));
    if (buildAgain) {
      build.add(1, "--no-cache");
    }
    run(
        "building the images of the service and of NGINX (once per change)",
        workspace.log("docker-build.log"),
        "the images could not be built",
        build);
    updateAccounts();
    Path log = workspace.log("docker-up.log");
    int status =
        compose
            .job("up", "-d", "--wait", "--scale", "app=" + scale)
            .logged(
                console,
                "starting MySQL, Redis, %s and NGINX".formatted(Console.instances(scale)),
                log);
    if (status != 0) {
      throw new Failure("the containers did not become ready" + causes(), log);
    }
    undoNeeded = false;
    compose.lines("ps", "--format", "{{.Service}} {{.Name}} {{.Status}}").stream()
        .sorted()
        .map(line -> line.split(" ", 3))
        .filter(words -> words.length == 3)
        .forEach(words -> console.part(words[0], "%s (%s)".formatted(words[2], words[1])));
    if (observe) {
      observe();
    }
    return port;
  }

  // Another clone's containers would be replaced, and its data served by this version.
  private void requireOwnProject() {
    compose.lines("ps", "-aq").stream()
        .filter(container -> !own(container))
        .findFirst()
        .ifPresent(other -> {
          throw new Failure(
              "the compose project %1$s belongs to %2$s. Stop it there (./sugang down), or give this clone another name: COMPOSE_PROJECT_NAME=%1$s2 in .env"
                  .formatted(project(), folderOf(other)));
        });
  }

  // A version with a new table needs its rights, and a running MySQL read accounts.sql at its
  // start.
  private void updateAccounts() {
    if (compose.lines("ps", "-q", "--status", "running", "mysql").isEmpty()) {
      return;
    }
    Path log = workspace.log("docker-accounts.log");
    Job.Result result = compose.job("exec", "-T", "mysql", "bash", "-c", ACCOUNTS).run();
    if (!result.succeeded()) {
      FileSwap.write(log, result.output());
      throw new Failure(
          "the running MySQL does not accept the accounts of mysql/accounts.sql", log);
    }
  }

  /** Returns the last lines of each container that is not ready, or "". */
  private String causes() {
    var causes = new StringBuilder();
    for (String line :
        compose.lines("ps", "-a", "--format", "{{.Service}} {{.Name}} {{.State}} {{.Health}}")) {
      String[] words = line.split(" ", 4);
      if (words.length < 3 || words[2].equals("running") && !line.endsWith("unhealthy")) {
        continue;
      }
      String last =
          Job.of("docker", "logs", "--tail", Integer.toString(CAUSE_LINES), words[1])
              .run()
              .output()
              .strip()
              .indent(4);
      causes.append(
          "\n  %s is %s; its last lines:\n%s".formatted(words[1], words[2], last.stripTrailing()));
    }
    return causes.toString();
  }

  /** Starts all containers again for data of other sizes. */
  public void upWith(Map<String, String> sizes, int scale) {
    sizes.forEach(compose::set);
    up(scale, 0, false, false);
  }

  /** Runs docker compose with its output in a log; throws a failure with that log. */
  public void run(String label, Path log, String failure, List<String> arguments) {
    if (compose.job(arguments).logged(console, label, log) != 0) {
      throw new Failure(failure, log);
    }
  }

  private int freePort(int first) {
    var reservations = PortReservations.ofUser();
    for (int port = first; port <= 65_535; port++) {
      if (!Ports.taken(port) && reservations.reserve(port)) {
        return port;
      }
    }
    throw new Failure("no port from %d on is free".formatted(first));
  }

  // The stack does not need them: what fails is reported, and the stack stays.
  private void observe() {
    Path log = workspace.log("docker-observe.log");
    int current = published("--profile", "observe", "port", "grafana", "3000");
    String port = workspace.settings().get("SUGANG_GRAFANA_PORT");
    if (port.isEmpty()) {
      port = Integer.toString(current != 0 ? current : freePort(3000));
    }
    compose.set("SUGANG_GRAFANA_PORT", port);
    int status =
        compose
            .job("--profile", "observe", "up", "-d", "--wait", "--no-deps", "prometheus", "grafana")
            .logged(console, "starting Prometheus and Grafana", log);
    if (status == 0) {
      console.part(
          "grafana",
          "ready on http://127.0.0.1:%s (admin, GRAFANA_PASSWORD of .env)".formatted(port));
    } else {
      console.warn(
          "Prometheus and Grafana could not be started (log: %s); everything else runs"
              .formatted(log));
    }
  }

  /** Stops what a failed or interrupted {@code up} started. */
  public void undo() {
    if (!undoNeeded) {
      return;
    }
    Path log = workspace.log("docker-failed.log");
    console.warn("stopping what was started; the last lines of the containers are in " + log);
    compose
        .job("--profile", "observe", "logs", "--no-color", "--tail", "200")
        .logged(console.silent(), "logs", log);
    compose.job("--profile", "observe", "--profile", Compose.BACKUP, "down").run();
    undoNeeded = false;
  }

  /** Stops everything: NGINX first, because the engine stops in the opposite order of starting. */
  public void down() {
    compose.job("stop", "nginx").run();
    // Its image declares a volume, which `down` would leave without a name.
    compose.job("--profile", "ngrinder", "rm", "-fsv", "ngrinder-agent").run();
    run(
        "stopping the containers",
        workspace.log("docker-down.log"),
        "docker compose down failed",
        List.of(
            "--profile",
            "ngrinder",
            "--profile",
            "observe",
            "--profile",
            Compose.BACKUP,
            "down",
            "--remove-orphans"));
    if (workspace.settings().backupOn()) {
      // The shipper may have ended before MySQL.
      backupScript().job(List.of("round")).run();
    }
  }

  /**
   * Returns the calls of mysql/backups, in a container of its own: it needs the volumes of MySQL
   * and no running server.
   */
  public BackupScript backupScript() {
    return arguments -> {
      var command =
          new ArrayList<>(
              List.of("--progress", "quiet", "run", "--rm", "-T", "--no-deps", "shipper"));
      command.addAll(arguments);
      return compose.job(command);
    };
  }

  public void stopInstances() {
    run(
        "stopping the instances",
        workspace.log("reset.log"),
        "the instances could not be stopped",
        List.of("stop", "app"));
  }

  /** Prints the containers; returns whether all parts run and are healthy. */
  public boolean status() {
    compose.job("ps").onTerminal();
    boolean all =
        services().stream().noneMatch(service -> compose.lines("ps", "-q", service).isEmpty());
    return all
        && compose.lines("ps", "-a", "--format", "{{.State}} {{.Health}}").stream()
            .allMatch(line -> line.strip().matches("running( healthy)?"));
  }

  private List<String> services() {
    var services = new ArrayList<>(List.of("nginx", "app", "mysql", "redis"));
    if (workspace.settings().backupOn()) {
      services.add("shipper");
    }
    return services;
  }

  /**
   * Prints logs; returns the status of docker compose.
   *
   * @param service as app or app-2, or null for all
   */
  public int logs(int lines, boolean follow, @Nullable String service) {
    var arguments =
        new ArrayList<>(
            List.of(
                "--profile",
                "observe",
                "--profile",
                Compose.BACKUP,
                "logs",
                "--tail",
                Integer.toString(lines)));
    if (follow) {
      arguments.add("-f");
    }
    if (service != null) {
      String[] words = service.split("-");
      if (words.length > 1) {
        arguments.addAll(List.of("--index", words[1]));
      }
      arguments.add(words[0]);
    }
    return compose.job(arguments).onTerminal();
  }

  /**
   * Runs a tool in a container on the stack's networks. A file that {@code --acks} names is on the
   * host, so its folder is mounted under the same path.
   *
   * @return its exit status
   */
  public int tool(String service, List<String> arguments, List<Path> mounts) {
    return toolJob(service, arguments, mounts, Console.canAsk() && console.live()).onTerminal();
  }

  /** Returns the call of a tool. */
  public Job toolJob(String service, List<String> arguments, List<Path> mounts, boolean terminal) {
    buildTool(service);
    var command = new ArrayList<>(List.of("--progress", "quiet", "run", "--rm"));
    if (!terminal) {
      command.add("-T");
    }
    for (Path mount : mounts) {
      command.add("-v");
      command.add(mount + ":" + mount);
    }
    command.add(service);
    command.addAll(arguments);
    return compose.job(command);
  }

  /**
   * Builds the image of a tool once. A run would print every step of the build around what the tool
   * prints.
   */
  private void buildTool(String service) {
    compose.runToolsAsCaller();
    if (builtTools.contains(service)) {
      return;
    }
    Console progress = console;
    if (!console.live()) {
      String image = project() + (service.equals(VERIFIER) ? "-tools" : "-lab");
      progress = Compose.hasImage(image) ? console.silent() : console.onStandardError();
    }
    Path log = workspace.log("docker-tools.log");
    int status =
        compose
            .job("--profile", "tools", "--profile", "ngrinder", "build", service)
            .logged(progress, "building the image of the tools (once per change)", log);
    if (status != 0) {
      throw new Failure("the image of the tools could not be built", log);
    }
    builtTools.add(service);
  }

  /** Removes containers of tools that a signal left, with this folder mounted. */
  public void removeTools(Path mount) {
    Job.of("docker", "ps", "-q", "--filter", "volume=" + mount)
        .runQuietly()
        .output()
        .lines()
        .forEach(container -> Job.of("docker", "rm", "-f", container).run());
  }

  /** Returns the container of a part: app-2 is the second one of app. */
  public String container(String part) {
    String[] words = part.split("-");
    int number = words.length > 1 ? Integer.parseInt(words[1]) : 1;
    List<String> names =
        compose.lines("ps", "-a", "--format", "{{.Name}}", words[0]).stream()
            .sorted(
                Comparator.comparingInt(DockerStack::number)
                    .thenComparing(Comparator.naturalOrder()))
            .toList();
    if (number > names.size()) {
      throw new Failure("there is no container of " + part);
    }
    return names.get(number - 1);
  }

  private static int number(String container) {
    String digits = container.replaceAll(".*-", "");
    return digits.matches("[0-9]{1,6}") ? Integer.parseInt(digits) : 0;
  }

  @Override
  public String sql(MysqlAccount account, String sql) {
    return compose
        .job(
            "exec",
            "-T",
            "mysql",
            "sh",
            "-c",
            MYSQL,
            "-",
            account.user(),
            "--skip-column-names",
            "--batch")
        .input(sql)
        .run()
        .orFailure();
  }

  @Override
  public String redis(String... arguments) {
    return compose.job(redisCommand(arguments)).run().orFailure();
  }

  @Override
  public String redisLines(List<String> commands) {
    return compose.job(redisCommand()).input(String.join("\n", commands) + "\n").run().orFailure();
  }

  private static List<String> redisCommand(String... arguments) {
    var command = new ArrayList<>(List.of("exec", "-T", "redis", "sh", "-c", REDIS, "-"));
    command.addAll(List.of(arguments));
    return command;
  }

  @Override
  public int verifyQuietly() {
    return toolJob(VERIFIER, List.of(), List.of(), false)
        .logged(console.silent(), "verifying", workspace.log("reset-verify.log"));
  }
}
