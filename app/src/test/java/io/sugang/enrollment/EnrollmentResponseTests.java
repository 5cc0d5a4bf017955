package io.sugang.enrollment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class EnrollmentResponseTests {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-03-02T01:00:00Z",
        "2026-03-02T01:00:00.120Z",
        "2026-03-02T01:00:00.123456Z",
        "2026-03-02T01:00:00.000001Z"
      })
  void theBytesAreWhatJacksonWrites(String enrolledAt) {
    EnrollmentResponse response =
        new EnrollmentResponse(9_000_000_000_000_123L, 1, 500, Instant.parse(enrolledAt));
    assertThat(new String(response.json(), StandardCharsets.UTF_8))
        .isEqualTo(new JsonMapper().writeValueAsString(response));
  }
}
