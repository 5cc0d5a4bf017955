package io.sugang.lab.ngrinder;

import io.sugang.ops.workspace.Failure;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The API of nGrinder 3.5's controller, with a name and a password in every request. No cookie is
 * kept, as an expired session would lead to the page for signing in.
 */
final class Controller implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final URI address;
  private final String authorization;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final JsonMapper json = new JsonMapper();

  Controller(URI address, String user, String password) {
    this.address = address;
    this.authorization =
        "Basic "
            + Base64.getEncoder()
                .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  URI address() {
    return address;
  }

  /**
   * @param state of nGrinder: READY, BUSY ...
   */
  record Agent(String name, String state, boolean approved) {
    boolean ready() {
      return approved && state.equals("READY");
    }
  }

  /** Agents that are connected. */
  List<Agent> agents() throws Unreachable, InterruptedException {
    List<Agent> agents = new ArrayList<>();
    for (JsonNode agent : json(get("/agent/api/list"))) {
      agents.add(
          new Agent(
              agent.path("name").asString("?"),
              name(agent.path("state")),
              agent.path("approved").asBoolean(false)));
    }
    return agents;
  }

  /** Puts a script into the repository of the user, or a new version of it. */
  void saveScript(String path, String content) throws Unreachable, InterruptedException {
    Map<String, Object> file =
        Map.of("path", path, "content", content, "description", "by ./sugang load --ngrinder");
    post(
        "/script/api/save/" + path,
        Map.of(
            "fileEntry", file, "targetHosts", "", "validated", "0", "createLibAndResource", false));
  }

  /** Number of the new test, which the controller starts as soon as it can. */
  long start(Map<String, Object> test) throws Unreachable, InterruptedException {
    JsonNode created = json(post("/perftest/api", test));
    if (!created.path("id").isIntegralNumber()) {
      throw new Failure("nGrinder at %s created no test: %s".formatted(address, created));
    }
    return created.path("id").asLong();
  }

  /**
   * @param status of nGrinder: READY, TESTING, FINISHED ...
   * @param message what the controller says of its progress; text, several lines
   * @param tests requests that were no errors
   */
  record Test(String status, String message, long tests, long errors) {
    /** The ends of nGrinder 3.5; every other status precedes one of them. */
    private static final Set<String> ENDS =
        Set.of(
            "FINISHED",
            // more than 30 % errors, or no requests per second
            "FINISHED_WITH_WARNING",
            "STOP_BY_ERROR",
            // the name before 3.5
            "STOP_ON_ERROR",
            "CANCELED",
            "UNKNOWN");

    boolean over() {
      return ENDS.contains(status);
    }

    /** Whether the end came from outside the test, so that it is no verdict on the service. */
    boolean brokenOff() {
      return !over() || status.equals("CANCELED") || status.equals("UNKNOWN");
    }
  }

  Test test(long id) throws Unreachable, InterruptedException {
    JsonNode test = json(get("/perftest/api/" + id));
    String message =
        test.path("progressMessage").asString("") + test.path("lastProgressMessage").asString("");
    return new Test(
        name(test.path("status")),
        message,
        test.path("tests").asLong(0),
        test.path("errors").asLong(0));
  }

  /** Requests per second of the last sample; NaN while there is none. */
  double tps(long id) throws Unreachable, InterruptedException {
    return json(get("/perftest/api/" + id + "/sample"))
        .path("perf")
        .path("tps")
        .asDouble(Double.NaN);
  }

  void stop(long id) throws Unreachable, InterruptedException {
    send(request("/perftest/api/" + id + "?action=stop").PUT(BodyPublishers.noBody()));
  }

  /** One line per sample. */
  String csv(long id) throws Unreachable, InterruptedException {
    return get("/perftest/" + id + "/download_csv");
  }

  URI page(long id) {
    return URI.create(address + "/perftest/" + id);
  }

  /** An enum is its name; some versions write it as an object with its name in it. */
  private static String name(JsonNode status) {
    return status.isObject() ? status.path("name").asString("") : status.asString("");
  }

  private JsonNode json(String text) {
    try {
      return json.readTree(text);
    } catch (JacksonException html) {
      throw new Failure(
          "The server at %s does not speak nGrinder's API: %s".formatted(address, start(text)));
    }
  }

  private String get(String path) throws Unreachable, InterruptedException {
    return send(request(path).GET());
  }

  private String post(String path, Map<String, Object> body)
      throws Unreachable, InterruptedException {
    BodyPublisher content = BodyPublishers.ofString(json.writeValueAsString(body));
    return send(request(path).header("Content-Type", "application/json").POST(content));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(address + path))
        .timeout(TIMEOUT)
        .header("Authorization", authorization)
        .header("Accept", "application/json, text/csv, */*");
  }

  private String send(HttpRequest.Builder builder) throws Unreachable, InterruptedException {
    HttpRequest request = builder.build();
    HttpResponse<String> answer;
    try {
      answer = http.send(request, BodyHandlers.ofString());
    } catch (IOException unreachable) {
      throw new Unreachable(
          "No controller of nGrinder answers at %s (%s)."
              .formatted(
                  address,
                  unreachable.getMessage() == null ? unreachable : unreachable.getMessage()));
    }
    int status = answer.statusCode();
    if (status == 401 || status == 403 || (status >= 300 && status < 400)) {
      throw new Failure(
          "nGrinder at %s rejects this account: set NGRINDER_USER and NGRINDER_PASSWORD (admin and admin in a new controller)."
              .formatted(address));
    }
    if (status == 502 || status == 503 || status == 504) {
      throw new Unreachable("The controller at %s answers %d.".formatted(address, status));
    }
    if (status != 200) {
      throw new Failure(
          "nGrinder at %s answers %d to %s %s: %s"
              .formatted(
                  address,
                  status,
                  request.method(),
                  request.uri().getPath(),
                  reason(answer.body())));
    }
    return answer.body();
  }

  /** What went wrong, in the controller's words. */
  private String reason(String body) {
    try {
      String message = json.readTree(body).path("message").asString("");
      return message.isEmpty() ? start(body) : message;
    } catch (JacksonException html) {
      return start(body);
    }
  }

  private static String start(String body) {
    String line = body.strip().replaceAll("\\s+", " ");
    return line.length() > 200 ? line.substring(0, 200) + " ..." : line;
  }

  @Override
  public void close() {
    http.close();
  }

  /** No controller answers, or not yet. */
  static final class Unreachable extends Exception {
    Unreachable(String message) {
      super(message);
    }
  }
}
