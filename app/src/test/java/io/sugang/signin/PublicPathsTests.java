package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What everybody may read where sign-in is required. */
class PublicPathsTests {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/courses",
        "/api/courses/1",
        "/api/seats",
        "/api/session/oidc",
        "/api/session/oidc/callback",
        "/v3/api-docs",
        "/problems/course-full"
      })
  void theseAreRead(String path) {
    assertThat(PublicPaths.include("GET", path)).isTrue();
    assertThat(PublicPaths.include("HEAD", path)).isTrue();
    for (String change : new String[] {"POST", "PUT", "PATCH", "DELETE", "TRACE"}) {
      assertThat(PublicPaths.include(change, path)).as(change).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/api",
        "/api/clock",
        "/api/students/1",
        "/api/students/1/enrollments",
        "/api/enrollments",
        "/api/enrollments/1",
        "/api/me",
        "/api/courses/",
        "/api/courses/1/students",
        "/api/courses/../students/1",
        "/api/courses/..%2fstudents/1",
        "/api/courses/..;/students/1",
        "/api/courses/1;x=/../../students/1",
        "/api/courses/./1",
        "/api//courses",
        "/API/courses",
        "/api/courses%2f1",
        "/api/coursesX",
        "/problems/",
        "/problems/../api/students/1",
        "/api/session/oidc/",
        "/api/session/oidc/callback/x",
        "/api/session/oidc%2fcallback",
        "/v3/api-docs/1",
        "/error",
        "/actuator/health"
      })
  void everythingElseNeedsASession(String path) {
    assertThat(PublicPaths.include("GET", path)).isFalse();
  }
}
