package io.sugang.enrollment.service;

import io.sugang.http.Api;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A POST to enroll, as a client sends it.
 *
 * @param key its Idempotency-Key, or none
 */
record KeyedRequest(long student, long course, @Nullable String key) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Executor THREADS = Executors.newVirtualThreadPerTaskExecutor();

  /**
   * @param code of a problem; empty for a success
   */
  record Answer(int status, String code, String retryAfter, String location, String body) {
    long enrollmentId() {
      return JSON.readTree(body).path("enrollmentId").asLong();
    }
  }

  Answer to(Api instance) {
    var request =
        instance
            .request("/api/enrollments")
            .header("Content-Type", "application/json")
            .POST(
                BodyPublishers.ofString(
                    "{\"studentId\":%d,\"courseId\":%d}".formatted(student, course)));
    HttpResponse<String> response =
        instance.send(key == null ? request : request.header("Idempotency-Key", key));
    return new Answer(
        response.statusCode(),
        JSON.readTree(response.body()).path("code").asString(""),
        response.headers().firstValue("Retry-After").orElse(""),
        response.headers().firstValue("Location").orElse(""),
        response.body());
  }

  CompletableFuture<Answer> sentTo(Api instance) {
    return CompletableFuture.supplyAsync(() -> to(instance), THREADS);
  }
}
