package io.sugang.tools.control;

import io.sugang.tools.workspace.Failure;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Performs operations on a running stack: on its servers here, on its parts by their own means. */
public final class StackOperations implements Operator {
  private final RunningStack stack;
  private final SeatReset reset;
  private final PartOperations parts;
  private @Nullable ServerSettings settings;

  /**
   * @param reset without progress on the terminal
   */
  public StackOperations(RunningStack stack, SeatReset reset, PartOperations parts) {
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

  /** Returns what MySQL answers the service's account. */
  private String connect() {
    try {
      return stack.sql(MysqlAccount.SERVICE, "SELECT 'let in'");
    } catch (Failure refused) {
      return refused.message();
    }
  }
}
