package io.sugang.lab.chaos;

import io.sugang.ops.signin.Credentials;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** Requests with the session of a registrar or a student, about what needs one in both modes. */
final class DeskClient implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  // A member of the seed's staff.
  private static final long REGISTRAR = 1;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();
  private final URI base;
  private final String sessionKey;
  private final String registrar;

  DeskClient(URI base, String sessionKey) {
    this.base = base;
    this.sessionKey = sessionKey;
    this.registrar = Credentials.registrarToken(sessionKey, REGISTRAR);
  }

  /**
   * An answer.
   *
   * @param status 0 without an answer
   */
  record DeskAnswer(int status, JsonNode body) {
    /** Neither done nor refused, as far as the client can know. */
    boolean undecided() {
      return status == 0 || status >= 500 || status == 429;
    }

    String code() {
      return body.path("code").asString("");
    }
  }

  DeskAnswer get(String path) throws InterruptedException {
    return send(request(path, registrar).GET());
  }

  DeskAnswer post(String path, String json) throws InterruptedException {
    return post(path, json, null);
  }

  DeskAnswer post(String path, String json, @Nullable String key) throws InterruptedException {
    HttpRequest.Builder request = request(path, registrar).POST(body(json));
    return send(key == null ? request : request.header("Idempotency-Key", key));
  }

  DeskAnswer postAsStudent(long studentId, String path, String json) throws InterruptedException {
    return send(request(path, Credentials.studentToken(sessionKey, studentId)).POST(body(json)));
  }

  private static HttpRequest.BodyPublisher body(String json) {
    return HttpRequest.BodyPublishers.ofString(json);
  }

  private HttpRequest.Builder request(String path, String token) {
    return HttpRequest.newBuilder(base.resolve(path))
        .timeout(PATIENCE)
        .header("Content-Type", "application/json")
        .header("Authorization", "Bearer " + token);
  }

  private DeskAnswer send(HttpRequest.Builder request) throws InterruptedException {
    try {
      HttpResponse<String> answer =
          http.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return new DeskAnswer(answer.statusCode(), JsonMapper.shared().readTree(answer.body()));
    } catch (IOException | JacksonException noAnswer) {
      return new DeskAnswer(0, MissingNode.getInstance());
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
    http.close();
  }
}
