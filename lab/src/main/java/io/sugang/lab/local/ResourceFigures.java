package io.sugang.lab.local;

import io.sugang.lab.control.ResourceReader;
import io.sugang.ops.build.Jdk;
import io.sugang.ops.control.MysqlAccount;
import io.sugang.ops.local.LocalProcesses;
import io.sugang.ops.local.LocalStack;
import io.sugang.ops.local.MysqlServer;
import io.sugang.ops.local.NginxServer;
import io.sugang.ops.local.RedisServer;
import io.sugang.ops.workspace.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the instances and servers of a local stack take. */
public final class ResourceFigures implements ResourceReader {
  // A cached student, and what a course has only while it has students, come and go with the load.
  private static final Pattern PASSING =
      Pattern.compile("student:.*|course:\\{[0-9]+}:(students|pending|ticket)");
  private static final Pattern USED = Pattern.compile("used ([0-9]+)K");
  private static final String ESTABLISHED = "01";

  private final LocalStack stack;
  private final LocalProcesses processes;

  public ResourceFigures(LocalStack stack) {
    this.stack = stack;
    this.processes = stack.context().processes();
  }

  @Override
  public Map<String, Double> read(List<String> instances) throws IOException {
    Map<String, Double> figures = new LinkedHashMap<>();
    String jcmd = Jdk.current().program("jcmd").toString();
    Set<Integer> ports = new HashSet<>();
    ports.add(stack.nginx().port());
    for (String name : instances) {
      long number = processes.pid(name).orElseThrow(() -> new IOException(name + " does not run"));
      String pid = Long.toString(number);
      output(Job.of(jcmd, pid, "GC.run"));
      figures.put(name + ".heap", (double) heapUsed(output(Job.of(jcmd, pid, "GC.heap_info"))));
      figures.put(name + ".rss", (double) processes.memoryMegabytes(name));
      figures.put(
          name + ".threads",
          Double.valueOf(output(Job.of("ps", "-o", "nlwp=", "-p", pid)).strip()));
      figures.put(name + ".files", (double) openFiles(pid));
      ports.add(stack.instances().port(name));
    }
    for (String name : List.of(RedisServer.NAME, MysqlServer.NAME, NginxServer.NAME)) {
      figures.put(name + ".rss", (double) processes.memoryMegabytes(name));
    }
    figures.put("redis.connections", Double.valueOf(redisClients()));
    List<String> keys = redis("--scan").lines().toList();
    figures.put(
        "redis.keys",
        (double) keys.stream().filter(key -> !PASSING.matcher(key).matches()).count());
    figures.put("redis.entries", (double) openEntries(keys));
    figures.put(
        "mysql.connections",
        Double.valueOf(
            stack
                .mysql()
                .sql(
                    MysqlAccount.ROOT,
                    "SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'sugang'",
                    "--skip-column-names",
                    "--batch")
                .orFailure()
                .strip()));
    var sockets = new ArrayList<String>();
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      if (Files.isReadable(Path.of(table))) {
        sockets.addAll(Files.readAllLines(Path.of(table)));
      }
    }
    figures.put("http.connections", (double) connectionsTo(ports, sockets));
    return figures;
  }

  private static String output(Job job) {
    return job.run().orFailure();
  }

  private String redis(String... command) {
    return stack.redis().command(command).orFailure();
  }

  private static long openFiles(String pid) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc", pid, "fd"))) {
      return files.count();
    }
  }

  private String redisClients() throws IOException {
    return redis("INFO", "clients")
        .lines()
        .filter(line -> line.startsWith("connected_clients:"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElseThrow(() -> new IOException("Redis does not report its clients"));
  }

  /** Returns the open entries of all courses at the gate. */
  private long openEntries(List<String> keys) throws IOException {
    List<String> questions =
        keys.stream()
            .filter(key -> key.startsWith("course:") && key.endsWith(":pending"))
            .map(key -> "HLEN \"" + key + "\"")
            .toList();
    if (questions.isEmpty()) {
      return 0;
    }
    return stack
        .redis()
        .lines(questions)
        .orFailure()
        .lines()
        .map(String::strip)
        .filter(line -> line.matches("[0-9]+"))
        .mapToLong(Long::parseLong)
        .sum();
  }

  /** Returns the used heap in MB, from the report of jcmd; metaspace is no part of it. */
  static long heapUsed(String report) {
    long kilobytes = 0;
    for (String line : report.lines().toList()) {
      Matcher used = USED.matcher(line);
      if (!line.contains("Metaspace") && !line.contains("class space") && used.find()) {
        kilobytes += Long.parseLong(used.group(1));
      }
    }
    return kilobytes / 1024;
  }

  /** Returns how many lines of /proc/net/tcp are established connections of these local ports. */
  static long connectionsTo(Set<Integer> ports, List<String> table) {
    long connections = 0;
    for (String line : table) {
      String[] words = line.strip().split("\\s+");
      if (words.length < 4 || !words[3].equals(ESTABLISHED)) {
        continue;
      }
      String port = words[1].substring(words[1].lastIndexOf(':') + 1);
      if (ports.contains(Integer.parseInt(port, 16))) {
        connections++;
      }
    }
    return connections;
  }
}
