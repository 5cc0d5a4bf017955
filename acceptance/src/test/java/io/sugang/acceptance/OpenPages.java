package io.sugang.acceptance;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Students' pages that are open and polled, each with a connection and a session of its own. They
 * ask as {@code web/src/student} does: what a page needs once, then free seats of the department in
 * sight, windows, notices and the time, each with its period and 30 % jitter.
 *
 * <p>The program needs no library: {@code java OpenPages.java URL FOLDER TOKENS PAGES SECONDS
 * [public]} prints the CPU time of the stack whose processes run in a folder, idle and with the
 * pages. With {@code public} the pages show the form of the sign-in and ask only for what all may
 * see.
 */
final class OpenPages {
  private static final double JITTER = 0.3;
  private static final int PROBES = 5;
  private static final int LONGEST_MILLIS = 60_000;
  private static final List<String> KINDS = List.of("nginx", "mysqld", "redis-server", "java");
  private static final Pattern AS_OF = Pattern.compile("\"asOf\":\"([^\"]+)\"");
  private static final Pattern DEPARTMENT = Pattern.compile("\"department\":\"([^\"]+)\"");
  private static final Pattern PAGE_FILE = Pattern.compile("(?:href|src)=\"(/page/[^\"]+)\"");

  private final URI target;
  private final List<String> departments;

  /** Returns the token of a page's student; empty where none signs in. */
  private final Function<Integer, String> tokens;

  // One for each page: on a common one, each of thousands of waits would pass all others.
  private final Map<Thread, CountDownLatch> pages = new LinkedHashMap<>();
  private final Map<String, LongAdder> answers = new ConcurrentSkipListMap<>();
  private final AtomicIntegerArray seatMillis = new AtomicIntegerArray(LONGEST_MILLIS);
  private final AtomicIntegerArray seatAges = new AtomicIntegerArray(LONGEST_MILLIS);
  private final CountDownLatch opened;
  private double driver;

  OpenPages(URI target, List<String> departments, int pages, Function<Integer, String> tokens) {
    this.target = target;
    this.departments = departments;
    this.tokens = tokens;
    this.opened = new CountDownLatch(pages);
  }

  /** Opens all pages evenly within a time, and waits until each has what it needs at first. */
  void open(Duration within) throws InterruptedException {
    int count = (int) opened.getCount();
    for (int page = 0; page < count; page++) {
      long delay = within.toNanos() * page / count;
      int number = page;
      var closing = new CountDownLatch(1);
      pages.put(Thread.ofVirtual().start(() -> run(number, delay, closing)), closing);
    }
    opened.await();
  }

