package io.sugang.tools.control;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;

/**
 * Does to the parts of the stack what a command asks for: {@code kill redis}, {@code start app-1}.
 *
 * <p>The parts belong to whoever started them, natively by pid or in Docker, and that is not this
 * process: it may run in a container itself. So each operation is one line on standard output that
 * begins with {@value #MARK}, and standard input answers it with one line, {@code ok [text]},
 * {@code unsupported reason} or {@code failed reason}.
 */
public final class Operator {
  static final String MARK = "@op ";

  private final PrintStream requests;
  private final BufferedReader replies;

  public Operator(PrintStream requests, BufferedReader replies) {
    this.requests = requests;
    this.replies = replies;
  }

  /**
   * Returns when it is done: what was started serves, what was stopped is gone.
   *
   * @return what the operation printed, on one line
   * @throws Unsupported when this way of running the stack has no means for it
   * @throws IOException when it failed
   */
  public synchronized String perform(String operation) throws IOException, Unsupported {
    requests.println(MARK + operation);
    requests.flush();
    String reply = replies.readLine();
    if (reply == null) {
      throw new IOException(
          "nobody performs operations: run this through ./sugang (" + operation + ")");
    }
    int blank = reply.indexOf(' ');
    String verdict = blank < 0 ? reply : reply.substring(0, blank);
    String text = blank < 0 ? "" : reply.substring(blank + 1);
    return switch (verdict) {
      case "ok" -> text;
      case "unsupported" -> throw new Unsupported(text);
      default -> throw new IOException(operation + ": " + text);
    };
  }

  /** The fault cannot be caused here; its scenario is left out, and said to be. */
  public static final class Unsupported extends Exception {
    private Unsupported(String reason) {
      super(reason);
    }
  }
}
