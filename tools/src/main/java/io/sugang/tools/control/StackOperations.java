package io.sugang.tools.control;

import io.sugang.tools.workspace.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Performs operations on a running stack: on its servers here, on its parts by their own means. */
public final class StackOperations implements Operator {
  private final RunningStack stack;
  private final SeatReset reset;
  private final PartOperations parts;
  private final Predicate<Path> importer;
  private @Nullable ServerSettings settings;

  /**
   * @param reset without progress on the terminal
   * @param importer imports the files of a folder; false when a line is bad
   */
  public StackOperations(
      RunningStack stack, SeatReset reset, PartOperations parts, Predicate<Path> importer) {
    this.importer = importer;
    this.stack = stack;
    this.reset = reset;
    this.parts = parts;
  }

  /** Reads the settings that {@code heal} sets back. */
  public void remember() {
    settings = ServerSettings.of(stack, reset);
  }

  @Override
  public synchronized String perform(String operation) throws IOException, Unsupported {
    try {
      return PipedOperations.oneLine(performed(operation));
    } catch (Failure | IOException failed) {
      throw Operator.failed(operation, failed);
    }
  }

  private String performed(String operation) throws IOException, Unsupported {
    List<String> words = Arrays.asList(operation.strip().split("\\s+"));
    List<String> arguments = words.subList(1, words.size());
    return switch (words.getFirst()) {
      case "reset" -> {
        reset.freeAll();
        yield "";
      }
      case "redis" -> stack.redis(arguments.toArray(String[]::new));
      case "mysql" -> stack.sql(MysqlAccount.ROOT, operation.strip().substring("mysql ".length()));
      case "evict" ->
          Integer.toString(
              new ServiceEviction(parts).evict(Integer.parseInt(arguments.getFirst())));
      case "import" -> importCourses(Base64.getDecoder().decode(arguments.getFirst()));
      case "connect" -> connect();
      case "heal" -> {
        parts.heal(this::healSettings);
        yield "";
      }
      default -> parts.perform(words.getFirst(), arguments);
    };
  }

  private void healSettings() {
    if (settings != null) {
      settings.heal();
    }
  }

  /** Imports a {@code courses.csv}; it is no file of this machine when a container asks. */
  private String importCourses(byte[] content) throws IOException {
    Path folder = Files.createTempDirectory("import");
    Path file = folder.resolve("courses.csv");
    try {
      Files.write(file, content);
      if (!importer.test(folder)) {
        throw new IOException("a line is bad");
      }
      return "";
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }

  /** Returns what MySQL answers the service's account. */
  private String connect() {
    try {
      return stack.sql(MysqlAccount.SERVICE, "SELECT 'let in'");
    } catch (Failure refused) {
      return refused.message();
    }
  }
}
