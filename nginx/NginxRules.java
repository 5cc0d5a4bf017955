import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The rules of {@code nginx.conf}, each proven on a real NGINX with fresh instances of its own. Run
 * by {@code nginx/test}.
 *
 * <p>Needs nothing but a JDK. Client and instances speak HTTP over plain sockets, as most rules are
 * about what libraries hide: connections that are refused, break or stay silent, and requests that
 * are not well-formed.
 */
final class NginxRules {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** {@code proxy_read_timeout}, less what clocks may differ. */
  private static final Duration READ_LIMIT = Duration.ofMillis(14_800);

  private static final int CLIENTS = 4000;

  private final Path nginx;
  private final Path shipped;

  private NginxRules(Path nginx, Path shipped) {
    this.nginx = nginx;
    this.shipped = shipped;
  }

  public static void main(String[] arguments) throws Exception {
    var rules = new NginxRules(Path.of(arguments[0]), Path.of(arguments[1]));
    int failed = 0;
    Map<String, Rule> all = rules.all();
    for (var rule : all.entrySet()) {
      try (var stage = new Stage(rules.nginx, rules.shipped)) {
        long begun = System.nanoTime();
        try {
          rule.getValue().check(stage);
          System.out.printf(
              "  passed  %s (%d ms)%n", rule.getKey(), (System.nanoTime() - begun) / 1_000_000);
        } catch (Exception | AssertionError wrong) {
          failed++;
          System.out.printf("  FAILED  %s%n          %s%n", rule.getKey(), wrong);
          System.out.println(stage.log().indent(10).stripTrailing());
        }
      }
    }
    System.out.printf("%d passed, %d failed%n", all.size() - failed, failed);
    System.exit(failed == 0 ? 0 : 1);
  }

  private interface Rule {
    void check(Stage stage) throws Exception;
  }

  private Map<String, Rule> all() {
    var rules = new LinkedHashMap<String, Rule>();
    rules.put("requests go round the instances", this::requestsGoRound);
    rules.put(
        "a slow instance has 400 requests under way at most while others are free", this::slowInstance);
    rules.put("connections to instances are kept", this::connectionsAreKept);
    rules.put(
        "an idle connection is given up before an instance that stops closes it", this::idleConnections);
    rules.put("a client keeps its connection", this::clientKeepsItsConnection);
    rules.put(
        "headers tell the instance who asks, whatever the client claims", this::headersTellWhoAsks);
    rules.put("a client without Host (HTTP/1.0) is served", this::hostIsMadeUp);
    rules.put("a POST arrives whole, also when sent in chunks", this::bodyArrivesWhole);
    rules.put("a GET is tried elsewhere when its instance dies", this::getIsTriedElsewhere);
    rules.put("a POST is not repeated when its instance dies", this::postIsNotRepeated);
    rules.put(
        "a POST goes to another instance when the connection is refused",
        this::refusedPostGoesElsewhere);
    rules.put(
        "an instance that fails is left out, and taken back when it answers",
        this::failedInstanceIsLeftOut);
    rules.put("when all are left out, all are asked", this::allLeftOut);
    rules.put("no instance at all is a 502 with Retry-After", this::noInstance);
    rules.put(
        "a silent instance: GET tried elsewhere, POST is a 504 and not repeated",
        this::silentInstance);
    rules.put(
        "an answer of the service passes unchanged, errors too, and is not asked for again",
        this::answersPass);
    rules.put("a large answer passes whole", this::largeAnswerPasses);
    rules.put("only the API is served", this::onlyTheApiIsServed);
    rules.put("the description of the API is served", this::descriptionIsServed);
    rules.put("every answer has the headers for browsers, once", this::securityHeaders);
    rules.put("no answer tells a version", this::noVersions);
    rules.put("a client that is slow to send is cut off after 10 s", this::slowClients);
    rules.put("a client that does not take its answer is cut off", this::clientThatDoesNotRead);
    rules.put("a body over 16 KB is a 413, one of 16 KB passes", this::bodyLimit);
    rules.put(
        "one address may send so many requests a second, and gets a 429 for more", this::rateLimit);
    rules.put("one address may have so many requests under way", this::requestsUnderWayOfAnAddress);
    rules.put(
        "a worker may have 4,096 requests under way, and a 503 at once for more",
        this::requestsUnderWayOfWorkers);
    rules.put(
        "a worker that is killed takes nothing of that with it", this::killedWorker);
    rules.put("a request that is not HTTP gets a problem too", this::malformedRequests);
    rules.put("a path cannot break out of the problem's JSON", this::pathIsSafeInJson);
    rules.put("NGINX answers for itself at / and /healthz", this::ownAnswers);
    rules.put("NGINX tells the time by itself, anew each time", this::clock);
    rules.put("instances change without a request lost", this::instancesChange);
    rules.put("instances are followed by name", this::namesAreFollowed);
    rules.put("NGINX finishes what runs when told to stop", this::stopsGracefully);
    rules.put(CLIENTS + " clients at once", this::manyClients);
    return rules;
  }

  // ---- Where requests go

  private void requestsGoRound(Stage stage) throws Exception {
    for (int i = 0; i < 30; i++) {
      stage.get("/api/courses").mustBe(200);
    }
    for (Instance instance : stage.instances) {
      mustEqual("requests at an instance", 10, instance.requests.size());
    }
  }

