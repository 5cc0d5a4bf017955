package io.sugang.ops.nginx;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An answer as a client received it from NGINX. */
record ClientAnswer(int status, Map<String, String> headers, String body) {
  private static final String TEXT = "[^\"\\\\\\p{Cntrl}]+";

  @Nullable String header(String name) {
    return headers.get(name);
  }

  void mustBe(int expected) {
    assertThat(status).as("status of the answer %s", body).isEqualTo(expected);
  }

  /**
   * Requires a problem of NGINX's own. The whole body is matched, so it is well-formed JSON as
   * well.
   *
   * @param instance the path in it; null if it has none
   */
  void mustBeProblem(int expected, String code, @Nullable String instance) {
    mustBe(expected);
    assertThat(header("Content-Type")).isEqualTo("application/problem+json");
    String type = code.toLowerCase(Locale.ROOT).replace('_', '-');
    assertThat(body)
        .matches(
            "\\{\"type\":\"/problems/"
                + type
                + "\",\"title\":\""
                + TEXT
                + "\",\"status\":"
                + expected
                + ",\"detail\":\""
                + TEXT
                + "\",\"code\":\""
                + code
                + "\""
                + (instance == null ? "" : ",\"instance\":\"" + Pattern.quote(instance) + "\"")
                + "}");
    assertThat(header("Content-Length"))
        .isEqualTo(String.valueOf(body.getBytes(StandardCharsets.UTF_8).length));
  }
}
