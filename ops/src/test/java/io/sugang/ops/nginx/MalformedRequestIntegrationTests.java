package io.sugang.ops.nginx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Requests that NGINX rejects itself, as problems of the API. */
@NginxTest
class MalformedRequestIntegrationTests {
  @Test
  void aRequestThatIsNotHttpIsAProblemToo(NginxFront nginx) throws IOException {
    String tail = " HTTP/1.1\r\nHost: here\r\nConnection: close\r\n";
    nginx.ask("THIS IS NOT HTTP\r\n\r\n").mustBeProblem(400, "INVALID_REQUEST", null);
    nginx
        .ask("GET /api/courses HTTP/1.1\r\n\r\n")
        .mustBeProblem(400, "INVALID_REQUEST", "/api/courses");
    nginx
        .ask("POST /api/enrollments" + tail + "Content-Length: many\r\n\r\n")
        .mustBeProblem(400, "INVALID_REQUEST", "/api/enrollments");
    nginx
        .ask("GET /api/" + "x".repeat(9000) + tail + "\r\n")
        .mustBeProblem(414, "INVALID_REQUEST", null);
    nginx
        .ask("GET /api/courses" + tail + "X: " + "x".repeat(9000) + "\r\n\r\n")
        .mustBeProblem(431, "INVALID_REQUEST", "/api/courses");
    ClientAnswer trace = nginx.ask("TRACE /api/courses" + tail + "\r\n");
    trace.mustBeProblem(405, "METHOD_NOT_ALLOWED", "/api/courses");
    assertThat(trace.header("Allow")).isEqualTo("GET, HEAD, POST, PUT, DELETE");
    nginx
        .ask("POST /api/enrollments" + tail + "Transfer-Encoding: zip\r\n\r\n")
        .mustBeProblem(501, "INVALID_REQUEST", "/api/enrollments");
    nginx
        .ask("GET /api/courses HTTP/3.0\r\nHost: here\r\n\r\n")
        .mustBeProblem(505, "INVALID_REQUEST", null);
    assertThat(nginx.received()).isZero();
  }

  /** What passes is less than an instance takes (application.yml of app). */
  @Test
  void headersOf16KilobytesPassAndMoreIsA431(NginxFront nginx) throws IOException {
    headers(2, nginx).mustBe(200);
    for (int lines : new int[] {3, 4, 8}) {
      headers(lines, nginx).mustBeProblem(431, "INVALID_REQUEST", "/api/courses");
    }
    assertThat(nginx.received()).isOne();
    nginx.await("no instance is left out", () -> nginx.servedBy(nginx.instances));
  }

  /** Sends lines of 8,000 bytes. */
  private static ClientAnswer headers(int lines, NginxFront nginx) throws IOException {
    return nginx.ask(
        "GET /api/courses HTTP/1.1\r\nHost: here\r\nConnection: close\r\n"
            + ("X: " + "x".repeat(7_995) + "\r\n").repeat(lines)
            + "\r\n");
  }

  @Test
  void aPathCannotBreakOutOfTheProblem(NginxFront nginx) throws IOException {
    nginx.get("/x\",\"code\":\"OK").mustBeProblem(404, "NOT_FOUND", null);
    nginx.get("/x\\").mustBeProblem(404, "NOT_FOUND", null);
    nginx.get("/수강").mustBeProblem(404, "NOT_FOUND", null);
    nginx.get("/%22?secret=1").mustBeProblem(404, "NOT_FOUND", "/%22");
  }

  @Test
  void aBodyOf16KilobytesPasses(NginxFront nginx) throws IOException {
    nginx.post("/api/enrollments", "x".repeat(16 * 1024)).mustBe(201);
    assertThat(nginx.onlyRequest().body()).hasSize(16 * 1024);
  }

  @Test
  void aLargerBodyIsA413(NginxFront nginx) throws IOException {
    nginx
        .post("/api/enrollments", "x".repeat(16 * 1024 + 1))
        .mustBeProblem(413, "PAYLOAD_TOO_LARGE", "/api/enrollments");
    nginx
        .post("/api/enrollments", "x".repeat(1024 * 1024))
        .mustBeProblem(413, "PAYLOAD_TOO_LARGE", "/api/enrollments");
    String chunk = "1000\r\n" + "x".repeat(4096) + "\r\n";
    nginx
        .ask(
            "POST /api/enrollments HTTP/1.1\r\n"
                + "Host: here\r\n"
                + "Connection: close\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n"
                + chunk.repeat(5)
                + "0\r\n\r\n")
        .mustBeProblem(413, "PAYLOAD_TOO_LARGE", "/api/enrollments");
    assertThat(nginx.received()).isZero();
  }
}
