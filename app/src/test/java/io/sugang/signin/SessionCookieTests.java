package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The cookie of a session by HTTP and by HTTPS. */
class SessionCookieTests {
  private final SessionCookie http = new SessionCookie(false);
  private final SessionCookie https = new SessionCookie(true);

  @Test
  void aScriptCannotReadItAndAnotherSiteCannotSendItWithAChange() {
    assertThat(http.storing("T")).isEqualTo("sugang=T; Path=/; HttpOnly; SameSite=Lax");
    assertThat(https.storing("T"))
        .isEqualTo("__Host-sugang=T; Path=/; HttpOnly; SameSite=Lax; Secure");
    assertThat(http.removing()).isEqualTo("sugang=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
    assertThat(https.removing())
        .isEqualTo("__Host-sugang=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0");
  }

  @ParameterizedTest
  @CsvSource({
    "sugang=T,T",
    "a=b; sugang=T,T",
    "a=b;sugang=T;c=d,T",
    "a=b;   sugang=T  ; c=d,T",
    "sugang=,''",
    "sugang=T; sugang=U,T",
    "xsugang=T,",
    "x=sugang=T,",
    "sugangx=T,",
    "SUGANG=T,",
    "sugang,",
    "__Host-sugang=T,",
    "';;; ; ',",
    "'',"
  })
  void itIsFoundByItsNameAlone(String header, @Nullable String token) {
    assertThat(http.tokenIn(header)).isEqualTo(token);
  }

  @Test
  void byHttpsOnlyTheCookieOfTheHostCounts() {
    assertThat(https.tokenIn("sugang=U; __Host-sugang=T")).isEqualTo("T");
    assertThat(https.tokenIn("sugang=U")).isNull();
  }
}
