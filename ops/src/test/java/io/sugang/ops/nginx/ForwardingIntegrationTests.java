package io.sugang.ops.nginx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What an instance receives of a request. */
@NginxTest
class ForwardingIntegrationTests {
  @Test
  void headersNameTheClientWhateverItClaims(NginxFront nginx) throws IOException {
    nginx
        .ask(
            """
            GET /api/courses?department=%EC%88%98 HTTP/1.1
            Host: sugang.example:8080
            Connection: close, X-Private
            X-Private: 1
            Idempotency-Key: abc
            Sugang-Warmup: 1
            X-Forwarded-For: 6.6.6.6
            X-Forwarded-Host: evil.example
            X-Forwarded-Proto: https

            """)
        .mustBe(200);
    ForwardedRequest seen = nginx.onlyRequest();
    assertThat(seen.line()).isEqualTo("GET /api/courses?department=%EC%88%98 HTTP/1.1");
    assertThat(seen.header("Host")).isEqualTo("sugang.example:8080");
    assertThat(seen.header("X-Forwarded-Host")).isEqualTo("sugang.example:8080");
    assertThat(seen.header("X-Forwarded-For")).isEqualTo("127.0.0.1");
    assertThat(seen.header("X-Forwarded-Proto")).isEqualTo("http");
    assertThat(seen.header("Idempotency-Key")).isEqualTo("abc");
    assertThat(seen.header("Connection")).isNull();
    assertThat(seen.header("Sugang-Warmup")).isNull();
  }

  @Test
  void theWayBackFromAnIdentityProviderPassesWholeAndIsNotKept(NginxFront nginx)
      throws IOException {
    String way =
        "/api/session/oidc/callback?code=a%2Fb.c&state=s-_1&iss=https%3A%2F%2Flogin.example%2Frealms%2Fx";
    nginx.instances.forEach(
        instance -> instance.headers = "Set-Cookie: sugang=v1.x; Path=/; HttpOnly\r\n");
    for (int time = 1; time <= 2; time++) {
      ClientAnswer answer = nginx.get(way);
      answer.mustBe(200);
      assertThat(answer.header("Set-Cookie")).isEqualTo("sugang=v1.x; Path=/; HttpOnly");
      assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    }
    assertThat(nginx.instances.stream().flatMap(instance -> instance.requests.stream()))
        .extracting(ForwardedRequest::line)
        .containsExactly("GET " + way + " HTTP/1.1", "GET " + way + " HTTP/1.1");
  }

  @Test
  void aClientWithoutHostIsServed(NginxFront nginx) throws IOException {
    nginx.ask("GET /api/courses HTTP/1.0\r\n\r\n").mustBe(200);
    assertThat(nginx.onlyRequest().header("Host")).isNotNull();
  }

  @Test
  void aPostArrivesWhole(NginxFront nginx) throws IOException {
    String body = "{\"studentId\":1,\"courseId\":2}";
    nginx.post("/api/enrollments", body).mustBe(201);
    assertThat(nginx.onlyRequest().body()).isEqualTo(body);
  }

  @Test
  void aPostInChunksArrivesWhole(NginxFront nginx) throws IOException {
    nginx
        .ask(
            """
            POST /api/enrollments HTTP/1.1
            Host: here
            Connection: close
            Transfer-Encoding: chunked

            8
            {"studen
            14
            tId":1,"courseId":2}
            0

            """)
        .mustBe(201);
    assertThat(nginx.onlyRequest().body()).isEqualTo("{\"studentId\":1,\"courseId\":2}");
    assertThat(nginx.onlyRequest().header("Content-Length")).isEqualTo("28");
  }
}
