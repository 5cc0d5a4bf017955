package io.sugang.ops.local;

import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Interruption;
import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.Workspace;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The background processes of a stack. Each has a record, a file NAME.pid with its pid and start
 * time, and a log; a record whose start time differs names another process and counts as none.
 */
public final class LocalProcesses {
  private static final File NOTHING = new File("/dev/null");
  private static final String CACHE_LOADER = "nginx: cache loader process";

  private final Path records;
  private final Path logs;
  private final Console console;
  private final Set<String> hidden;

  public LocalProcesses(Path records, Path logs, Console console) {
    this(records, logs, console, Set.of());
  }

  /**
   * @param hidden variables of this process's environment that no process inherits
   */
  public LocalProcesses(Path records, Path logs, Console console, Set<String> hidden) {
    this.records = records;
    this.logs = logs;
    this.console = console;
    this.hidden = Set.copyOf(hidden);
  }

  public Path log(String name) {
    return logs.resolve(name + ".log");
  }

  public void start(String name, List<String> command, Map<String, String> environment) {
    start(name, command, environment, null);
  }

  /**
   * Starts a process in a session of its own, so that Ctrl-C in the terminal does not reach it, and
   * records it. Its output goes to the log; the previous log is kept.
   *
   * @param input what it reads from standard input
   */
  public void start(
      String name, List<String> command, Map<String, String> environment, @Nullable String input) {
    Interruption.check();
    Workspace.folder(records);
    Workspace.folder(logs);
    Path log = log(name);
    try {
      if (Files.exists(log)) {
        Files.move(log, logs.resolve(name + ".previous.log"), StandardCopyOption.REPLACE_EXISTING);
      }
      var builder = new ProcessBuilder(inOwnSession(command));
      builder.environment().keySet().removeAll(hidden);
      builder.environment().putAll(environment);
      builder.redirectErrorStream(true).redirectOutput(log.toFile());
      if (input == null) {
        builder.redirectInput(NOTHING);
      }
      Process process = builder.start();
      Files.writeString(
          record(name), process.pid() + " " + ProcessBirth.of(process.pid()).orElse(0) + "\n");
      if (input != null) {
        try (var stream = process.getOutputStream()) {
          stream.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException ended) {
          // Its log says why.
        }
      }
    } catch (IOException denied) {
      throw new Failure("%s cannot be started: %s".formatted(name, denied.getMessage()));
    }
  }

  private static List<String> inOwnSession(List<String> command) {
    var whole = new ArrayList<String>();
    if (Job.onPath("setsid")) {
      whole.add("setsid");
    } else if (Job.onPath("perl")) {
      whole.addAll(List.of("perl", "-MPOSIX", "-e", "setsid; exec {$ARGV[0]} @ARGV"));
    }
    whole.addAll(command);
    return whole;
  }

  private Path record(String name) {
    return records.resolve(name + ".pid");
  }

  /** Returns the pid of the recorded process if it still runs. */
  public OptionalLong pid(String name) {
    try {
      String[] words = Files.readString(record(name)).strip().split(" ");
      long pid = Long.parseLong(words[0]);
      OptionalLong birth = ProcessBirth.of(pid);
      boolean same =
          words.length == 2 && birth.isPresent() && birth.getAsLong() == Long.parseLong(words[1]);
      return same ? OptionalLong.of(pid) : OptionalLong.empty();
    } catch (IOException | NumberFormatException none) {
      return OptionalLong.empty();
    }
  }

  public boolean alive(String name) {
    return pid(name).isPresent();
  }

  /** Returns whether there is a record, even one of a process that ended. */
  public boolean recorded(String name) {
    return Files.exists(record(name));
  }

  public void forget(String name) {
    try {
      Files.deleteIfExists(record(name));
    } catch (IOException denied) {
      throw new Failure("%s cannot be deleted: %s".formatted(record(name), denied.getMessage()));
    }
  }

  /** Sends a signal to a process, if it runs. */
  public void signal(String name, Signal signal) {
    OptionalLong pid = pid(name);
    if (pid.isPresent()) {
      signal.send(List.of(pid.getAsLong()));
    }
  }

  /** Kills a process and, with {@code children}, its children; returns when they are gone. */
  public void kill(String name, boolean children) {
    List<Long> pids = pids(name, children);
    Signal.KILL.send(pids);
    awaitGone(pids);
    forget(name);
  }

