package io.sugang.lab.control;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;

/** The other side of a {@link PipedOperator}: performs what it asks for and shows the rest. */
public final class PipedOperations {
  private static final int LINES = 20;

  private final Operator operator;
  private final PrintStream out;

  public PipedOperations(Operator operator, PrintStream out) {
    this.operator = operator;
    this.out = out;
  }

  /** Serves the lines of a command until they end. */
  public void serve(BufferedReader lines, PrintStream replies) throws IOException {
    String line;
    while ((line = lines.readLine()) != null) {
      if (line.startsWith(PipedOperator.MARK)) {
        replies.println(reply(line.substring(PipedOperator.MARK.length())));
        replies.flush();
      } else {
        out.println(line);
      }
    }
  }

  private String reply(String operation) {
    try {
      return "ok " + oneLine(operator.perform(OperationLine.read(operation)));
    } catch (Operator.Unsupported unsupported) {
      return "unsupported " + oneLine(String.valueOf(unsupported.getMessage()));
    } catch (IOException | RuntimeException failed) {
      return "failed " + oneLine(String.valueOf(failed.getMessage()));
    }
  }

  /** Returns the last lines of a text as one. */
  public static String oneLine(String text) {
    var lines = text.strip().lines().toList();
    return String.join(" ", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
  }
}
