package io.sugang.tools.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The verdicts, by the SBOM of this build and answers in the form that OSV gives. */
class AuditCommandTests {
  private static final String KNOWN =
      "{\"vulns\":[{\"id\":\"GHSA-xxxx-0000-0001\",\"modified\":\"2026-01-10T08:30:00.126Z\"},"
          + "{\"id\":\"GHSA-xxxx-0000-0002\",\"modified\":\"2026-02-01T00:00:00Z\"}]}";

  private final CopyOnWriteArrayList<JsonNode> asked = new CopyOnWriteArrayList<>();
  private final JsonMapper json = new JsonMapper();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void noKnownVulnerabilityIsZero() {
    answerEach(query -> "{}");

    var run = audit();

    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("NONE KNOWN in ");
    assertThat(asked.getFirst().path("queries"))
        .extracting(query -> query.at("/package/purl").asString())
        .hasSizeGreaterThan(50)
        .allMatch(purl -> purl.matches("pkg:(maven|npm)/[^?]+@[^?]+"))
        .anyMatch(purl -> purl.matches("pkg:npm/lit-html@[0-9.]+"))
        .anyMatch(purl -> purl.startsWith("pkg:maven/io.lettuce/lettuce-core@"))
        .noneMatch(purl -> purl.contains("/junit"));
  }

  @Test
  void aKnownVulnerabilityIsOneAndNamesTheLibrary() {
    answerEach(query -> query.toString().contains("lettuce-core") ? KNOWN : "{}");

    var run = audit();

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .containsPattern("lettuce-core@\\S+  GHSA-xxxx-0000-0001 GHSA-xxxx-0000-0002")
        .contains("VULNERABLE: 1 of ");
  }

  @Test
  void aVulnerabilityOnALaterPageIsFound() {
    answerEach(query -> {
      if (!query.toString().contains("lettuce-core")) {
        return "{}";
      }
      return query.path("page_token").asString("").equals("second")
          ? KNOWN
          : "{\"next_page_token\":\"second\"}";
    });

    var run = audit();

    assertThat(run.status()).isEqualTo(1);
    assertThat(asked).hasSize(2);
  }

  @Test
  void pagesWithoutEndAreUnknown() {
    answerEach(query -> "{\"next_page_token\":\"more\"}");

    assertUnknown(audit(), "did not come to an end");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "[]", "{\"results\":[]}", "{\"results\":[{}]}", "<html>", ""})
  void anAnswerThatLeavesLibrariesOutIsUnknown(String body) {
    answer(200, request -> body);

    assertUnknown(audit(), address());
  }

  @Test
  void aVulnerabilityWithoutAnIdIsUnknown() {
    answerEach(query -> "{\"vulns\":[{}]}");

    assertUnknown(audit(), "without an id");
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 401, 404, 429, 500, 503})
  void anotherStatusIsUnknown(int status) {
    answer(status, request -> "{}");

    assertUnknown(audit(), "answered with status " + status);
  }

  @Test
  void noAnswerIsUnknown() {
    server.stop(0);

    assertUnknown(audit(), "does not answer");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "osv", "ftp://localhost", "http://", "http://a b"})
  void noAddressIsUnknown(String address) {
    assertUnknown(run(Map.of("SUGANG_AUDIT_URL", address)), "SUGANG_AUDIT_URL");
  }

  private static void assertUnknown(Run run, String why) {
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("UNKNOWN: ").contains(why).hasLineCount(1);
  }

  private void answerEach(Function<JsonNode, String> result) {
    answer(
        200,
        request ->
            StreamSupport.stream(request.path("queries").spliterator(), false)
                .map(result)
                .collect(Collectors.joining(",", "{\"results\":[", "]}")));
  }

  private void answer(int status, Function<JsonNode, String> body) {
    server.createContext(
        "/v1/querybatch",
        exchange -> {
          try (exchange) {
            JsonNode request = json.readTree(exchange.getRequestBody());
            asked.add(request);
            byte[] bytes = body.apply(request).getBytes();
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
          }
        });
  }

  private String address() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  private Run audit() {
    return run(Map.of("SUGANG_AUDIT_URL", address() + "/"));
  }

  private static Run run(Map<String, String> environment) {
    var out = new StringWriter();
    var err = new StringWriter();
    int status =
        AuditCommand.execute(environment, new PrintWriter(out, true), new PrintWriter(err, true));
    return new Run(status, out.toString(), err.toString());
  }

  private record Run(int status, String out, String err) {}
}
