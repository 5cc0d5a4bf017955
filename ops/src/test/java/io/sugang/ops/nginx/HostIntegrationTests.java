package io.sugang.ops.nginx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which hosts are served: a page of another site whose name leads here is not of this service. */
@NginxTest
class HostIntegrationTests {
  private static final Map<String, String> NAMED =
      Map.of(
          "SUGANG_HOSTS", "Sugang.Example.ac.kr 192.0.2.7 [2001:DB8::1]",
          "SUGANG_PUBLIC_URL", "https://public.example:8443");

  @Test
  void aPageOfAnotherSiteThatLeadsHereDoesNothing(NginxFront nginx) throws IOException {
    ClientAnswer answer =
        nginx.ask(
            """
            POST /api/enrollments HTTP/1.1
            Host: evil.example
            Origin: http://evil.example
            Sec-Fetch-Site: same-origin
            Connection: close
            Content-Type: application/json
            Content-Length: 2

            {}\
            """);
    answer.mustBeProblem(421, "INVALID_REQUEST", "/api/enrollments");
    assertThat(answer.body()).contains("SUGANG_HOSTS");
    for (String path :
        new String[] {"/", "/desk", "/page/x.js", "/healthz", "/clock", "/nothing"}) {
      asking(path, "evil.example", nginx).mustBeProblem(421, "INVALID_REQUEST", path);
    }
    assertThat(nginx.received()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LocalHost:8080",
        "localhost.",
        "127.0.0.1",
        "127.0.0.1:80",
        "[::1]",
        "[::1]:8080",
        "sugang.example.ac.kr",
        "SUGANG.example.ac.kr.:443",
        "192.0.2.7",
        "[2001:db8::1]:80",
        "public.example",
        "public.example:1"
      })
  void aHostOfTheSettingsIsServedWithAnyPort(String host, NginxFront nginx) throws IOException {
    serve(NAMED, nginx);
    asking("/api/courses", host, nginx).mustBe(200);
    assertThat(nginx.onlyRequest().header("Host")).isEqualTo(host);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "localhost.evil.example",
        "evil-localhost",
        "sugangxexample.ac.kr",
        "x.public.example",
        "127.0.0.2",
        "10.1.2.3",
        "[::2]",
        "0.0.0.0",
        "2130706433"
      })
  void anotherHostIsNot(String host, NginxFront nginx) throws IOException {
    serve(NAMED, nginx);
    asking("/api/courses", host, nginx).mustBeProblem(421, "INVALID_REQUEST", "/api/courses");
    assertThat(nginx.received()).isZero();
  }

  /**
   * A page of another site has a name, so addresses need not be known where all are listened on.
   */
  @Test
  void whereAllAddressesAreServedAnyAddressIsAHostAndNoName(NginxFront nginx) throws IOException {
    serve(Map.of("SUGANG_BIND", "0.0.0.0"), nginx);
    for (String host : new String[] {"10.1.2.3:8080", "192.168.0.9", "[fe80::1]", "localhost"}) {
      asking("/api/courses", host, nginx).mustBe(200);
    }
    for (String host : new String[] {"evil.example", "1.2.3.4.evil.example", "server"}) {
      asking("/api/courses", host, nginx).mustBe(421);
    }
  }

  @Test
  void theHostOfAnAddressCountsAsMuchAsThatOfTheHeader(NginxFront nginx) throws IOException {
    serve(NAMED, nginx);
    for (String[] hosts :
        new String[][] {{"evil.example", "localhost"}, {"localhost", "evil.example"}}) {
      nginx
          .ask(
              "GET http://%s/api/courses HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                  .formatted(hosts[0], hosts[1]))
          .mustBe(421);
    }
    nginx
        .ask(
            "GET http://localhost/api/courses HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .mustBe(200);
    // A health check.
    nginx.ask("GET /healthz HTTP/1.0\r\n\r\n").mustBe(200);
  }

  private static void serve(Map<String, String> settings, NginxFront nginx) throws IOException {
    Set<Long> before = nginx.workers().stream().map(ProcessHandle::pid).collect(Collectors.toSet());
    nginx.serveHosts(settings);
    // A worker with the settings before may answer until it has ended.
    nginx.await(
        "the hosts are in force",
        () ->
            nginx.workers().stream().noneMatch(worker -> before.contains(worker.pid()))
                && asking("/healthz", "here", nginx).status() == 421);
  }

  private static ClientAnswer asking(String path, String host, NginxFront nginx)
      throws IOException {
    return nginx.ask(
        "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(path, host));
  }
}
