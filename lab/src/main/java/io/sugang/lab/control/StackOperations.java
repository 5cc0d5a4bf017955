package io.sugang.lab.control;

import io.sugang.lab.control.Operation.ConnectAsService;
import io.sugang.lab.control.Operation.EvictService;
import io.sugang.lab.control.Operation.Heal;
import io.sugang.lab.control.Operation.ImportCourses;
import io.sugang.lab.control.Operation.Redis;
import io.sugang.lab.control.Operation.ResetSeats;
import io.sugang.lab.control.Operation.Sql;
import io.sugang.ops.control.MysqlAccount;
import io.sugang.ops.control.RunningStack;
import io.sugang.ops.control.SeatReset;
import io.sugang.ops.workspace.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  public synchronized String perform(Operation operation) throws IOException, Unsupported {
    try {
      return PipedOperations.oneLine(
          switch (operation) {
            case Operation.OnServers onServers -> performed(onServers);
            case Operation.OnParts onParts -> parts.perform(onParts);
          });
    } catch (Failure | IOException failed) {
      throw Operator.failed(operation.words(), failed);
    }
  }

  private String performed(Operation.OnServers operation) throws IOException {
    return switch (operation) {
      case ResetSeats _ -> {
        reset.freeAll();
        yield "";
      }
      case Redis redis -> stack.redis(redis.command().toArray(String[]::new));
      case Sql sql -> stack.sql(MysqlAccount.ROOT, sql.sql());
      case EvictService evict ->
          Integer.toString(new ServiceEviction(parts).evict(evict.connections()));
      case ConnectAsService _ -> connect();
      case ImportCourses courses -> importCourses(courses.csv());
      case Heal _ -> {
        parts.heal(this::healSettings);
        yield "";
      }
    };
  }

  private void healSettings() {
    if (settings != null) {
      settings.heal();
    }
  }

  /** Imports a {@code courses.csv}; it is no file of this machine when a container asks. */
  private String importCourses(String csv) throws IOException {
    Path folder = Files.createTempDirectory("import");
    Path file = folder.resolve("courses.csv");
    try {
      Files.writeString(file, csv);
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
