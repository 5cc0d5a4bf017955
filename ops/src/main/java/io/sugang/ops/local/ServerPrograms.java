package io.sugang.ops.local;

import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The programs of MySQL 9, Redis 8 and NGINX: fetched into {@code .sugang/dist}, or on PATH. */
public final class ServerPrograms {
  /** The first NGINX whose open version resolves names of upstream servers again. */
  static final String OLDEST_NGINX = "1.27.3";

  private static final Map<String, String> OLDEST =
      Map.of(
          "mysqld", "9",
          "mysql", "9",
          "redis-server", "8",
          "redis-cli", "8",
          "nginx", OLDEST_NGINX);
  private static final List<String> NAMES =
      List.of("mysqld", "mysql", "redis-server", "redis-cli", "nginx");
  private static final Pattern VERSION =
      Pattern.compile("(Ver |v=|redis-cli |nginx/)([0-9]+(\\.[0-9]+)*)");

  private final Workspace workspace;
  private final Console console;

  public ServerPrograms(Workspace workspace, Console console) {
    this.workspace = workspace;
    this.console = console;
  }

  /** Returns the program to run: the fetched one, or the name to be found on PATH. */
  public String program(String name) {
    return fetched() ? workspace.servers().resolve("bin").resolve(name).toString() : name;
  }

  boolean fetched() {
    Path versions = workspace.servers().resolve("versions.txt");
    try {
      return Files.exists(versions) && Files.size(versions) > 0;
    } catch (IOException unreadable) {
      return false;
    }
  }

  /** Makes the programs available: fetches them where that is possible, or checks those on PATH. */
  public void provide() {
    if (fetched()) {
      return;
    }
    Path log = workspace.log("get-servers.log");
    Job.Result possible =
        Job.of(
                "bash",
                "-c",
                "shopt -s extglob; source \"$1\" && private_apt_possible",
                "-",
                workspace.file("local/private-apt.sh").toString())
            .run();
    String reason = possible.output().strip();
    if (possible.succeeded()) {
      int status =
          Job.of(workspace.file("local/get-servers").toString(), workspace.servers().toString())
              .logged(
                  console,
                  "fetching MySQL 9, Redis 8 and NGINX into .sugang/dist (about 90 MB, once)",
                  log);
      if (status == 0) {
        console.part("servers", "fetched into .sugang/dist");
        return;
      }
      reason = "fetching them failed (log: " + log + ")";
    }
    var faults = new StringBuilder();
    for (String name : NAMES) {
      String fault = fault(name, Job.find(name));
      if (fault != null) {
        faults.append("\n  - ").append(fault);
      }
    }
    if (!faults.isEmpty()) {
      throw new Failure(
          """
          local mode needs MySQL 9, Redis 8 and NGINX %s or newer: %s, and on PATH:%s
            Install what is missing (macOS: brew install mysql redis nginx), or use Docker: ./sugang up --docker\
          """
              .formatted(OLDEST_NGINX, reason, faults),
          Files.exists(log) ? log : null);
    }
  }

  /** Returns a folder whose {@code bin} has all programs, as the tests expect it. */
  public Path folderForTests() {
    if (fetched()) {
      return workspace.servers();
    }
    Path folder = workspace.state("servers-of-path");
    Path bin = Workspace.folder(folder.resolve("bin"));
    try {
      for (String name : NAMES) {
        Path program = Job.find(name);
        Files.deleteIfExists(bin.resolve(name));
        if (program != null) {
          Files.createSymbolicLink(bin.resolve(name), program);
        }
      }
    } catch (IOException denied) {
      throw new Failure("%s cannot be written: %s".formatted(bin, denied.getMessage()));
    }
    return folder;
  }

  /** Returns whether NGINX is here, fetched or on PATH. */
  public boolean nginxThere() {
    return fetched() || Job.onPath("nginx");
  }

  /** Returns why a program on PATH is not usable, or null if it is. */
  static @Nullable String fault(String name, @Nullable Path program) {
    if (program == null) {
      return name + " is not on PATH";
    }
    String said =
        Job.of(program.toString(), name.equals("nginx") ? "-v" : "--version").run().output();
    Matcher version = VERSION.matcher(said);
    if (!version.find() || said.contains("MariaDB")) {
      return "%s on PATH is another program (it prints: %s)"
          .formatted(name, said.substring(0, Math.min(80, said.length())).strip());
    }
    String oldest = OLDEST.getOrDefault(name, "0");
    return Version.atLeast(version.group(2), oldest)
        ? null
        : "%s on PATH has version %s, but %s or newer is needed"
            .formatted(name, version.group(2), oldest);
  }
}
