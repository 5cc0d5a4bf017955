package io.sugang.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An answer with the times of its request, by the clock that all instances share.
 *
 * @param sent before the request left
 * @param answered after the answer was read
 */
record Answer(Instant sent, Instant answered, HttpResponse<String> response) {
  private static final JsonMapper JSON = new JsonMapper();

  int status() {
    return response.statusCode();
  }

  JsonNode body() {
    String body = response.body();
    return body.isEmpty() ? JSON.createObjectNode() : JSON.readTree(body);
  }

  /** Returns the code of a problem, and otherwise the status. */
  String code() {
    return status() >= 400 ? body().path("code").asString("") : Integer.toString(status());
  }

  boolean enrolled() {
    return status() == 201;
  }

  Instant instant(String member) {
    return Instant.parse(body().path(member).asString());
  }

  Answer expect(String code) {
    assertThat(code()).as(response.body()).isEqualTo(code);
    return this;
  }

  String location() {
    return response.headers().firstValue("Location").orElseThrow();
  }
}
