package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.ops.signin.Credentials;
import io.sugang.ops.signin.SessionRole;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The tools make tokens and passwords with code of their own, as the service reads them. */
class ToolCredentialsTests {
  private static final long NOW = System.currentTimeMillis();
  private final SessionTokens tokens = new SessionTokens(new SessionKey(SignedIn.KEY), null);

  @Test
  void theServiceAcceptsTheTokensOfTheTools() {
    assertThat(tokens.read(Credentials.loadToken(SignedIn.KEY), NOW))
        .isInstanceOfSatisfying(
            SessionToken.class,
            session -> {
              assertThat(session.role()).isEqualTo(Role.LOAD);
              assertThat(session.expiresAt() - session.signedInAt())
                  .isEqualTo(Credentials.VALID.toMillis());
            });
    assertThat(tokens.read(Credentials.studentToken(SignedIn.KEY, 9_007_199_253_999_999L), NOW))
        .isInstanceOfSatisfying(
            SessionToken.class,
            session -> {
              assertThat(session.role()).isEqualTo(Role.STUDENT);
              assertThat(session.subject()).isEqualTo(9_007_199_253_999_999L);
            });
    for (SessionRole role : SessionRole.values()) {
      assertThat(tokens.read(Credentials.token(SignedIn.KEY, role, 7), NOW))
          .isInstanceOfSatisfying(
              SessionToken.class,
              session -> assertThat(session.role().name()).isEqualTo(role.name()));
    }
    assertThat(tokens.read(Credentials.loadToken(SignedIn.KEY + "x"), NOW))
        .isEqualTo(TokenCheck.NotValid.INVALID);
  }

  @Test
  void theServiceAcceptsThePasswordsOfTheTools() {
    var accounts = new LocalAccounts(SignedIn.ACCOUNTS);
    for (String account : new String[] {"student:2026618033", "staff:registrar", "staff:김교무"}) {
      assertThat(Credentials.password(SignedIn.ACCOUNTS, account))
          .isEqualTo(accounts.password(account));
    }
  }

  @Test
  void aLoadDriverSignsInOnlyWhereItMust() {
    var key = Map.of("SUGANG_SESSION_KEY", SignedIn.KEY);
    assertThat(Credentials.headers(key)).isEmpty();
    assertThat(
            Credentials.headers(
                Map.of("SUGANG_SESSION_KEY", SignedIn.KEY, "SUGANG_SIGN_IN", "open")))
        .isEmpty();
    var headers =
        Credentials.headers(
            Map.of("SUGANG_SESSION_KEY", SignedIn.KEY, "SUGANG_SIGN_IN", "required"));
    assertThat(headers).containsOnlyKeys("Authorization");
    assertThat(headers.get("Authorization")).startsWith("Bearer v1.");
  }
}
