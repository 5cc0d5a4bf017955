package io.sugang.ops.cli;

import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Interruption;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The end of a command by Ctrl-C or TERM: its thread is interrupted and undoes what it began; the
 * process then ends with 128 plus the number of the signal.
 */
public final class Signals {
  private static final int LONGEST_UNDO_MINUTES = 10;

  private final Thread thread = Thread.currentThread();
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile boolean interrupts = true;
  private volatile @Nullable Runnable undo;

  /** Registers what is called if the command ends before it is done. */
  public void undoWith(Runnable action) {
    undo = action;
  }

  public void done() {
    undo = null;
  }

  /**
   * Leaves signals to a command that handles them itself, as the rush does. The process still waits
   * for what there is to undo.
   */
  public void leaveToCommand() {
    interrupts = false;
  }

  /** Runs a command, and undoes what it began if it does not get to its end. */
  public int guard(Console console, Callable<Integer> command) throws Exception {
    Runtime.getRuntime().addShutdownHook(new Thread(this::interrupt, "end-of-command"));
    try {
      return command.call();
    } finally {
      boolean signal = Thread.interrupted();
      Runnable action = undo;
      if (action != null) {
        if (signal) {
          console.warn("interrupted");
        }
        undoNow(console, action);
      }
      over.countDown();
    }
  }

  private static void undoNow(Console console, Runnable action) {
    try {
      action.run();
    } catch (Interruption again) {
      console.warn("interrupted again while undoing");
    } catch (RuntimeException failed) {
      console.warn("undoing failed: " + failed.getMessage());
    }
  }

  private void interrupt() {
    if (interrupts) {
      thread.interrupt();
    } else if (undo == null) {
      return;
    }
    try {
      over.await(LONGEST_UNDO_MINUTES, TimeUnit.MINUTES);
    } catch (InterruptedException unusual) {
      Thread.currentThread().interrupt();
    }
  }
}
