package io.sugang.ops.local;

import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Job;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ports of a stack on the loopback. The state remembers them, so that a restart keeps its
 * addresses.
 */
public final class Ports {
  private static final int MOST = 65_535;
  private static final Pattern VALID = Pattern.compile("[0-9]{1,5}");

  // In the words of MySQL, Redis, NGINX and Tomcat.
  private static final Pattern LOST =
      Pattern.compile(
          "address (is )?already in use|port [0-9]+ was already in use|another mysqld server running on port",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern SS = Pattern.compile("\"([^\"]+)\",pid=([0-9]+)");
  private static final Pattern LSOF = Pattern.compile("p([0-9]+)\\s+c(\\S+)");

  /** A port of a part: its key in the state, and the first one that is tried. */
  public record Wanted(String key, int first) {}

  private final StackState state;
  private final LocalProcesses processes;
  private final PortReservations reservations;
  private final Console console;
  private final int step;
  private int changes;

  /**
   * @param step added to the first port that is tried: a second stack of the same clone keeps off
   *     the ports of {@code up}
   */
  public Ports(
      StackState state,
      LocalProcesses processes,
      PortReservations reservations,
      Console console,
      int step) {
    this.state = state;
    this.processes = processes;
    this.reservations = reservations;
    this.console = console;
    this.step = step;
  }

  /** Returns whether a text is a port. */
  public static boolean valid(String text) {
    return VALID.matcher(text).matches()
        && Integer.parseInt(text) >= 1
        && Integer.parseInt(text) <= MOST;
  }

  /** Returns whether a process listens there. */
  public static boolean taken(int port) {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), 2000);
      return true;
    } catch (IOException free) {
      return false;
    }
  }

  /** Returns the process that listens there, or "another process". */
  public static String owner(int port) {
    if (Job.onPath("ss")) {
      Matcher found = SS.matcher(Job.of("ss", "-Hltnp", "sport = :" + port).runQuietly().output());
      if (found.find()) {
        return "%s (pid %s)".formatted(found.group(1), found.group(2));
      }
    }
    if (Job.onPath("lsof")) {
      Matcher found =
          LSOF.matcher(
              Job.of("lsof", "-nP", "-iTCP:" + port, "-sTCP:LISTEN", "-Fpc").runQuietly().output());
      if (found.find()) {
        return "%s (pid %s)".formatted(found.group(2), found.group(1));
      }
    }
    return "another process";
  }

  /** Throws a failure if a port that the user chose is taken: no other port replaces it. */
  public static void requireFree(int port) {
    if (taken(port)) {
      throw new Failure(
          "port %d is in use by %s; choose another one with --port, or stop it"
              .formatted(port, owner(port)));
    }
  }

  /** Returns the first port that is free, not excluded, and now reserved for this command. */
  public int free(int first, List<Integer> excluded) {
    for (int port = first; port <= MOST; port++) {
      if (!excluded.contains(port) && reserve(port)) {
        return port;
      }
    }
    throw new Failure("no port from %d on is free".formatted(first));
  }

  boolean reserve(int port) {
    return !taken(port) && reservations.reserve(port);
  }

  /** Returns the port of a part. */
  public int of(String key) {
    return state.port(key);
  }

  /**
   * Chooses the port of a part: the last one if it is free or the part's process holds it,
   * otherwise the first free one.
   */
  public void assign(String key, int first, String process) {
    if (processes.alive(process)) {
      return;
    }
    int last = state.port(key);
    if (last != 0 && reserve(last)) {
      return;
    }
    replace(key, first);
  }

  // Ports promised to parts of this stack count as taken although no process listens yet. So does
  // the last port of this part: an outgoing connection that holds it is not seen by a look.
  private void replace(String key, int first) {
    state.keep("PORT_" + key, Integer.toString(free(first + step, state.ports())));
  }

  /** Sets how many times a lost port may be replaced; 0 where other parts know the port already. */
  public void allowChanges(int count) {
    changes = count;
  }

  /**
   * Chooses new ports for a part that ended while starting because its port was taken meanwhile.
   *
   * @return false if it ended for another reason, or its ports may not change
   */
  public boolean renew(String name, Path log, Wanted... wanted) {
    if (changes == 0 || !lost(log)) {
      return false;
    }
    changes--;
    console.say("  a port of " + name + " was taken before it opened: choosing another one");
    for (Wanted each : wanted) {
      replace(each.key(), each.first());
    }
    return true;
  }

  static boolean lost(Path log) {
    try {
      String text = new String(Files.readAllBytes(log), StandardCharsets.ISO_8859_1);
      return LOST.matcher(text).find();
    } catch (IOException missing) {
      return false;
    }
  }
}