  /** Waits until a process has ended; kills it when the time is over. */
  public void awaitEnd(String name, Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    OptionalLong pid;
    while ((pid = pid(name)).isPresent()) {
      if (System.nanoTime() >= end) {
        console.warn(
            "%s (pid %d) did not end within %d s; killing it"
                .formatted(name, pid.getAsLong(), limit.toSeconds()));
        Signal.KILL.send(List.of(pid.getAsLong()));
        end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
      }
      Interruption.sleep(Duration.ofMillis(100));
    }
    forget(name);
  }

  /** Waits until none of the processes runs. */
  public static void awaitGone(List<Long> pids) {
    for (long pid : pids) {
      while (ProcessBirth.of(pid).isPresent()) {
        Interruption.sleep(Duration.ofMillis(20));
      }
    }
  }

  public static List<Long> children(long pid) {
    return ProcessHandle.of(pid)
        .map(process -> process.children().map(ProcessHandle::pid).toList())
        .orElse(List.of());
  }

  /** Returns the process and, with {@code children}, its children: NGINX has workers. */
  public List<Long> pids(String name, boolean children) {
    OptionalLong pid = pid(name);
    if (pid.isEmpty()) {
      return List.of();
    }
    var all = new ArrayList<Long>();
    all.add(pid.getAsLong());
    if (children) {
      all.addAll(children(pid.getAsLong()));
    }
    return all;
  }

  /**
   * Returns the process and those of its children that last as long as it does, so that they can be
   * read again. NGINX's cache loader ends a minute after the start.
   */
  public List<Long> lastingPids(String name) {
    return pids(name, true).stream().filter(pid -> !title(pid).contains(CACHE_LOADER)).toList();
  }

  /**
   * Returns the command line with the title that a process has given itself, or nothing if it has
   * ended.
   */
  private static String title(long pid) {
    try {
      return Files.readString(Path.of("/proc/%d/cmdline".formatted(pid)), StandardCharsets.UTF_8);
    } catch (IOException ended) {
      return "";
    }
  }

  /** Returns the resident memory of a process and its children in MB, or 0. */
  public long memoryMegabytes(String name) {
    List<Long> pids = pids(name, true);
    if (pids.isEmpty()) {
      return 0;
    }
    var list = String.join(",", pids.stream().map(String::valueOf).toList());
    long kilobytes =
        Job.of("ps", "-o", "rss=", "-p", list)
            .runQuietly()
            .output()
            .lines()
            .map(String::strip)
            .filter(line -> line.matches("[0-9]+"))
            .mapToLong(Long::parseLong)
            .sum();
    return kilobytes / 1024;
  }

  /** Returns the names of all records, instances in the order of their numbers. */
  public List<String> recorded() {
    if (!Files.isDirectory(records)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(records)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".pid"))
          .map(name -> name.substring(0, name.length() - ".pid".length()))
          .sorted(Comparator.comparingInt(LocalProcesses::number).thenComparing(name -> name))
          .toList();
    } catch (IOException unreadable) {
      throw new Failure("%s cannot be read: %s".formatted(records, unreadable.getMessage()));
    }
  }

  private static int number(String name) {
    String digits = name.replaceAll(".*-", "");
    return digits.matches("[0-9]{1,6}") ? Integer.parseInt(digits) : 0;
  }

  /** Returns whether any recorded process runs. */
  public boolean anyAlive() {
    return recorded().stream().anyMatch(this::alive);
  }

  /** Marks a part whose settings a fault changed: it is started anew when the scenario is over. */
  public void markChanged(String name) {
    Workspace.folder(records);
    try {
      Files.writeString(records.resolve(name + ".changed"), "");
    } catch (IOException denied) {
      throw new Failure("%s cannot be marked: %s".formatted(name, denied.getMessage()));
    }
  }

  public boolean changed(String name) {
    return Files.exists(records.resolve(name + ".changed"));
  }

  public void forgetChange(String name) {
    try {
      Files.deleteIfExists(records.resolve(name + ".changed"));
    } catch (IOException denied) {
      throw new Failure(
          "the mark of %s cannot be deleted: %s".formatted(name, denied.getMessage()));
    }
  }
}
