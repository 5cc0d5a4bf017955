package io.sugang.seats.gate;

import io.lettuce.core.RedisCommandExecutionException;
import io.sugang.platform.ids.SeatsId;
import java.util.concurrent.CompletionException;

/**
 * Failure of a write because Redis has reached its {@code maxmemory}. What the gate answers then is
 * from a state that it cannot change.
 */
public final class RedisFullException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  // Beginning of Redis' error for a command, and for a command in a script.
  private static final String OUT_OF_MEMORY = "OOM ";

  RedisFullException(SeatsId seatsId, Throwable cause) {
    super("Redis has no memory for course " + seatsId + ": " + cause.getMessage(), cause);
  }

  /** Returns whether a call failed for this reason. */
  static boolean isCauseOf(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return cause instanceof RedisCommandExecutionException refused
        && String.valueOf(refused.getMessage()).startsWith(OUT_OF_MEMORY);
  }
}
