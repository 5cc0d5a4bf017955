package io.sugang.server.management;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import io.sugang.http.RawHttp;
import io.sugang.servers.SugangTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;

/** Requests of browsers to the port that has no sign-in. */
@SugangTest
class ManagementBorderIntegrationTests {
  private static final String SQL = "SELECT capacity FROM course WHERE course_id = 7";

  @Autowired JdbcTemplate jdbc;
  @LocalServerPort int port;
  @LocalManagementPort int managementPort;

  @ParameterizedTest
  @CsvSource({
    "evil.example,'Origin: http://evil.example',421,INVALID_REQUEST",
    "evil.example:19081,'X: 1',421,INVALID_REQUEST",
    "127.0.0.1,'Origin: http://evil.example',403,CROSS_SITE",
    "127.0.0.1,'Origin: http://127.0.0.1',403,CROSS_SITE",
    "localhost,'Origin: null',403,CROSS_SITE"
  })
  void aPageChangesNothing(String host, String header, int status, String code) {
    Integer capacity = jdbc.queryForObject(SQL, Integer.class);
    RawHttp.Answer answer = change(host, header, 1);
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(JsonPath.<String>read(answer.body(), "$.code")).isEqualTo(code);
    assertThat(JsonPath.<Integer>read(answer.body(), "$.status")).isEqualTo(status);
    assertThat(jdbc.queryForObject(SQL, Integer.class)).isEqualTo(capacity);
    assertThat(read("evil.example").status()).isEqualTo(421);
  }

  @Test
  void aProgramMayRead() {
    assertThat(read("127.0.0.1:" + managementPort).status()).isEqualTo(200);
    assertThat(read("localhost").status()).isEqualTo(200);
    // The health check of the container.
    assertThat(
            RawHttp.ask(managementPort, "GET /actuator/health/readiness HTTP/1.0\r\n\r\n").status())
        .isEqualTo(200);
  }

  /** NGINX refuses above 16 KB (MalformedRequestIntegrationTests of ops). */
  @Test
  void anInstanceTakesMoreHeadersThanNginxPassesOn() {
    String headers = ("X: " + "x".repeat(8_000) + "\r\n").repeat(2) + "Y: " + "y".repeat(3_000);
    assertThat(
            RawHttp.ask(
                    port,
                    "GET /api/courses/7 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n%s\r\n\r\n"
                        .formatted(headers))
                .status())
        .isEqualTo(200);
  }

  private RawHttp.Answer read(String host) {
    return RawHttp.ask(
        managementPort,
        "GET /actuator/prometheus HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
            .formatted(host));
  }

  private RawHttp.Answer change(String host, String header, int capacity) {
    String body = "{\"capacity\":%d}".formatted(capacity);
    return RawHttp.ask(
        managementPort,
        "POST /actuator/courses/7 HTTP/1.1\r\nHost: %s\r\n%s\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(host, header, body.length(), body));
  }
}
