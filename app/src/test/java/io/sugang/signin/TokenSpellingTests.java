package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.http.TokenSpelling;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.mock.web.MockHttpServletRequest;

/** The spellings that NGINX counts (LimitIntegrationTests of ops) are those of a session here. */
class TokenSpellingTests {
  static Stream<TokenSpelling> spellings() {
    return Stream.of(false, true).flatMap(https -> TokenSpelling.all(https).stream());
  }

  @ParameterizedTest
  @MethodSource("spellings")
  void anInstanceFindsTheToken(TokenSpelling spelling) {
    var request = new MockHttpServletRequest("GET", "/api/me");
    for (String line : spelling.with("v1.token", "v1.decoy").split("\r\n")) {
      int colon = line.indexOf(':');
      // Tomcat takes the blanks around a value away.
      request.addHeader(line.substring(0, colon), line.substring(colon + 1).strip());
    }
    assertThat(SignInFilter.token(request, new SessionCookie(spelling.https())))
        .isEqualTo("v1.token");
  }
}
