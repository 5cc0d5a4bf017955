package io.sugang.platform.problem;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import io.sugang.http.Api;
import io.sugang.servers.SugangTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

@SugangTest(properties = "SUGANG_API_DOCS=on")
class ApiDocumentIntegrationTests {
  /**
   * The document for readers without a running service; the service serves it only with {@code
   * SUGANG_API_DOCS=on}.
   */
  private static final Path KEPT = Path.of("..", "docs", "openapi.json");

  @LocalServerPort private int port;

  @Test
  void describesTheApiAndNothingElse() {
    Map<String, Map<String, Object>> paths = JsonPath.read(document(), "$.paths");
    assertThat(paths.keySet())
        .containsExactlyInAnyOrder(
            "/api/students/{id}",
            "/api/students/{id}/enrollments",
            "/api/students/{id}/plan",
            "/api/students/{id}/refusals",
            "/api/courses",
            "/api/courses/{id}",
            "/api/desk/audiences/count",
            "/api/desk/audit",
            "/api/desk/audit.csv",
            "/api/desk/courses/{id}",
            "/api/desk/courses/{id}/cancel",
            "/api/desk/courses/{id}/capacity",
            "/api/desk/courses/{id}/close",
            "/api/desk/courses/{id}/reopen",
            "/api/desk/me",
            "/api/desk/day",
            "/api/desk/mock-term",
            "/api/desk/mock-term/end",
            "/api/desk/overview",
            "/api/desk/students",
            "/api/desk/students/{id}",
            "/api/desk/windows",
            "/api/desk/windows/{id}",
            "/api/desk/windows/{id}/close",
            "/api/desk/windows/{id}/open",
            "/api/desk/windows/{id}/shift",
            "/api/enrollments",
            "/api/enrollments/{id}",
            "/api/desk/overrides",
            "/api/desk/overrides/{id}",
            "/api/desk/overrides/{id}/decision",
            "/api/me",
            "/api/me/basket",
            "/api/me/basket/enrollments",
            "/api/me/basket/{courseId}",
            "/api/me/enrollments",
            "/api/me/enrollments/{id}",
            "/api/me/overrides",
            "/api/me/overrides/{id}",
            "/api/me/overrides/{id}/confirm",
            "/api/me/notices",
            "/api/me/notices/{id}/read",
            "/api/me/plan",
            "/api/me/refusals",
            "/api/me/windows",
            "/api/departments",
            "/api/seats",
            "/api/session",
            "/api/session/oidc",
            "/api/session/oidc/callback",
            "/problems/{slug}");
    assertThat(JsonPath.<String>read(document(), "$.openapi")).startsWith("3.1");
  }

  @Test
  void everyOperationHasASummaryAndEveryOperationOfTheApiItsRefusals() {
    Map<String, Map<String, Object>> paths = JsonPath.read(document(), "$.paths");
    paths.forEach((path, operations) ->
        operations.forEach((method, operation) -> {
          String name = method + " " + path;
          assertThat(JsonPath.<String>read(operation, "$.summary")).as(name).isNotBlank();
          Map<String, Object> responses = JsonPath.read(operation, "$.responses");
          assertThat(responses).as(name).containsKeys("400", "429", "503");
          if (path.startsWith("/api/")) {
            assertThat(
                    JsonPath.<String>read(
                        responses.get("400"), "$.content['application/problem+json'].schema.$ref"))
                .isEqualTo("#/components/schemas/Problem");
          }
        }));
  }

  @Test
  void problemsAndAnswersHaveSchemas() {
    String document = document();
    Set<String> problem =
        JsonPath.<Map<String, Object>>read(document, "$.components.schemas.Problem.properties")
            .keySet();
    assertThat(problem)
        .containsExactlyInAnyOrder(
            "type",
            "title",
            "status",
            "detail",
            "instance",
            "code",
            "opensAt",
            "waitMs",
            "closedAt",
            "audience",
            "standing",
            "conflictingCourseId",
            "weekday",
            "from",
            "until",
            "classification",
            "usedCourses",
            "courseLimit",
            "usedCredits",
            "creditLimit",
            "neededCredits",
            "grade",
            "gradeAtMost",
            "subjectId",
            "usedRetakes",
            "retakeLimit",
            "retakeUnit",
            "missing",
            "termId",
            "most",
            "courseIds",
            "reasons",
            "overrideId",
            "state",
            "expiresAt",
            "taken",
            "current",
            "signedInAt",
            "browser",
            "parameter");
    assertThat(
            JsonPath.<List<String>>read(
                document, "$.components.schemas.Problem.properties.code.enum"))
        .contains("COURSE_FULL", "STUDENT_NOT_FOUND");
    // Both are paths; schemathesis found "uri" promised.
    for (String path : List.of("type", "instance")) {
      assertThat(
              JsonPath.<String>read(
                  document, "$.components.schemas.Problem.properties." + path + ".format"))
          .isEqualTo("uri-reference");
    }
    assertThat(
            JsonPath.<Map<String, Object>>read(
                document, "$.paths['/problems/{slug}'].get.responses"))
        .containsKeys("200", "404");
    assertThat(
            JsonPath.<String>read(
                document,
                "$.paths['/api/students/{id}'].get.responses.200.content['application/json'].schema.$ref"))
        .isEqualTo("#/components/schemas/Student");
  }

  /**
   * {@code app/mvnw -f app/pom.xml test -Dtest=ApiDocumentIntegrationTests -Dopenapi.write} writes
   * it anew.
   */
  @Test
  void theFileInDocsIsTheSameDocument() throws IOException {
    JsonMapper json =
        JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();
    String now = json.writeValueAsString(json.readValue(document(), Map.class)) + "\n";
    if (System.getProperty("openapi.write") != null) {
      Files.writeString(KEPT, now);
    }
    assertThat(KEPT).as("out of date; -Dopenapi.write writes it anew").content().isEqualTo(now);
  }

  private String document() {
    return new Api(port).get("/v3/api-docs").body();
  }
}
