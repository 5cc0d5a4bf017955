package io.sugang.server.tomcat;

import java.util.function.BooleanSupplier;

/**
 * Whether a thread handles a connection in place, without handing it over to an HTTP thread. Such a
 * thread has other work, so it reads nothing more of the connection.
 */
public final class InPlace {
  private static final ThreadLocal<InPlace> HERE = ThreadLocal.withInitial(InPlace::new);

  private boolean handling;
  private boolean completing;

  private InPlace() {}

  /** Completes an answered request, in this thread if requests are handled in place. */
  public static void complete(Runnable completion) {
    InPlace here = HERE.get();
    here.completing = true;
    try {
      completion.run();
    } finally {
      here.completing = false;
    }
  }

  static boolean isCompleting() {
    return HERE.get().completing;
  }

  /** Returns whether this thread handles a connection in place. */
  public static boolean isHandling() {
    return HERE.get().handling;
  }

  static boolean handle(BooleanSupplier connection) {
    InPlace here = HERE.get();
    boolean before = here.handling;
    here.handling = true;
    try {
      return connection.getAsBoolean();
    } finally {
      here.handling = before;
    }
  }
}