  private void slowInstance(Stage stage) throws Exception {
    Instance slow = stage.instances.get(1);
    slow.before = new CountDownLatch(1);
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = new ArrayList<Future<Answer>>();
      // in waves that the others take without having 400 themselves
      for (int wave = 0; wave < 15; wave++) {
        for (int i = 0; i < 100; i++) {
          answers.add(clients.submit(() -> stage.get("/api/courses")));
        }
        await(
            "the others answer what the slow one does not get",
            () ->
                answers.stream().filter(Future::isDone).count()
                    == answers.size() - slow.requests.size());
      }
      mustEqual("requests at the slow instance", 400, slow.requests.size());
      slow.before.countDown();
      for (var answer : answers) {
        answer.get().mustBe(200);
      }
    }
  }

  private void connectionsAreKept(Stage stage) throws Exception {
    for (int i = 0; i < 300; i++) {
      stage.get("/api/courses").mustBe(200);
    }
    for (Instance instance : stage.instances) {
      mustEqual("requests at an instance", 100, instance.requests.size());
      must(
          "at most one connection per worker, not " + instance.connections.size(),
          instance.connections.size() <= Stage.WORKERS);
    }
  }

  /** The instance keeps it open for three seconds when it stops (sugang.shutdown.drain). */
  private void idleConnections(Stage stage) throws Exception {
    stage.get("/api/courses").mustBe(200);
    long begin = System.nanoTime();
    must("a connection is kept", stage.open() > 0);
    await("all are closed by NGINX", () -> stage.open() == 0);
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    must("within 3 s, not " + took, took.compareTo(Duration.ofSeconds(3)) < 0);
  }

  private void clientKeepsItsConnection(Stage stage) throws Exception {
    try (var client = new Client(stage.port)) {
      for (int i = 0; i < 2000; i++) {
        Answer answer = client.ask("GET /api/courses HTTP/1.1\r\nHost: here\r\n\r\n");
        answer.mustBe(200);
        mustEqual("header Connection", "keep-alive", answer.header("Connection"));
      }
    }
  }

  private void headersTellWhoAsks(Stage stage) throws Exception {
    stage
        .ask(
            """
            GET /api/courses?department=%EC%88%98 HTTP/1.1
            Host: sugang.example:8080
            Connection: close, X-Private
            X-Private: 1
            Idempotency-Key: abc
            X-Forwarded-For: 6.6.6.6
            X-Forwarded-Host: evil.example
            X-Forwarded-Proto: https

            """)
        .mustBe(200);
    Request seen = stage.onlyRequest();
    mustEqual("request", "GET /api/courses?department=%EC%88%98 HTTP/1.1", seen.line());
    mustEqual("Host", "sugang.example:8080", seen.header("Host"));
    mustEqual("X-Forwarded-Host", "sugang.example:8080", seen.header("X-Forwarded-Host"));
    mustEqual("X-Forwarded-For", "127.0.0.1", seen.header("X-Forwarded-For"));
    mustEqual("X-Forwarded-Proto", "http", seen.header("X-Forwarded-Proto"));
    mustEqual("Idempotency-Key", "abc", seen.header("Idempotency-Key"));
    mustEqual("Connection", null, seen.header("Connection"));
  }

  private void hostIsMadeUp(Stage stage) throws Exception {
    stage.ask("GET /api/courses HTTP/1.0\r\n\r\n").mustBe(200);
    must("a Host header", stage.onlyRequest().header("Host") != null);
  }

  private void bodyArrivesWhole(Stage stage) throws Exception {
    String body = "{\"studentId\":1,\"courseId\":2}";
    stage.post("/api/enrollments", body).mustBe(201);
    mustEqual("body", body, stage.onlyRequest().body());
    stage.instances.forEach(instance -> instance.requests.clear());
    stage
        .ask(
            "POST /api/enrollments HTTP/1.1\r\n"
                + "Host: here\r\n"
                + "Connection: close\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n"
                + "8\r\n"
                + "{\"studen\r\n"
                + "14\r\n"
                + "tId\":1,\"courseId\":2}\r\n"
                + "0\r\n\r\n")
        .mustBe(201);
    mustEqual("body", body, stage.onlyRequest().body());
    mustEqual("Content-Length", "28", stage.onlyRequest().header("Content-Length"));
  }

  private void getIsTriedElsewhere(Stage stage) throws Exception {
    Instance dying = stage.instances.get(1);
    dying.behaviour = Behaviour.DIE;
    for (int i = 0; i < 9; i++) {
      stage.get("/api/courses/" + i).mustBe(200);
    }
    must("the dying instance was asked", !dying.requests.isEmpty());
  }

  private void postIsNotRepeated(Stage stage) throws Exception {
    Instance dying = stage.instances.get(1);
    dying.behaviour = Behaviour.DIE;
    var statuses = new ArrayList<Integer>();
    for (int i = 0; i < 3; i++) {
      Answer answer = stage.post("/api/enrollments?n=" + i, "{}");
      statuses.add(answer.status());
      if (answer.status() != 201) {
        answer.mustBeProblem(502, "TEMPORARILY_UNAVAILABLE", "/api/enrollments");
        mustEqual("Retry-After", "1", answer.header("Retry-After"));
      }
      mustEqual(
          "times that POST " + i + " was sent", 1L, stage.timesSent("/api/enrollments?n=" + i));
    }
    statuses.sort(null);
    mustEqual("answers", List.of(201, 201, 502), statuses);
  }

  /**
   * Two of three: a kept connection to them would be another case, the POST could have been sent.
   */
  private void refusedPostGoesElsewhere(Stage stage) throws Exception {
    stage.instances.get(0).stop();
    stage.instances.get(1).stop();
    for (int i = 0; i < 9; i++) {
      stage.post("/api/enrollments?n=" + i, "{}").mustBe(201);
      mustEqual(
          "times that POST " + i + " was sent", 1L, stage.timesSent("/api/enrollments?n=" + i));
    }
  }

  private void failedInstanceIsLeftOut(Stage stage) throws Exception {
    Instance dying = stage.instances.get(2);
    dying.behaviour = Behaviour.DIE;
    long begun = System.nanoTime();
    int asked = 0;
    while (dying.requests.size() < 3) {
      must("the dying instance is asked within its turns", asked++ < 12);
      stage.get("/api/courses").mustBe(200);
    }
    // NGINX counts whole seconds, so an instance is out for one to two; half of one is on the safe
    // side.
    int rush = 0;
    while (System.nanoTime() - begun < 500_000_000L) {
      stage.get("/api/courses").mustBe(200);
      rush++;
    }
    must("there was time for a few rounds, not for " + rush, rush >= 9);
    mustEqual("requests at the instance that was left out", 3, dying.requests.size());

    dying.behaviour = Behaviour.ANSWER;
    await(
        "the instance is asked in its turn again",
        () -> {
          int before = dying.requests.size();
          for (int i = 0; i < 6; i++) {
            stage.get("/api/courses").mustBe(200);
          }
          return dying.requests.size() == before + 2;
        });
  }

  private void allLeftOut(Stage stage) throws Exception {
    stage.instances.forEach(instance -> instance.behaviour = Behaviour.DIE);
    long begun = System.nanoTime();
    for (int i = 0; i < 9; i++) {
      stage
          .post("/api/enrollments", "{}")
          .mustBeProblem(502, "TEMPORARILY_UNAVAILABLE", "/api/enrollments");
    }
    mustEqual("failures", 9L, stage.received());
    stage.instances.forEach(instance -> instance.behaviour = Behaviour.ANSWER);
    for (int i = 0; i < 9; i++) {
      stage.post("/api/enrollments", "{}").mustBe(201);
    }
    must("all of it within the second", System.nanoTime() - begun < 1_000_000_000L);
  }

  private void noInstance(Stage stage) throws Exception {
    stage.instances.forEach(Instance::stop);
    for (int i = 0; i < 5; i++) {
      for (Answer answer :
          List.of(stage.get("/api/courses"), stage.post("/api/enrollments", "{}"))) {
        must("502, not " + answer.status(), answer.status() == 502);
        mustEqual("Retry-After", "1", answer.header("Retry-After"));
        must(
            "the code of the API: " + answer.body(),
            answer.body().contains("\"code\":\"TEMPORARILY_UNAVAILABLE\""));
      }
    }
    stage.get("/healthz").mustBe(200);
    stage.instances.get(1).start();
    await("an instance that is back is found", () -> stage.get("/api/courses").status() == 200);
  }

  private void silentInstance(Stage stage) throws Exception {
    stage.instances.get(1).behaviour = Behaviour.HANG;
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      var posts = new ArrayList<Future<Answer>>();
      var gets = new ArrayList<Future<Answer>>();
      long begun = System.nanoTime();
      for (int i = 0; i < 3; i++) {
        String target = "/api/enrollments?n=" + i;
        posts.add(clients.submit(() -> stage.post(target, "{}")));
        await("the POST has arrived", () -> stage.timesSent(target) == 1);
      }
      for (int i = 0; i < 3; i++) {
        String target = "/api/courses/" + i;
        gets.add(clients.submit(() -> stage.get(target)));
        await("the GET has arrived", () -> stage.timesSent(target) == 1);
      }
      for (var get : gets) {
        get.get().mustBe(200);
      }
      var failed = new ArrayList<Answer>();
      for (var post : posts) {
        if (post.get().status() != 201) {
          failed.add(post.get());
        }
      }
      must("waited for the silent instance", System.nanoTime() - begun > READ_LIMIT.toNanos());
      mustEqual("POSTs without an answer", 1, failed.size());
      failed.getFirst().mustBeProblem(504, "TEMPORARILY_UNAVAILABLE", "/api/enrollments");
      mustEqual("Retry-After", "1", failed.getFirst().header("Retry-After"));
      for (int i = 0; i < 3; i++) {
        mustEqual(
            "times that POST " + i + " was sent", 1L, stage.timesSent("/api/enrollments?n=" + i));
      }
      long repeated =
          IntStream.range(0, 3).filter(i -> stage.timesSent("/api/courses/" + i) == 2).count();
      mustEqual("GETs that were tried elsewhere", 1L, repeated);
    }
  }

  // ---- What comes back

  private void answersPass(Stage stage) throws Exception {
    int n = 0;
    for (int status : new int[] {200, 201, 204, 400, 404, 405, 409, 413, 500, 502, 503, 504}) {
      String target = "/api/answer/" + status + "?n=" + n++;
      for (Answer answer : List.of(stage.get(target), stage.post(target, "{}"))) {
        must(status + ", not " + answer.status(), answer.status() == status);
        mustEqual("Content-Type", Instance.TYPE, answer.header("Content-Type"));
        mustEqual("Retry-After", "7", answer.header("Retry-After"));
        mustEqual("Location", "/api/enrollments/9", answer.header("Location"));
        mustEqual("body", status == 204 ? "" : Instance.TEXT, answer.body());
      }
      mustEqual("times sent, GET and POST, of " + status, 2L, stage.timesSent(target));
    }
  }

  private void largeAnswerPasses(Stage stage) throws Exception {
    Answer answer = stage.get("/api/large");
    answer.mustBe(200);
    mustEqual("length", Instance.LARGE.length(), answer.body().length());
    mustEqual("the same", true, Instance.LARGE.equals(answer.body()));
  }

  private void onlyTheApiIsServed(Stage stage) throws Exception {
    for (String path :
        List.of(
            "/actuator",
            "/actuator/health",
            "/actuator/prometheus",
            "//actuator/health",
            "/%61ctuator/health",
            "/api/../actuator/health",
            "/api/%2e%2e/actuator/env",
            "/api",
            "/apix",
            "/index.html",
            "/v3",
            "/problem",
            "/healthz/x",
            "/site/upstream.conf",
            "/error")) {
      stage.get(path).mustBeProblem(404, "NOT_FOUND", path);
      stage.post(path, "{}").mustBeProblem(404, "NOT_FOUND", path);
    }
    mustEqual("requests that reached an instance", 0L, stage.received());
  }

  private void descriptionIsServed(Stage stage) throws Exception {
    for (String path : List.of("/v3/api-docs", "/v3/api-docs.yaml", "/api/courses?page=0", "/problems/course-full")) {
      stage.get(path).mustBe(200);
      mustEqual("times sent", 1L, stage.timesSent(path));
    }
  }

  private void securityHeaders(Stage stage) throws Exception {
    stage.instances.forEach(
        instance -> instance.more = "X-Content-Type-Options: nosniff\r\nReferrer-Policy: origin\r\n");
    String tail = " HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n";
    var answers = new LinkedHashMap<String, Answer>();
    for (String path :
        List.of("/", "/healthz", "/api/courses", "/problems/course-full", "/v3/api-docs", "/nothing")) {
      answers.put(path, stage.get(path));
    }
    for (int status : new int[] {201, 204, 404, 409, 503}) {
      answers.put("service's " + status, stage.post("/api/answer/" + status, "{}"));
    }
    answers.put("413", stage.post("/api/enrollments", "x".repeat(20_000)));
    answers.put("405", stage.ask("TRACE /api/courses" + tail));
    answers.put("400", stage.ask("THIS IS NOT HTTP\r\n\r\n"));
    stage.instances.forEach(Instance::stop);
    answers.put("502", stage.get("/api/courses"));
    answers.forEach((what, answer) -> {
      mustEqual("nosniff of " + what, "nosniff", answer.header("X-Content-Type-Options"));
      mustEqual(
          "policy of " + what,
          "default-src 'none'; frame-ancestors 'none'",
          answer.header("Content-Security-Policy"));
      mustEqual("referrer of " + what, "no-referrer", answer.header("Referrer-Policy"));
      mustEqual("cache of " + what, "no-store", answer.header("Cache-Control"));
      mustEqual("HSTS of " + what, null, answer.header("Strict-Transport-Security"));
    });

    stage.instances.get(0).start();
    stage.instances.get(0).more = "Cache-Control: max-age=60\r\n";
    await("the instance is found again", () -> stage.get("/api/courses").status() == 200);
    mustEqual(
        "what the service says of caching", "max-age=60", stage.get("/api/courses").header("Cache-Control"));
  }

  private void noVersions(Stage stage) throws Exception {
    stage.instances.forEach(
        instance -> instance.more = "Server: Apache-Coyote/1.1\r\nX-Powered-By: Some/3.2\r\n");
    for (Answer answer :
        List.of(stage.get("/api/courses"), stage.get("/nothing"), stage.ask("NOT HTTP\r\n\r\n"))) {
      mustEqual("Server", "nginx", answer.header("Server"));
      mustEqual("X-Powered-By", null, answer.header("X-Powered-By"));
      must("no version in " + answer.body(), !answer.body().matches("(?s).*nginx.*|.*\\d\\.\\d.*"));
    }
  }

  private void slowClients(Stage stage) throws Exception {
    String head = "POST /api/enrollments HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n";
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      var waits = new LinkedHashMap<String, Future<Duration>>();
      for (String sent : List.of("POST /api/en", head, head + "\r\n{\"studentId\"")) {
        waits.put(sent, clients.submit(() -> stage.untilCutOff(sent)));
      }
      // One byte a second: the time of the header as a whole counts.
      waits.put("drip", clients.submit(() -> stage.untilCutOffWhileDripping("GET /api/courses HTTP/1.1\r\nX: ")));
      for (var wait : waits.entrySet()) {
        Duration time = wait.getValue().get();
        must(
            "cut off after 10 s, not after " + time + ": " + wait.getKey(),
            time.compareTo(Duration.ofSeconds(9)) > 0 && time.compareTo(Duration.ofSeconds(13)) < 0);
      }
    }
    mustEqual("requests that reached an instance", 0L, stage.received());
  }

  private void clientThatDoesNotRead(Stage stage) throws Exception {
    try (var client = new Socket()) {
      client.setReceiveBufferSize(4096);
      client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), stage.port));
      client
          .getOutputStream()
          .write("GET /api/huge HTTP/1.1\r\nHost: here\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      await("the request has arrived", () -> stage.timesSent("/api/huge") == 1);
      // NGINX gives up, so the instance cannot write on.
      await("the instance is free again", () -> stage.instances.stream().anyMatch(i -> i.brokenOff));
    }
  }

  private void rateLimit(Stage stage) throws Exception {
    limitTo("1", "none", stage);
    stage.instances.forEach(instance -> instance.requests.clear());
    int refused = 0;
    for (int i = 0; i < 100; i++) {
      Answer answer = stage.post("/api/enrollments", "{}");
      if (answer.status() != 201) {
        answer.mustBeProblem(429, "TOO_MANY_REQUESTS", "/api/enrollments");
        mustEqual("Retry-After", "1", answer.header("Retry-After"));
        refused++;
      }
    }
    must("most of 100 requests are refused, not " + refused, refused > 50);
    mustEqual("requests that reached an instance", 100L - refused, stage.received());
    stage.get("/healthz").mustBe(200);

    stage.rateLimit("1", "10.0.0.0/8 127.0.0.1 2001:db8::/32");
    await("an address that is exempt is not limited", () -> manyPass(stage));
    limitTo("1", "10.0.0.0/8", stage);
    stage.rateLimit("999999", "none");
    await("the largest limit is taken", () -> manyPass(stage));
    limitTo("1", "none", stage);
    stage.rateLimit("off", "none");
    await("no address is limited when it is off", () -> manyPass(stage));
  }

  private void requestsUnderWayOfAnAddress(Stage stage) throws Exception {
    limitTo("1", "none", stage);
    stage.rateLimit("20", "none");
    await("the new limit is in force", () -> manyPass(stage));
    // Five seconds' worth of 20 a second, of which 200 may come at once.
    mustRefuseBeyond(100, 100, 20, stage);
    stage.rateLimit("off", "none");
    await("no address is limited when it is off", () -> manyPass(stage));
  }

  private void requestsUnderWayOfWorkers(Stage stage) throws Exception {
    mustRefuseBeyond(4096, Stage.WORKERS * 4096, 128, stage);
  }

  private void killedWorker(Stage stage) throws Exception {
    List<Socket> slow = new ArrayList<>();
    try {
      begin(4000, slow, stage);
      List<ProcessHandle> workers = stage.process.descendants().toList();
      mustEqual("workers", Stage.WORKERS, workers.size());
      workers.forEach(ProcessHandle::destroyForcibly);
    } finally {
      close(slow);
    }
    await("others have taken their place", () -> stage.get("/api/courses").status() == 200);
    mustRefuseBeyond(4096, Stage.WORKERS * 4096, 128, stage);
  }

  /**
   * @param least under way when the first may be refused
   * @param most under way when the first must have been; with two workers it is chance which of them counts a request
   */
  private static void mustRefuseBeyond(int least, int most, int step, Stage stage)
      throws Exception {
    List<Socket> slow = new ArrayList<>();
    try {
      Answer answer = refused(stage);
      while (answer == null) {
        must("not refused with " + slow.size() + " under way", slow.size() <= most + step);
        begin(step, slow, stage);
        answer = refused(stage);
      }
      must("refused with " + slow.size() + " under way", slow.size() >= least);
      answer.mustBeProblem(503, "TEMPORARILY_UNAVAILABLE", "/api/courses");
      mustEqual("Retry-After", "1", answer.header("Retry-After"));
      stage.get("/healthz").mustBe(200);
    } finally {
      close(slow);
    }
    await("others are served again", () -> refused(stage) == null);
  }

  /** The first of some answers that is a refusal, or null. */
  private static Answer refused(Stage stage) throws Exception {
    for (int i = 0; i < 5; i++) {
      Answer answer = stage.get("/api/courses");
      if (answer.status() != 200) {
        return answer;
      }
    }
    return null;
  }

  /** Requests without the rest of their body are under way until they are cut off after 10 s. */
  private static void begin(int requests, List<Socket> slow, Stage stage) throws IOException {
    byte[] begun =
        "POST /api/enrollments HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n{"
            .getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < requests; i++) {
      Socket client = new Socket(InetAddress.getLoopbackAddress(), stage.port);
      slow.add(client);
      client.getOutputStream().write(begun);
    }
  }

  private static void close(List<Socket> clients) throws IOException {
    for (Socket client : clients) {
      client.close();
    }
  }

  private static void limitTo(String rate, String exempt, Stage stage) throws Exception {
    stage.rateLimit(rate, exempt);
    await("the limit is in force", () -> stage.get("/api/courses").status() == 429);
  }

  private static boolean manyPass(Stage stage) throws Exception {
    for (int i = 0; i < 30; i++) {
      if (stage.get("/api/courses").status() != 200) {
        return false;
      }
    }
    return true;
  }

  private void bodyLimit(Stage stage) throws Exception {
    stage.post("/api/enrollments", "x".repeat(16 * 1024)).mustBe(201);
    mustEqual("length", 16 * 1024, stage.onlyRequest().body().length());
    stage.instances.forEach(instance -> instance.requests.clear());

    stage
        .post("/api/enrollments", "x".repeat(16 * 1024 + 1))
        .mustBeProblem(413, "PAYLOAD_TOO_LARGE", "/api/enrollments");
    stage
        .post("/api/enrollments", "x".repeat(1024 * 1024))
        .mustBeProblem(413, "PAYLOAD_TOO_LARGE", "/api/enrollments");
    String chunk = "1000\r\n" + "x".repeat(4096) + "\r\n";
    stage
        .ask(
            "POST /api/enrollments HTTP/1.1\r\n"
                + "Host: here\r\n"
                + "Connection: close\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n"
                + chunk.repeat(5)
                + "0\r\n\r\n")
        .mustBeProblem(413, "PAYLOAD_TOO_LARGE", "/api/enrollments");
    mustEqual("requests that reached an instance", 0L, stage.received());
  }

  private void malformedRequests(Stage stage) throws Exception {
    String tail = " HTTP/1.1\r\nHost: here\r\nConnection: close\r\n";
    stage.ask("THIS IS NOT HTTP\r\n\r\n").mustBeProblem(400, "INVALID_REQUEST", null);
    stage
        .ask("GET /api/courses HTTP/1.1\r\n\r\n")
        .mustBeProblem(400, "INVALID_REQUEST", "/api/courses");
    stage
        .ask("POST /api/enrollments" + tail + "Content-Length: many\r\n\r\n")
        .mustBeProblem(400, "INVALID_REQUEST", "/api/enrollments");
    stage
        .ask("GET /api/" + "x".repeat(9000) + tail + "\r\n")
        .mustBeProblem(414, "INVALID_REQUEST", null);
    stage
        .ask("GET /api/courses" + tail + "X: " + "x".repeat(9000) + "\r\n\r\n")
        .mustBeProblem(431, "INVALID_REQUEST", "/api/courses");
    Answer trace = stage.ask("TRACE /api/courses" + tail + "\r\n");
    trace.mustBeProblem(405, "METHOD_NOT_ALLOWED", "/api/courses");
    mustEqual("Allow", "GET, HEAD, POST, DELETE", trace.header("Allow"));
    stage
        .ask("POST /api/enrollments" + tail + "Transfer-Encoding: zip\r\n\r\n")
        .mustBeProblem(501, "INVALID_REQUEST", "/api/enrollments");
    stage
        .ask("GET /api/courses HTTP/3.0\r\nHost: here\r\n\r\n")
        .mustBeProblem(505, "INVALID_REQUEST", null);
    mustEqual("requests that reached an instance", 0L, stage.received());
  }

  private void pathIsSafeInJson(Stage stage) throws Exception {
    stage.get("/x\",\"code\":\"OK").mustBeProblem(404, "NOT_FOUND", null);
    stage.get("/x\\").mustBeProblem(404, "NOT_FOUND", null);
    stage.get("/수강").mustBeProblem(404, "NOT_FOUND", null);
    stage.get("/%22?secret=1").mustBeProblem(404, "NOT_FOUND", "/%22");
  }

  private void ownAnswers(Stage stage) throws Exception {
    stage.instances.forEach(Instance::stop);
    for (String path : List.of("/", "/healthz")) {
      Answer answer = stage.get(path);
      answer.mustBe(200);
      mustEqual("Content-Type", "application/json", answer.header("Content-Type"));
      mustEqual("Server", "nginx", answer.header("Server"));
    }
  }

  private void clock(Stage stage) throws Exception {
    stage.instances.forEach(Instance::stop);
    for (int i = 0; i < 20; i++) {
      long before = System.currentTimeMillis();
      Answer answer = stage.get("/clock");
      long after = System.currentTimeMillis();
      answer.mustBe(200);
      mustEqual("Content-Type", "application/json", answer.header("Content-Type"));
      mustEqual("Cache-Control", "no-store", answer.header("Cache-Control"));
      var told = Pattern.compile("\\{\"epochSeconds\":(\\d+)\\.(\\d{3})}").matcher(answer.body());
      must("the time in seconds with three decimals: " + answer.body(), told.matches());
      long millis = Long.parseLong(told.group(1) + told.group(2));
      // NGINX reads the clock once a turn of its loop.
      must(
          "%d to be between %d and %d".formatted(millis, before - 20, after),
          before - 20 <= millis && millis <= after);
    }
  }

  // ---- The life of NGINX

  private void instancesChange(Stage stage) throws Exception {
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      var stop = new CountDownLatch(1);
      Callable<Integer> asking =
          () -> {
            int asked = 0;
            while (stop.getCount() > 0) {
              stage.post("/api/enrollments", "{}").mustBe(201);
              asked++;
            }
            return asked;
          };
      var running = List.of(clients.submit(asking), clients.submit(asking));
      try {
        stage.serve(stage.instances.subList(0, 1));
        await("the others get nothing more", () -> stage.turnsOf(stage.instances.subList(0, 1)));
        stage.serve(stage.instances);
        await("all of them get their part", () -> stage.turnsOf(stage.instances));
      } finally {
        stop.countDown();
      }
      for (var asked : running) {
        must("requests were made all the time", asked.get() > 0);
      }
    }
  }

  /** What compose/upstream.conf says, with another name server than Docker's. */
  private void namesAreFollowed(Stage stage) throws Exception {
    List<Instance> named = stage.moveTo("127.0.0.2", "127.0.0.3", "127.0.0.4");
    try (var names = new NameServer()) {
      for (int count : new int[] {1, 3, 2, 3}) {
        List<Instance> serving = named.subList(0, count);
        names.addresses = serving.stream().map(instance -> instance.address).toList();
        if (stage.received() == 0) {
          stage.serveByName(names);
        }
        await(count + " addresses are known", () -> stage.turnsOf(serving));
      }
    }
  }

  private void stopsGracefully(Stage stage) throws Exception {
    var goOn = new CountDownLatch(1);
    stage.instances.forEach(instance -> instance.before = goOn);
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Answer> late = clients.submit(() -> stage.post("/api/enrollments", "{}"));
      await("the POST has arrived", () -> stage.timesSent("/api/enrollments") == 1);
      stage.signal("QUIT");
      await("no new connections", () -> !stage.isListening());
      goOn.countDown();
      late.get().mustBe(201);
      must("NGINX has ended", stage.process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS));
      mustEqual("exit status", 0, stage.process.exitValue());
    }
  }

  private void manyClients(Stage stage) throws Exception {
    var goOn = new CountDownLatch(1);
    stage.instances.forEach(instance -> instance.before = goOn);
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = new ArrayList<Future<Answer>>();
      for (int i = 0; i < CLIENTS; i++) {
        answers.add(clients.submit(() -> stage.post("/api/enrollments", "{}")));
      }
      // NGINX gives an instance 15s to answer; all have to be there within that time.
      await(
          "all requests are with the instances at the same time",
          () -> stage.received() == CLIENTS);
      goOn.countDown();
      for (var answer : answers) {
        answer.get().mustBe(201);
      }
      mustEqual("requests sent", (long) CLIENTS, stage.received());
    }
  }

  // ---- Words of the rules

  private static void must(String what, boolean holds) {
    if (!holds) {
      throw new AssertionError("expected: " + what);
    }
  }

  private static void mustEqual(String what, Object expected, Object actual) {
    if (!Objects.equals(expected, actual)) {
      throw new AssertionError(what + ": expected " + expected + ", was " + actual);
    }
  }

  private static void await(String what, Condition condition) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.holds()) {
      must(what + " within " + PATIENCE, System.nanoTime() < end);
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  // ---- NGINX and three instances

  private static final class Stage implements AutoCloseable {

    static final int WORKERS = 2;

    final List<Instance> instances = new ArrayList<>();
    final Path folder;
    final int port;
    final Process process;
    private final Path shipped;

    Stage(Path nginx, Path shipped) throws Exception {
      this.shipped = shipped;
      folder = Files.createTempDirectory("sugang-nginx");
      Files.createDirectories(folder.resolve("conf/site"));
      Files.createDirectories(folder.resolve("run"));
      // Workers of an NGINX started by root are another user, who has to get at the folder.
      folder.toFile().setExecutable(true, false);
      Files.copy(shipped.resolve("nginx.conf"), folder.resolve("conf/nginx.conf"));
      for (int i = 0; i < 3; i++) {
        instances.add(new Instance(InetAddress.getLoopbackAddress(), 0));
      }
      try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        port = free.getLocalPort();
      }
      Files.writeString(
          folder.resolve("conf/site/listen.conf"), "listen 127.0.0.1:" + port + " backlog=4096;\n");
      writeUpstream(instances);
      // As natively: everybody on this machine may send as much as they like.
      writeRateLimit("200", "127.0.0.0/8");
      process =
          new ProcessBuilder(
                  nginx.toString(),
                  "-p",
                  folder + "/run/",
                  "-c",
                  folder + "/conf/nginx.conf",
                  "-e",
                  "stderr",
                  "-g",
                  "daemon off; worker_processes " + WORKERS + ";")
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("log").toFile())
              .start();
      await(
          "NGINX listens",
          () -> {
            must("NGINX runs: " + log(), process.isAlive());
            return isListening();
          });
    }

    /** Instances that share a port and differ by address, as containers do. */
    List<Instance> moveTo(String... addresses) throws IOException {
      int shared = instances.getFirst().port;
      instances.forEach(Instance::stop);
      instances.clear();
      for (String address : addresses) {
        instances.add(new Instance(InetAddress.getByName(address), shared));
      }
      return List.copyOf(instances);
    }

    void serveByName(NameServer names) throws Exception {
      String named = Files.readString(shipped.resolve("compose/upstream.conf"));
      Files.writeString(
          folder.resolve("conf/site/upstream.conf"),
          named
              .replace("resolver 127.0.0.11 ", "resolver 127.0.0.1:" + names.port() + " ")
              .replace("server app:8080 ", "server app:" + instances.getFirst().port + " "));
      signal("HUP");
    }

    private void writeUpstream(List<Instance> serving) throws IOException {
      var lines = new StringBuilder();
      for (Instance instance : serving) {
        String server = "server 127.0.0.1:" + instance.port;
        lines.append(server).append(" max_conns=400 max_fails=3 fail_timeout=1s;\n");
        lines.append(server).append(" backup max_fails=0;\n");
      }
      Files.writeString(folder.resolve("conf/site/upstream.conf"), lines);
    }

    /** Connections to instances that stand. */
    long open() {
      return instances.stream()
          .flatMap(instance -> instance.connections.stream())
          .filter(connection -> !connection.isClosed())
          .count();
    }

    void serve(List<Instance> serving) throws Exception {
      writeUpstream(serving);
      signal("HUP");
    }

    /** By the script that does it in both modes. */
    void rateLimit(String rate, String exempt) throws Exception {
      writeRateLimit(rate, exempt);
      signal("HUP");
    }

    private void writeRateLimit(String rate, String exempt) throws Exception {
      int status =
          new ProcessBuilder(
                  "bash",
                  "-c",
                  "source \"$0\" && rate_limit \"$1\" \"$2\"",
                  shipped.resolve("rate-limit.sh").toString(),
                  rate,
                  exempt)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .redirectOutput(folder.resolve("conf/site/rate-limit.conf").toFile())
              .start()
              .waitFor();
      mustEqual("status of rate_limit", 0, status);
    }

    void signal(String name) throws Exception {
      new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
    }

    boolean isListening() {
      try (var client = new Client(port)) {
        return true;
      } catch (IOException nobody) {
        return false;
      }
    }

    /** Whether exactly these are asked at the moment, and all of them. */
    boolean turnsOf(List<Instance> serving) throws Exception {
      Map<Instance, Integer> before = new ConcurrentHashMap<>();
      instances.forEach(instance -> before.put(instance, instance.requests.size()));
      for (int i = 0; i < 30; i++) {
        if (get("/api/courses").status() != 200) {
          return false;
        }
      }
      return instances.stream()
          .allMatch(instance ->
              (instance.requests.size() > before.get(instance)) == serving.contains(instance));
    }

    Answer get(String target) throws IOException {
      return ask("GET " + target + " HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
    }

    Answer post(String target, String body) throws IOException {
      return ask(
          "POST "
              + target
              + " HTTP/1.1\r\n"
              + "Host: here\r\n"
              + "Connection: close\r\n"
              + "Content-Type: application/json\r\n"
              + "Content-Length: "
              + body.length()
              + "\r\n\r\n"
              + body);
    }

    Answer ask(String text) throws IOException {
      try (var client = new Client(port)) {
        return client.ask(text.contains("\r\n") ? text : text.replace("\n", "\r\n"));
      }
    }

    /** How long NGINX waits for the rest of a request. */
    Duration untilCutOff(String sent) throws IOException {
      try (var client = new Client(port)) {
        long begun = System.nanoTime();
        client.socket.getOutputStream().write(sent.getBytes(StandardCharsets.UTF_8));
        readToEnd(client);
        return Duration.ofNanos(System.nanoTime() - begun);
      }
    }

    Duration untilCutOffWhileDripping(String sent) throws Exception {
      try (var client = new Client(port)) {
        long begun = System.nanoTime();
        OutputStream out = client.socket.getOutputStream();
        out.write(sent.getBytes(StandardCharsets.UTF_8));
        Thread dripping =
            Thread.startVirtualThread(() -> {
              try {
                while (true) {
                  TimeUnit.SECONDS.sleep(1);
                  out.write('x');
                }
              } catch (IOException | InterruptedException cutOff) {
                // what this is about
              }
            });
        readToEnd(client);
        dripping.interrupt();
        return Duration.ofNanos(System.nanoTime() - begun);
      }
    }

    private static void readToEnd(Client client) {
      try {
        client.in.readAllBytes();
      } catch (SocketTimeoutException patienceEnded) {
        throw new AssertionError("still connected after " + PATIENCE, patienceEnded);
      } catch (IOException reset) {
        // NGINX gives the memory back at once
      }
    }

    long received() {
      return instances.stream().mapToLong(instance -> instance.requests.size()).sum();
    }

    long timesSent(String target) {
      return instances.stream()
          .flatMap(instance -> instance.requests.stream())
          .filter(request -> request.line().contains(" " + target + " "))
          .count();
    }

    Request onlyRequest() {
      mustEqual("requests", 1L, received());
      return instances.stream()
          .flatMap(instance -> instance.requests.stream())
          .findFirst()
          .orElseThrow();
    }

    String log() throws IOException {
      List<String> lines = Files.readAllLines(folder.resolve("log"));
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 10), lines.size()));
    }

    @Override
    public void close() throws Exception {
      process.destroy();
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
      instances.forEach(Instance::stop);
      try (var files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  // ---- An instance: answers, dies in the middle of a request, or says nothing

  private enum Behaviour {
    ANSWER,
    /** Reads the whole request, then ends the connection. */
    DIE,
    HANG
  }

  private static final class Instance {

    static final String TYPE = "application/x-from-the-service";
    static final String TEXT = "{\"from\":\"the service\"}";
    static final String LARGE = "0123456789".repeat(10_000);

    /** More than all buffers between an instance and a client hold. */
    static final String HUGE = "0123456789".repeat(5_000_000);

    final ConcurrentLinkedQueue<Request> requests = new ConcurrentLinkedQueue<>();
    final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    final InetAddress address;
    final int port;
    volatile Behaviour behaviour = Behaviour.ANSWER;
    /** Header lines of every answer. */
    volatile String more = "";

    /** Whether an answer could not be written to its end. */
    volatile boolean brokenOff;

    volatile CountDownLatch before = new CountDownLatch(0);
    private volatile ServerSocket listening;
    private volatile Thread accepting;

    Instance(InetAddress address, int wanted) throws IOException {
      this.address = address;
      listening = new ServerSocket(wanted, 4096, address);
      port = listening.getLocalPort();
      accept(listening);
    }

    void start() throws IOException {
      listening = new ServerSocket(port, 4096, address);
      accept(listening);
    }

    void stop() {
      closeQuietly(listening);
      try {
        // The port is closed by the thread that waits at it, a moment later.
        accepting.join();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
      connections.forEach(Instance::closeQuietly);
    }

    private void accept(ServerSocket socket) {
      accepting =
          Thread.startVirtualThread(() -> {
            try {
              while (true) {
                Socket connection = socket.accept();
                connections.add(connection);
                Thread.startVirtualThread(() -> serve(connection));
              }
            } catch (IOException stopped) {
              // stop() closed the socket
            }
          });
    }

    private void serve(Socket connection) {
      try (connection) {
        connection.setTcpNoDelay(true);
        var in = new BufferedInputStream(connection.getInputStream());
        for (Request request = Request.read(in); request != null; request = Request.read(in)) {
          requests.add(request);
          before.await();
          switch (behaviour) {
            case ANSWER -> {
              try {
                answer(request, more, connection.getOutputStream());
              } catch (IOException cutOff) {
                brokenOff = true;
                throw cutOff;
              }
            }
            case DIE -> {
              return;
            }
            case HANG -> new CountDownLatch(1).await();
          }
        }
      } catch (IOException | InterruptedException closed) {
        // the other side, or stop(), closed the connection
      }
    }

    private static void answer(Request request, String more, OutputStream out) throws IOException {
      String[] line = request.line().split(" ");
      String path = line[1].replaceFirst("\\?.*", "");
      int status =
          path.startsWith("/api/answer/")
              ? Integer.parseInt(path.substring("/api/answer/".length()))
              : line[0].equals("POST") ? 201 : 200;
      String body = status == 204 ? "" : path.equals("/api/large") ? LARGE : path.equals("/api/huge") ? HUGE : TEXT;
      String length = status == 204 ? "" : "Content-Length: " + body.length() + "\r\n";
      out.write(
          ("HTTP/1.1 "
                  + status
                  + " Said\r\nContent-Type: "
                  + TYPE
                  + "\r\nRetry-After: 7\r\nLocation: /api/enrollments/9\r\n"
                  + more
                  + length
                  + "\r\n"
                  + body)
              .getBytes(StandardCharsets.UTF_8));
      out.flush();
    }

    private static void closeQuietly(AutoCloseable open) {
      try {
        open.close();
      } catch (Exception alreadyClosed) {
        // nothing is left to close
      }
    }
  }

  // ---- A name server that knows one name

  private static final class NameServer implements AutoCloseable {

    /** As long as Docker's: only {@code valid=} makes NGINX ask again earlier. */
    private static final int SECONDS_TO_LIVE = 600;

    private final DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    volatile List<InetAddress> addresses = List.of();

    NameServer() throws IOException {
      Thread.startVirtualThread(() -> {
        try {
          while (true) {
            var question = new DatagramPacket(new byte[512], 512);
            socket.receive(question);
            byte[] answer = answer(question.getData(), question.getLength(), addresses);
            socket.send(new DatagramPacket(answer, answer.length, question.getSocketAddress()));
          }
        } catch (IOException closed) {
          // close() closed the socket
        }
      });
    }

    int port() {
      return socket.getLocalPort();
    }

    /**
     * The question again (RFC 1035: it follows a header of 12 bytes), and an A record per address.
     */
    private static byte[] answer(byte[] question, int length, List<InetAddress> addresses) {
      ByteBuffer answer = ByteBuffer.allocate(length + 16 * addresses.size());
      answer.put(question, 0, length);
      answer.putShort(2, (short) 0x8180).putShort(6, (short) addresses.size()).putInt(8, 0);
      for (InetAddress address : addresses) {
        answer.putShort((short) 0xC00C).putShort((short) 1).putShort((short) 1);
        answer.putInt(SECONDS_TO_LIVE).putShort((short) 4).put(address.getAddress());
      }
      return answer.array();
    }

    @Override
    public void close() {
      socket.close();
    }
  }

  // ---- HTTP over a socket

  private record Request(String line, Map<String, String> headers, String body) {

    static Request read(InputStream in) throws IOException {
      String line = readLine(in);
      if (line.isEmpty()) {
        return null;
      }
      Map<String, String> headers = readHeaders(in);
      int length = Integer.parseInt(headers.getOrDefault("Content-Length", "0"));
      return new Request(line, headers, new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    String header(String name) {
      return headers.get(name);
    }
  }

  private record Answer(int status, Map<String, String> headers, String body) {

    private static final String TEXT = "[^\"\\\\\\p{Cntrl}]+";

    String header(String name) {
      return headers.get(name);
    }

    void mustBe(int expected) {
      must("status " + expected + ", not " + status + " " + body, status == expected);
    }

    /** The whole body is matched, so this is well-formed JSON as well. */
    void mustBeProblem(int expected, String code, String instance) {
      mustBe(expected);
      mustEqual("Content-Type", "application/problem+json", header("Content-Type"));
      String pattern =
          "\\{\"type\":\"/problems/"
              + code.toLowerCase(Locale.ROOT).replace('_', '-')
              + "\",\"title\":\""
              + TEXT
              + "\",\"status\":"
              + expected
              + ",\"detail\":\""
              + TEXT
              + "\",\"code\":\""
              + code
              + "\""
              + (instance == null ? "" : ",\"instance\":\"" + Pattern.quote(instance) + "\"")
              + "}";
      must(pattern + ", not " + body, body.matches(pattern));
      mustEqual(
          "Content-Length",
          String.valueOf(body.getBytes(StandardCharsets.UTF_8).length),
          header("Content-Length"));
    }
  }

  private static final class Client implements AutoCloseable {

    private final Socket socket = new Socket();
    private final InputStream in;

    Client(int port) throws IOException {
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), (int) PATIENCE.toMillis());
      socket.setSoTimeout((int) PATIENCE.toMillis());
      socket.setTcpNoDelay(true);
      in = new BufferedInputStream(socket.getInputStream());
    }

    Answer ask(String text) throws IOException {
      try {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
      } catch (IOException cutOff) {
        // an answer may come before all of a body is sent (413)
      }
      String line = readLine(in);
      must("an answer to " + text.lines().findFirst().orElse(""), line.startsWith("HTTP/1.1 "));
      Map<String, String> headers = readHeaders(in);
      String length = headers.get("Content-Length");
      byte[] body = length == null ? new byte[0] : in.readNBytes(Integer.parseInt(length));
      return new Answer(
          Integer.parseInt(line.split(" ")[1]), headers, new String(body, StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private static Map<String, String> readHeaders(InputStream in) throws IOException {
    var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    for (String line = readLine(in); !line.isEmpty(); line = readLine(in)) {
      int colon = line.indexOf(':');
      // A header that is there twice shows.
      headers.merge(
          line.substring(0, colon), line.substring(colon + 1).strip(), (one, two) -> one + ", " + two);
    }
    return headers;
  }

  /** Without its end; empty at the end of the stream. */
  private static String readLine(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }
}
