package io.sugang.lab.control;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;

/**
 * An operator for a command that runs in a container, apart from the parts. Each operation is one
 * line on standard output: {@value #MARK}, and the text of {@link OperationLine}. Standard input
 * answers it with one line, {@code ok [text]}, {@code unsupported reason} or {@code failed reason}.
 * {@link PipedOperations} is the other side.
 */
public final class PipedOperator implements Operator {
  static final String MARK = "@op ";

  private final PrintStream requests;
  private final BufferedReader replies;

  public PipedOperator(PrintStream requests, BufferedReader replies) {
    this.requests = requests;
    this.replies = replies;
  }

  @Override
  public synchronized String perform(Operation operation) throws IOException, Unsupported {
    requests.println(MARK + OperationLine.write(operation));
    requests.flush();
    String reply = replies.readLine();
    if (reply == null) {
      throw new IOException(
          "no program performs operations: run this through ./sugang (" + operation.words() + ")");
    }
    int blank = reply.indexOf(' ');
    String verdict = blank < 0 ? reply : reply.substring(0, blank);
    String text = blank < 0 ? "" : reply.substring(blank + 1);
    return switch (verdict) {
      case "ok" -> text;
      case "unsupported" -> throw new Unsupported(text);
      default -> throw new IOException(operation.words() + ": " + text);
    };
  }
}
