package io.sugang.lab.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** NGINX limits the requests of each token, and a load driver sends thousands a second. */
class LoadSessionsTests {
  @Test
  void eachOf4096RequestsHasAnotherToken() {
    var sessions =
        new LoadSessions(
            Map.of(
                "SUGANG_SIGN_IN", "required",
                "SUGANG_SESSION_KEY", "a-session-key-of-the-tests-0123456789"));
    Set<Map<String, String>> used =
        Stream.generate(sessions).limit(4096).collect(Collectors.toSet());
    assertThat(used)
        .hasSize(4096)
        .allSatisfy(headers ->
            assertThat(headers.get("Authorization")).matches("Bearer v1[.][-_.0-9A-Za-z]{71}"));
    assertThat(used).contains(sessions.get());
  }

  @Test
  void withoutARequiredSignInThereIsNone() {
    var sessions = new LoadSessions(Map.of("SUGANG_SIGN_IN", "open"));
    assertThat(sessions.get()).isEmpty();
    assertThat(sessions.get()).isEmpty();
  }
}
