package io.sugang.ops.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The folders of a clone. Everything that a command makes is below {@code .sugang}. */
public final class Workspace {
  private final Path root;
  private final Map<String, String> environment;

  public Workspace(Path root, Map<String, String> environment) {
    this.root = root.toAbsolutePath().normalize();
    this.environment = Map.copyOf(environment);
  }

  /** Returns the clone that the launcher names by {@code sugang.root}, or the working folder. */
  public static Workspace system() {
    return new Workspace(Path.of(System.getProperty("sugang.root", ".")), System.getenv());
  }

  public Path root() {
    return root;
  }

  public Path file(String name) {
    return root.resolve(name);
  }

  /** Returns the environment of the command. */
  public Map<String, String> environment() {
    return environment;
  }

  public Path state() {
    return root.resolve(".sugang");
  }

  public Path state(String name) {
    return state().resolve(name);
  }

  /** Returns the folder of the logs of commands; the servers' logs lie in the stack's folder. */
  public Path logs() {
    return state("log");
  }

  public Path log(String name) {
    return logs().resolve(name);
  }

  /** Returns the folder of MySQL, Redis and NGINX that were fetched. */
  public Path servers() {
    return state("dist");
  }

  public Path settingsFile() {
    return root.resolve(".env");
  }

  public Settings settings() {
    return new Settings(settingsFile(), environment);
  }

  /** Creates a folder and its parents. */
  public static Path folder(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException denied) {
      throw new UncheckedIOException(denied);
    }
  }

  /**
   * Throws a failure that names the way out if {@code .sugang} belongs to another user, because a
   * container engine created it.
   */
  public void requireWritable() {
    List<Path> folders =
        List.of(
            state(),
            state("acks"),
            state("app"),
            state("chaos"),
            state("load"),
            state("log"),
            state("local"),
            state("ngrinder"));
    for (Path folder : folders) {
      if (Files.exists(folder) && !Files.isWritable(folder)) {
        throw new Failure(
            "%s cannot be written: it belongs to %s. Give it back: sudo chown -R %s '%s'"
                .formatted(folder, owner(folder), UnixUser.idAndGroup(), state()));
      }
    }
    if (!Files.exists(state()) && !Files.isWritable(root)) {
      throw new Failure(root + " cannot be written, and settings and data belong there");
    }
  }

  private static String owner(Path folder) {
    try {
      return Files.getOwner(folder).getName();
    } catch (IOException unknown) {
      return "another user";
    }
  }
}