  /** Lets the pages be open for a time. */
  void stay(Duration time) throws InterruptedException {
    if (new CountDownLatch(1).await(time.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new IllegalStateException("a latch of its own was released");
    }
  }

  /** Closes all pages. */
  void close() throws InterruptedException {
    pages.values().forEach(CountDownLatch::countDown);
    for (Thread page : pages.keySet()) {
      page.join();
    }
  }

  /** Forgets what was counted. */
  void forget() {
    answers.clear();
    for (int i = 0; i < LONGEST_MILLIS; i++) {
      seatMillis.set(i, 0);
      seatAges.set(i, 0);
    }
  }

  /** Returns how often each answer came: {@code /api/seats 200}. */
  Map<String, Long> answers() {
    return answers.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, one -> one.getValue().sum(), Long::sum, TreeMap::new));
  }

  /** Returns a percentile of the age that free seats had when they came, in milliseconds. */
  int seatAge(double percentile) {
    return percentile(seatAges, percentile);
  }

  /** Returns a percentile of the time until free seats came, in milliseconds. */
  int seatTime(double percentile) {
    return percentile(seatMillis, percentile);
  }

  private static int percentile(AtomicIntegerArray buckets, double percentile) {
    long all = 0;
    for (int i = 0; i < buckets.length(); i++) {
      all += buckets.get(i);
    }
    long below = 0;
    for (int i = 0; i < buckets.length(); i++) {
      below += buckets.get(i);
      if (below >= all * percentile / 100 && below > 0) {
        return i;
      }
    }
    return 0;
  }

  // ---- One page

  private void run(int number, long delayNanos, CountDownLatch closing) {
    try (Connection connection = new Connection(target, tokens.apply(number))) {
      if (closing.await(delayNanos, TimeUnit.NANOSECONDS)) {
        return;
      }
      String department =
          URLEncoder.encode(departments.get(number % departments.size()), StandardCharsets.UTF_8);
      load(connection, department);
      opened.countDown();
      List<Poll> polls = new ArrayList<>();
      polls.add(new Poll(Duration.ofSeconds(2), () -> seats(connection, department)));
      polls.add(new Poll(Duration.ofSeconds(60), () -> clock(connection)));
      if (connection.signedIn()) {
        polls.add(new Poll(Duration.ofSeconds(60), () -> get(connection, "/api/session")));
        // The answers to seats say when these change.
        polls.add(new Poll(Duration.ofMinutes(15), () -> get(connection, "/api/me/windows")));
        polls.add(new Poll(Duration.ofMinutes(15), () -> get(connection, "/api/me/notices")));
      }
      while (true) {
        Poll next = polls.getFirst();
        for (Poll poll : polls) {
          next = poll.due < next.due ? poll : next;
        }
        if (closing.await(next.due - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          return;
        }
        next.run();
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private void load(Connection connection, String department) {
    String page = body(connection, "/");
    for (Matcher file = PAGE_FILE.matcher(page); file.find(); ) {
      get(connection, file.group(1));
    }
    clock(connection);
    get(connection, "/api/session");
    if (!connection.signedIn()) {
      return;
    }
    for (String path :
        List.of(
            "/api/me/windows",
            "/api/me/notices",
            "/api/me",
            "/api/me/plan",
            "/api/me/basket",
            "/api/departments",
            "/api/courses?page=0&size=40&department=" + department)) {
      get(connection, path);
    }
  }

  private boolean seats(Connection connection, String department) {
    long sent = System.nanoTime();
    String body = body(connection, "/api/seats?department=" + department);
    Matcher time = AS_OF.matcher(body);
    if (time.find()) {
      count(seatMillis, (System.nanoTime() - sent) / 1_000_000);
      count(seatAges, Duration.between(Instant.parse(time.group(1)), Instant.now()).toMillis());
    }
    return true;
  }

  private static void count(AtomicIntegerArray buckets, long millis) {
    buckets.incrementAndGet(Math.clamp(millis, 0, LONGEST_MILLIS - 1));
  }

  private boolean clock(Connection connection) {
    for (int i = 0; i < PROBES; i++) {
      get(connection, "/clock");
    }
    return true;
  }

  private boolean get(Connection connection, String path) {
    body(connection, path);
    return true;
  }

  private String body(Connection connection, String path) {
    String kind = path.startsWith("/page/") ? "/page" : path.replaceFirst("\\?.*", "");
    String outcome;
    String body = "";
    try {
      Connection.Got got = connection.get(path);
      outcome = Integer.toString(got.status());
      body = got.body();
    } catch (IOException lost) {
      outcome = "no answer";
    }
    answers.computeIfAbsent(kind + " " + outcome, _ -> new LongAdder()).increment();
    return body;
  }

  /** A request again and again. */
  private static final class Poll {
    private final long period;
    private final BooleanSupplier request;
    private long due;

    Poll(Duration period, BooleanSupplier request) {
      this.period = period.toNanos();
      this.request = request;
      // Pages that were opened together are as far apart as those that are open for long.
      due = System.nanoTime() + ThreadLocalRandom.current().nextLong(this.period);
    }

    void run() {
      request.getAsBoolean();
      double jitter = JITTER * (2 * ThreadLocalRandom.current().nextDouble() - 1);
      due = System.nanoTime() + (long) (period * (1 + jitter));
    }
  }

  /** A kept connection of HTTP/1.1. */
  private static final class Connection implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 10_000;

    record Got(int status, String body) {}

    private final URI target;
    private final String token;
    private Socket socket = new Socket();
    private InputStream in = InputStream.nullInputStream();

    Connection(URI target, String token) {
      this.target = target;
      this.token = token;
    }

    boolean signedIn() {
      return !token.isEmpty();
    }

    Got get(String path) throws IOException {
      try {
        if (!socket.isConnected()) {
          socket.setTcpNoDelay(true);
          socket.setSoTimeout(TIMEOUT_MILLIS);
          socket.connect(new InetSocketAddress(target.getHost(), target.getPort()), TIMEOUT_MILLIS);
          in = new BufferedInputStream(socket.getInputStream(), 4_096);
        }
        String session = token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n";
        socket
            .getOutputStream()
            .write(
                ("GET "
                        + path
                        + " HTTP/1.1\r\nHost: "
                        + target.getAuthority()
                        + "\r\n"
                        + session
                        + "\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
        return read();
      } catch (IOException lost) {
        close();
        socket = new Socket();
        throw lost;
      }
    }

    private Got read() throws IOException {
      String[] first = line().split(" ", 3);
      int length = -1;
      for (String header = line(); !header.isEmpty(); header = line()) {
        if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
          length = Integer.parseInt(header.substring(15).strip());
        }
      }
      byte[] body = length >= 0 ? exactly(length) : chunks();
      return new Got(Integer.parseInt(first[1]), new String(body, StandardCharsets.UTF_8));
    }

    private byte[] chunks() throws IOException {
      var whole = new java.io.ByteArrayOutputStream();
      for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
        whole.write(exactly(size));
        line();
      }
      line();
      return whole.toByteArray();
    }

    private byte[] exactly(int length) throws IOException {
      byte[] bytes = in.readNBytes(length);
      if (bytes.length < length) {
        throw new EOFException();
      }
      return bytes;
    }

    private String line() throws IOException {
      var line = new StringBuilder();
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0) {
          throw new EOFException();
        }
        if (next != '\r') {
          line.append((char) next);
        }
      }
      return line.toString();
    }

    @Override
    public void close() {
      try {
        socket.close();
      } catch (IOException gone) {
        // Nothing more is asked over it.
      }
    }
  }

  // ---- The program

  static void main(String[] args) throws Exception {
    URI target = URI.create(args[0]);
    Path folder = Path.of(args[1]).toRealPath();
    List<String> tokens = Files.readAllLines(Path.of(args[2]));
    int count = Integer.parseInt(args[3]);
    Duration length = Duration.ofSeconds(Integer.parseInt(args[4]));
    List<String> departments = departments(target, tokens.getFirst());
    var pages =
        new OpenPages(
            target,
            departments,
            count,
            number -> args.length > 5 ? "" : tokens.get(number % tokens.size()));
    Map<String, Double> idle = pages.cpu(folder, length.dividedBy(2));
    long begun = System.nanoTime();
    Map<String, Duration> before = times(folder);
    pages.open(Duration.ofSeconds(count / 200));
    Map<String, Duration> after = times(folder);
    System.err.printf(
        "%,d pages open after %d s, which took %s of CPU time; %s%n",
        count,
        Duration.ofNanos(System.nanoTime() - begun).toSeconds(),
        difference(before, after),
        pages.answers());
    // What was opened late has its own first polls.
    pages.stay(Duration.ofSeconds(5));
    pages.forget();
    Map<String, Double> used = pages.cpu(folder, length);
    Map<String, Long> answers = pages.answers();
    pages.close();
    long requests = answers.values().stream().mapToLong(Long::longValue).sum();
    System.err.println(answers);
    System.err.println("driver: " + pages.driver + " % of a core");
    System.out.println(
        "pages,signed_in,departments,seconds,requests_per_second,seats_p50_ms,seats_p99_ms,seat_age_p99_ms,seat_age_max_ms,"
            + "instances_idle,instances,nginx_idle,nginx,mysql,redis");
    System.out.printf(
        Locale.ROOT,
        "%d,%s,%d,%d,%.0f,%d,%d,%d,%d,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f%n",
        count,
        args.length > 5 ? "no" : "yes",
        departments.size(),
        length.toSeconds(),
        (double) requests / length.toSeconds(),
        pages.seatTime(50),
        pages.seatTime(99),
        pages.seatAge(99),
        pages.seatAge(100),
        idle.getOrDefault("java", 0.0),
        used.getOrDefault("java", 0.0),
        idle.getOrDefault("nginx", 0.0),
        used.getOrDefault("nginx", 0.0),
        used.getOrDefault("mysqld", 0.0),
        used.getOrDefault("redis-server", 0.0));
  }

  private static List<String> departments(URI target, String token) throws IOException {
    var found = new TreeSet<String>();
    try (var connection = new Connection(target, token)) {
      for (int page = 0, before = -1; page < 100 && before < found.size() + page % 5; page++) {
        before = found.size();
        Matcher names =
            DEPARTMENT.matcher(connection.get("/api/courses?size=100&page=" + page).body());
        while (names.find()) {
          found.add(names.group(1));
        }
      }
    }
    return List.copyOf(found);
  }

  /** Returns percents of a core that each kind of process used within a time. */
  private Map<String, Double> cpu(Path folder, Duration within) throws InterruptedException {
    Map<String, Duration> before = times(folder);
    Duration own = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    long begun = System.nanoTime();
    stay(within);
    Map<String, Duration> used = difference(before, times(folder));
    double took = System.nanoTime() - begun;
    driver =
        100
            * ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElse(Duration.ZERO)
                .minus(own)
                .toNanos()
            / took;
    return used.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, one -> 100 * one.getValue().toNanos() / took));
  }

  private static Map<String, Duration> difference(
      Map<String, Duration> before, Map<String, Duration> after) {
    return after.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                one -> one.getValue().minus(before.getOrDefault(one.getKey(), Duration.ZERO)),
                Duration::plus,
                TreeMap::new));
  }

  private static Map<String, Duration> times(Path folder) {
    Map<String, Duration> times = new TreeMap<>();
    ProcessHandle.allProcesses()
        .filter(process -> process.pid() != ProcessHandle.current().pid())
        .forEach(process -> {
          String words = words(process.pid());
          if (words.contains(folder + "/")) {
            String kind = KINDS.stream().filter(words::contains).findFirst().orElse("other");
            times.merge(
                kind, process.info().totalCpuDuration().orElse(Duration.ZERO), Duration::plus);
          }
        });
    return times;
  }

  private static String words(long pid) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/cmdline"), StandardCharsets.ISO_8859_1);
    } catch (IOException ended) {
      return "";
    }
  }
}
