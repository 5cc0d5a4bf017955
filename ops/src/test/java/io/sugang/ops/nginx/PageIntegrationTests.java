package io.sugang.ops.nginx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page and its files, as NGINX serves them without an instance. */
@NginxTest
class PageIntegrationTests {
  private static final Pattern FILE =
      Pattern.compile("\"(/page/[0-9a-f]{16}/([^\"]+\\.(js|css|svg)))\"");

  /** Returns the addresses that a document names. */
  private static List<String> files(ClientAnswer document) {
    var files = new ArrayList<String>();
    for (var named = FILE.matcher(document.body()); named.find(); ) {
      files.add(named.group(1));
    }
    return files;
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/?code=1", "/desk"})
  void aDocumentIsAskedForEachTime(String path, NginxFront nginx) throws IOException {
    ClientAnswer document = nginx.get(path);
    document.mustBe(200);
    assertThat(document.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
    assertThat(document.header("Cache-Control")).isEqualTo("no-cache");
    // Two builds of a second would have the same.
    assertThat(document.header("ETag")).isNull();
    assertThat(document.header("Last-Modified")).isNull();
    assertThat(document.body()).startsWith("<!doctype html>").endsWith("</html>\n");
    ClientAnswer again =
        nginx.ask(
            "GET %s HTTP/1.1\r\nHost: here\r\nConnection: close\r\nIf-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT\r\nIf-None-Match: *\r\n\r\n"
                .formatted(path));
    again.mustBe(200);
    assertThat(nginx.received()).isZero();
  }

  @Test
  void aFileIsKeptForGood(NginxFront nginx) throws IOException {
    List<String> files = files(nginx.get("/"));
    assertThat(files)
        .anyMatch(path -> path.endsWith(".js"))
        .anyMatch(path -> path.endsWith(".css"));
    for (String path : files) {
      ClientAnswer file = nginx.get(path);
      file.mustBe(200);
      assertThat(file.header("Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
      assertThat(file.header("Content-Type"))
          .isEqualTo(
              path.endsWith(".js")
                  ? "text/javascript; charset=utf-8"
                  : path.endsWith(".css") ? "text/css; charset=utf-8" : "image/svg+xml");
      assertThat(file.header("ETag")).isNotNull();
    }
    assertThat(nginx.received()).isZero();
  }

  @Test
  void aBrowserIsSentGzip(NginxFront nginx) throws IOException {
    var all = new ArrayList<>(files(nginx.get("/")));
    all.add("/");
    all.add("/desk");
    for (String path : all) {
      ClientAnswer whole = nginx.get(path);
      assertThat(whole.header("Content-Encoding")).as(path).isNull();
      assertThat(whole.header("Vary")).as(path).isEqualTo("Accept-Encoding");
      ClientAnswer packed =
          nginx.ask(
              "HEAD %s HTTP/1.1\r\nHost: here\r\nConnection: close\r\nAccept-Encoding: gzip, br\r\n\r\n"
                  .formatted(path));
      assertThat(packed.header("Content-Encoding")).as(path).isEqualTo("gzip");
      assertThat(Long.parseLong(String.valueOf(packed.header("Content-Length"))))
          .as(path)
          .isBetween(20L, 40_000L);
    }
  }

  @Test
  void thePageLoadsNothingButItsOwnFilesAndTheApi(NginxFront nginx) throws IOException {
    var all = new ArrayList<>(files(nginx.get("/")));
    all.add("/");
    all.add("/desk");
    for (String path : all) {
      ClientAnswer answer = nginx.get(path);
      assertThat(String.valueOf(answer.header("Content-Security-Policy")).split("; "))
          .as(path)
          .containsExactlyInAnyOrder(
              "default-src 'none'",
              "script-src 'self'",
              "style-src 'self'",
              "img-src 'self'",
              "connect-src 'self'",
              "base-uri 'none'",
              "form-action 'self'",
              "frame-ancestors 'none'",
              "require-trusted-types-for 'script'",
              "trusted-types lit-html");
      assertThat(answer.header("X-Content-Type-Options")).as(path).isEqualTo("nosniff");
      assertThat(answer.header("Referrer-Policy")).as(path).isEqualTo("same-origin");
      assertThat(answer.header("Server")).as(path).isEqualTo("nginx");
    }
  }

  @Test
  void onlyReadingIsAllowed(NginxFront nginx) throws IOException {
    List<String> paths = List.of("/", "/desk", files(nginx.get("/")).getFirst());
    for (String path : paths) {
      nginx.post(path, "{}").mustBeProblem(405, "METHOD_NOT_ALLOWED", path);
    }
    assertThat(nginx.received()).isZero();
  }

  @Test
  void theFilesOfAPageDoNotCountForASession(NginxFront nginx) throws IOException {
    String cookie = "Cookie: sugang=v1." + "p".repeat(48) + "." + "q".repeat(22);
    nginx.limitRate("200", "none", "required");
    nginx.await(
        "the limit of tokens is in force",
        () -> ask("/api/courses", cookie, nginx).status() == 429);
    String file = files(nginx.get("/")).getFirst();
    for (int i = 0; i < 100; i++) {
      ask(i % 2 == 0 ? "/" : file, cookie, nginx).mustBe(200);
    }
  }

  private static ClientAnswer ask(String path, String header, NginxFront nginx) throws IOException {
    return nginx.ask(
        "GET %s HTTP/1.1\r\nHost: here\r\nConnection: close\r\n%s\r\n\r\n".formatted(path, header));
  }
}
