package io.sugang.ops.workspace;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** An error that ends a command with one line on the terminal, and perhaps the end of a log. */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient @Nullable Path log;
  private final int status;

  public Failure(String message) {
    this(message, null);
  }

  /**
   * @param log printed in part after the message
   */
  public Failure(String message, @Nullable Path log) {
    this(message, log, 0);
  }

  private Failure(String message, @Nullable Path log, int status) {
    super(message);
    this.log = log;
    this.status = status;
  }

  /** Creates a failure with an exit status of its own instead of the command's. */
  public static Failure withStatus(int status, String message) {
    return new Failure(message, null, status);
  }

  /** Returns the message, which is never null. */
  public String message() {
    return String.valueOf(getMessage());
  }

  public @Nullable Path log() {
    return log;
  }

  /** Returns the exit status, or 0 for the one of the command. */
  public int status() {
    return status;
  }
}
