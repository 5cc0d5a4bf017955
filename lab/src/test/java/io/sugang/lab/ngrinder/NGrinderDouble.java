package io.sugang.lab.ngrinder;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers as nGrinder 3.5's controller does at the addresses that the runner uses. Read in its
 * sources (naver/ngrinder, ngrinder-controller/src/main/java/org/ngrinder if nothing else is said):
 *
 * <ul>
 *   <li>Name and password come as HTTP Basic; wrong ones are answered 401 with WWW-Authenticate,
 *       none at all 302 to /login (infra/config, NGrinderHttpConfig: BasicAuthenticationFilter,
 *       LoginUrlAuthenticationEntryPoint). CSRF is off.
 *   <li>{@code GET /agent/api/list}: AgentInfo with state and approved; an agent counts for a test
 *       if it is READY and approved (agent/controller/AgentManagerApiController.java,
 *       agent/service/AgentService.java, getReadyAgentCount).
 *   <li>{@code POST /script/api/save/**}: JSON of FileSaveParams, {@code {fileEntry: {path,
 *       content, description}, targetHosts, validated, createLibAndResource}}, answered with an
 *       empty 200. The path is the one in the body, the type follows from its ending
 *       (script/controller/FileEntryApiController.java, script/model/FileSaveParams.java,
 *       FileEntry.java). Versions before 3.5.3 took a form.
 *   <li>{@code POST /perftest/api}: JSON of PerfTest, status READY or SAVED, vuserPerAgent ==
 *       processes * threads, agentCount of 1 to those available, duration above 0. The answer is
 *       the test with its id; a rejection is a 500 with message (perftest/controller/
 *       PerfTestApiController.java, create and validate). Fields: ngrinder-core/src/main/java/org/
 *       ngrinder/model/PerfTest.java, param a VARCHAR of 255, from which
 *       perftest/service/PerfTestService.java removes blanks.
 *   <li>{@code GET /perftest/api/{id}}: the test, with status, progressMessage,
 *       lastProgressMessage, tests, errors; the status is an object with its name since 3.5. The
 *       scheduler starts a READY one. A failed start is STOP_BY_ERROR (in old versions
 *       STOP_ON_ERROR) with no tests. Too many errors make it ABNORMAL_TESTING, then STOP_BY_ERROR.
 *       A test that ran to its end with more than 30 % errors or without requests is
 *       FINISHED_WITH_WARNING. A stop by a person is CANCELED (ngrinder-core/.../model/Status.java,
 *       perftest/service/PerfTestRunnable.java, samplinglistener/TooManyErrorCheckPlugin.java).
 *   <li>{@code GET /perftest/api/{id}/sample}: {@code {perf: {tps ...}, agent, monitor, status}};
 *       {@code PUT /perftest/api/{id}?action=stop}; {@code GET /perftest/{id}/download_csv}
 *       (perftest/ controller/PerfTestApiController.java and PerfTestController.java).
 *   <li>The CSV: DateTime, vuser, then the names of the statistics with underscores, the registered
 *       ones after The Grinder's own. With more than one test in the script the same columns follow
 *       for each test, with "-1" and so on. Tests are those that were no errors
 *       (ngrinder-core/src/main/java/net/grinder/SingleConsole.java, writeIntervalCsvData).
 * </ul>
 */
final class NGrinderDouble implements AutoCloseable {
  static final String HEADER =
      "DateTime,vuser,Tests,Errors,Mean_Test_Time_(ms),Test_Time_Standard_Deviation_(ms),TPS,"
          + "Mean_response_length,Response_bytes_per_second,Response_errors,Mean_time_to_resolve_host,"
          + "Mean_time_to_establish_connection,Mean_time_to_first_byte,User_defined,Won,Refused";

  private final JsonMapper json = new JsonMapper();
  private final HttpServer server;
  final Map<String, String> scripts = new ConcurrentHashMap<>();
  final List<JsonNode> tests = Collections.synchronizedList(new ArrayList<>());
  final List<Long> stopped = Collections.synchronizedList(new ArrayList<>());

  /** What the test is, one after the other, each time it is asked for; the last one stays. */
  final Deque<String> statuses = new ArrayDeque<>(List.of("READY", "TESTING", "FINISHED"));

  /** Agents as JSON, one list after the other; the last one stays. */
  final Deque<String> agents = new ArrayDeque<>(List.of(agent("READY", true)));

  /** How often the test is still asked for in vain, as behind a proxy whose controller restarts. */
  final AtomicInteger outages = new AtomicInteger();

  volatile String password = "admin";
  volatile String message = "";
  volatile String csv = HEADER + "\n";
  volatile long succeeded = 1;
  volatile long failed;
  volatile @Nullable String refusal;

  /** What is answered instead of the test. */
  volatile @Nullable String running;

  NGrinderDouble() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  static String agent(String state, boolean approved) {
    return "[{\"id\":1,\"ip\":\"10.0.0.2\",\"name\":\"agent-1\",\"region\":\"NONE\",\"state\":\"%s\",\"approved\":%s}]"
        .formatted(state, approved);
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private void handle(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String sent = exchange.getRequestHeaders().getFirst("Authorization");
    if (sent == null) {
      exchange.getResponseHeaders().add("Location", "/login");
      answer(exchange, 302, "");
    } else if (!sent.equals(
        "Basic "
            + Base64.getEncoder()
                .encodeToString(("admin:" + password).getBytes(StandardCharsets.UTF_8)))) {
      exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"ngrinder\"");
      answer(
          exchange,
          401,
          "{\"status\":401,\"error\":\"Unauthorized\",\"message\":\"Unauthorized\"}");
    } else {
      String path = exchange.getRequestURI().getPath();
      answer(exchange, exchange.getRequestMethod() + " " + path, path, body);
    }
  }

  private void answer(HttpExchange exchange, String asked, String path, String body)
      throws IOException {
    if (asked.equals("GET /agent/api/list")) {
      answer(exchange, 200, next(agents));
    } else if (asked.startsWith("POST /script/api/save/")) {
      JsonNode file = json.readTree(body).path("fileEntry");
      scripts.put(file.path("path").asString(), file.path("content").asString());
      answer(exchange, 200, "");
    } else if (asked.equals("POST /perftest/api")) {
      create(exchange, json.readTree(body));
    } else if (asked.matches("GET /perftest/api/\\d+") && outages.getAndDecrement() > 0) {
      answer(exchange, 503, "");
    } else if (asked.matches("GET /perftest/api/\\d+")) {
      String instead = running;
      answer(exchange, 200, instead == null ? test(next(statuses)) : instead);
    } else if (asked.matches("GET /perftest/api/\\d+/sample")) {
      answer(exchange, 200, "{\"perf\":{\"tps\":123.4,\"testTime\":7},\"status\":\"TESTING\"}");
    } else if (asked.matches("PUT /perftest/api/\\d+")
        && "action=stop".equals(exchange.getRequestURI().getQuery())) {
      stopped.add(Long.parseLong(path.substring(path.lastIndexOf('/') + 1)));
      answer(exchange, 200, "");
    } else if (asked.matches("GET /perftest/\\d+/download_csv")) {
      exchange.getResponseHeaders().add("Content-Type", "application/x-msdownload;charset=UTF-8");
      answer(exchange, 200, csv);
    } else {
      answer(exchange, 404, "{\"status\":404,\"message\":\"No message available\"}");
    }
  }

  private void create(HttpExchange exchange, JsonNode test) throws IOException {
    String wrong = refusal;
    if (wrong == null
        && test.path("vuserPerAgent").asInt()
            != test.path("processes").asInt() * test.path("threads").asInt()) {
      wrong = "vuserPerAgent should be equal to (processes * threads)";
    }
    if (wrong == null && test.path("param").asString().length() > 255) {
      wrong = "could not execute statement";
    }
    if (wrong == null && !scripts.containsKey(test.path("scriptName").asString())) {
      wrong = "script should exist";
    }
    if (wrong != null) {
      answer(exchange, 500, json.writeValueAsString(Map.of("status", 500, "message", wrong)));
      return;
    }
    tests.add(test);
    answer(exchange, 200, test("READY"));
  }

  private String test(String status) {
    return json.writeValueAsString(
        Map.of(
            "id",
            42,
            "status",
            Map.of("name", status, "iconName", "green.png"),
            "progressMessage",
            "",
            "lastProgressMessage",
            message,
            "tests",
            succeeded,
            "errors",
            failed));
  }

  private static String next(Deque<String> answers) {
    synchronized (answers) {
      return answers.size() == 1 ? answers.getFirst() : answers.removeFirst();
    }
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
