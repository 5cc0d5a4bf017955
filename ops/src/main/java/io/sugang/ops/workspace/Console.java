package io.sugang.ops.workspace;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The terminal of a command: plain lines everywhere, colours and a moving clock only on a terminal.
 */
public final class Console {
  private static final int LINES = 20;
  private static final int ERRORS = 15;
  private static final int WIDTH = 300;
  private static final Pattern STACK_FRAME = Pattern.compile("\\s+(at |\\.\\.\\. \\d+ ).*");

  private final PrintStream out;
  private final PrintStream err;
  private final boolean live;
  private final boolean silent;

  Console(PrintStream out, PrintStream err, boolean live, boolean silent) {
    this.out = out;
    this.err = err;
    this.live = live;
    this.silent = silent;
  }

  /** Returns the console of this process; {@code sugang.stdout.terminal} is set by the launcher. */
  public static Console system(Map<String, String> environment) {
    boolean live =
        Boolean.getBoolean("sugang.stdout.terminal")
            && environment.getOrDefault("NO_COLOR", "").isEmpty()
            && !environment.getOrDefault("TERM", "dumb").equals("dumb");
    return new Console(System.out, System.err, live, false);
  }

  /** Returns a console without colours, for tests and for output that is read by a program. */
  public static Console plain(PrintStream out, PrintStream err) {
    return new Console(out, err, false, false);
  }

  /** Returns whether standard input is a terminal, so that a question can be asked. */
  public static boolean canAsk() {
    return Boolean.getBoolean("sugang.stdin.terminal");
  }

  /** Returns this console without its progress; warnings and errors stay. */
  public Console silent() {
    return new Console(out, err, false, true);
  }

  /** Returns this console with progress on standard error, for commands whose output is read. */
  public Console onStandardError() {
    return new Console(err, err, false, silent);
  }

  public boolean live() {
    return live;
  }

  public PrintStream out() {
    return out;
  }

  public void say(String text) {
    if (!silent) {
      clearClock();
      out.println(text);
    }
  }

  public void section(String text) {
    say(live ? "\u001b[1m" + text + "\u001b[0m" : text);
  }

  /** Prints one aligned line about a part of the stack. */
  public void part(String name, String text) {
    say("  %-10s %s".formatted(name, text));
  }

  public void warn(String text) {
    clearClock();
    err.println(live ? "\u001b[33msugang: " + text + "\u001b[0m" : "sugang: " + text);
  }

  /** Rewrites the current line on a terminal; prints nothing otherwise. */
  public void clock(String text) {
    if (live && !silent) {
      out.print("\r\u001b[K  \u001b[2m" + text + "\u001b[0m");
      out.flush();
    }
  }

  public void clearClock() {
    if (live && !silent) {
      out.print("\r\u001b[K");
      out.flush();
    }
  }

  /** Prints an error, and what matters of its log. */
  public void fail(String message, @Nullable Path log) {
    clearClock();
    err.println(live ? "\u001b[31msugang: " + message + "\u001b[0m" : "sugang: " + message);
    if (log == null) {
      return;
    }
    List<String> lines = lines(log);
    if (lines.isEmpty()) {
      err.println("(the log " + log + " is empty)");
      return;
    }
    // Maven names the cause first and advice after it; every other program ends with its cause.
    List<String> errors = lines.stream().filter(line -> line.startsWith("[ERROR] ")).toList();
    List<String> excerpt;
    if (errors.isEmpty()) {
      err.println("--- last lines of " + log);
      // Stack frames would push the messages out.
      List<String> messages =
          lines.stream().filter(line -> !STACK_FRAME.matcher(line).matches()).toList();
      excerpt = messages.subList(Math.max(0, messages.size() - LINES), messages.size());
    } else {
      err.println("--- first errors in " + log);
      excerpt = errors.subList(0, Math.min(errors.size(), ERRORS));
    }
    excerpt.forEach(line -> err.println(line.substring(0, Math.min(line.length(), WIDTH))));
    err.println("--- whole log: " + log);
  }

  private static List<String> lines(Path log) {
    try {
      return new String(Files.readAllBytes(log), java.nio.charset.StandardCharsets.UTF_8)
          .lines()
          .toList();
    } catch (IOException missing) {
      return List.of();
    }
  }

  /** Returns "1 instance", "3 instances". */
  public static String instances(int count) {
    return count == 1 ? "1 instance" : count + " instances";
  }
}
