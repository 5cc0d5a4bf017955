package io.sugang.ops.nginx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a client receives: which paths are served, and with which headers. */
@NginxTest
class AnswerIntegrationTests {
  private static final Pattern CLOCK = Pattern.compile("\\{\"epochSeconds\":(\\d+)\\.(\\d{3})}");

  @Test
  void aLargeAnswerPassesWhole(NginxFront nginx) throws IOException {
    ClientAnswer answer = nginx.get("/api/large");
    answer.mustBe(200);
    assertThat(answer.body()).hasSameSizeAs(StubInstance.LARGE);
    assertThat(answer.body().equals(StubInstance.LARGE)).isTrue();
  }

  @Test
  void onlyTheApiAndThePageAreServed(NginxFront nginx) throws IOException {
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
            "/page",
            "/page/",
            "/page/missing.js",
            "/page/../conf/nginx.conf",
            "/v3",
            "/problem",
            "/healthz/x",
            "/site/upstream.conf",
            "/error")) {
      nginx.get(path).mustBeProblem(404, "NOT_FOUND", path);
      nginx.post(path, "{}").mustBeProblem(404, "NOT_FOUND", path);
    }
    assertThat(nginx.received()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "/desk/,/desk",
    "/Desk,/desk",
    "/desk//,/desk",
    "/desk/?tab=windows,/desk?tab=windows",
    "/desk.html,/desk",
    "/desk/index.html,/desk",
    "/index.html,/",
    "/index.htm?code=1,/?code=1",
    "/Index,/"
  })
  void whatAPersonTypesLeadsToThePage(String typed, String page, NginxFront nginx)
      throws IOException {
    ClientAnswer answer = nginx.get(typed);
    answer.mustBe(301);
    // Without scheme and host, which a proxy in front has others of.
    assertThat(answer.header("Location")).isEqualTo(page);
    nginx.get(page).mustBe(200);
    nginx.get("//").mustBe(200);
    assertThat(nginx.received()).isZero();
  }

  @Test
  void listsAndTheDesksFiguresAreSentAsGzipAndWhatIsAboutAPersonIsNot(NginxFront nginx)
      throws IOException {
    nginx.instances.forEach(instance -> {
      instance.list = StubInstance.LARGE;
      instance.type = "application/json";
    });
    for (String path :
        List.of("/api/courses?q=1", "/api/departments", "/api/desk/overview", "/api/desk/day")) {
      ClientAnswer packed = askForGzip(path, nginx);
      packed.mustBe(200);
      assertThat(packed.header("Content-Encoding")).as(path).isEqualTo("gzip");
      assertThat(packed.header("Vary")).as(path).isEqualTo("Accept-Encoding");
      ClientAnswer whole = nginx.get(path);
      assertThat(whole.header("Content-Encoding")).as(path).isNull();
      assertThat(whole.body()).hasSameSizeAs(StubInstance.LARGE);
    }
    for (String path : List.of("/api/large", "/api/courses/1", "/api/seats?department=a")) {
      assertThat(askForGzip(path, nginx).header("Content-Encoding")).as(path).isNull();
    }
  }

  private static ClientAnswer askForGzip(String path, NginxFront nginx) throws IOException {
    return nginx.ask(
        "GET %s HTTP/1.1\r\nHost: here\r\nConnection: close\r\nAccept-Encoding: gzip\r\nVia: 1.1 proxy\r\n\r\n"
            .formatted(path));
  }

  @Test
  void theDescriptionOfTheApiIsServed(NginxFront nginx) throws IOException {
    for (String path :
        List.of(
            "/v3/api-docs", "/v3/api-docs.yaml", "/api/courses?page=0", "/problems/course-full")) {
      nginx.get(path).mustBe(200);
      assertThat(nginx.timesSent(path)).as("times of %s", path).isOne();
    }
  }

  @Test
  void everyAnswerHasTheHeadersForBrowsersOnce(NginxFront nginx) throws IOException {
    nginx.instances.forEach(instance ->
        instance.headers = "X-Content-Type-Options: nosniff\r\nReferrer-Policy: origin\r\n");
    String tail = " HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n";
    var answers = new LinkedHashMap<String, ClientAnswer>();
    for (String path :
        List.of("/healthz", "/api/courses", "/problems/course-full", "/v3/api-docs", "/nothing")) {
      answers.put(path, nginx.get(path));
    }
    for (int status : new int[] {201, 204, 404, 409, 503}) {
      answers.put("service's " + status, nginx.post("/api/answer/" + status, "{}"));
    }
    answers.put("413", nginx.post("/api/enrollments", "x".repeat(20_000)));
    answers.put("405", nginx.ask("TRACE /api/courses" + tail));
    answers.put("400", nginx.ask("THIS IS NOT HTTP\r\n\r\n"));
    nginx.instances.forEach(StubInstance::stop);
    answers.put("502", nginx.get("/api/courses"));
    answers.forEach((what, answer) -> {
      assertThat(answer.header("X-Content-Type-Options")).as(what).isEqualTo("nosniff");
      assertThat(answer.header("Content-Security-Policy"))
          .as(what)
          .isEqualTo("default-src 'none'; frame-ancestors 'none'");
      assertThat(answer.header("Referrer-Policy")).as(what).isEqualTo("no-referrer");
      assertThat(answer.header("Cache-Control")).as(what).isEqualTo("no-store");
      assertThat(answer.header("Strict-Transport-Security")).as(what).isNull();
    });
  }

  @Test
  void theServiceMayAllowCaching(NginxFront nginx) throws IOException {
    nginx.instances.forEach(instance -> instance.headers = "Cache-Control: max-age=60\r\n");
    assertThat(nginx.get("/api/courses").header("Cache-Control")).isEqualTo("max-age=60");
  }

  @Test
  void noAnswerNamesAVersion(NginxFront nginx) throws IOException {
    nginx.instances.forEach(
        instance -> instance.headers = "Server: Apache-Coyote/1.1\r\nX-Powered-By: Some/3.2\r\n");
    for (ClientAnswer answer :
        List.of(nginx.get("/api/courses"), nginx.get("/nothing"), nginx.ask("NOT HTTP\r\n\r\n"))) {
      assertThat(answer.header("Server")).isEqualTo("nginx");
      assertThat(answer.header("X-Powered-By")).isNull();
      assertThat(answer.body()).doesNotMatch("(?s).*nginx.*|.*\\d\\.\\d.*");
    }
  }

  @Test
  void nginxTellsItsHealthItself(NginxFront nginx) throws IOException {
    nginx.instances.forEach(StubInstance::stop);
    ClientAnswer answer = nginx.get("/healthz");
    answer.mustBe(200);
    assertThat(answer.header("Content-Type")).isEqualTo("application/json");
    assertThat(answer.header("Server")).isEqualTo("nginx");
  }

  @Test
  void nginxTellsTheTimeItselfAnewEachTime(NginxFront nginx) throws IOException {
    nginx.instances.forEach(StubInstance::stop);
    for (int i = 0; i < 20; i++) {
      long before = System.currentTimeMillis();
      ClientAnswer answer = nginx.get("/clock");
      long after = System.currentTimeMillis();
      answer.mustBe(200);
      assertThat(answer.header("Content-Type")).isEqualTo("application/json");
      assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
      var told = CLOCK.matcher(answer.body());
      assertThat(told.matches()).as("seconds with three decimals: %s", answer.body()).isTrue();
      // NGINX reads the clock once a turn of its loop.
      assertThat(Long.parseLong(told.group(1) + told.group(2))).isBetween(before - 20, after);
    }
  }
}
