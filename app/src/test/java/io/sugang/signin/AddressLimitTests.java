package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.http.HttpHeaders;

/** Searches of clients with and without a session. */
class AddressLimitTests {
  private static final int RATE = 1;
  private static final Client ADDRESS = new Client(Client.Kind.ADDRESS, "192.0.2.1");
  private static final Client ANOTHER = new Client(Client.Kind.ADDRESS, "192.0.2.2");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void anAddressWithoutASessionHasARateWhereSignInIsRequired() {
    AddressLimit limit = limit(SignInMode.REQUIRED);
    assertThat(limit.search(ADDRESS)).isZero();
    assertThat(limit.search(ADDRESS)).isZero();
    long wait = limit.search(ADDRESS);
    assertThat(wait).isBetween(1L, Duration.ofSeconds(1).toNanos());
    assertThat(limit.search(ANOTHER)).isZero();
    assertThat(registry.get("sugang.signin.limited").tag("kind", "search").counter().count())
        .isEqualTo(1);
    var answer = limit.tooManySearches(wait);
    assertThat(answer.getStatusCode().value()).isEqualTo(429);
    assertThat(answer.getHeaders().getFirst(HttpHeaders.RETRY_AFTER)).isEqualTo("1");
  }

  /** Its account is counted instead (SignInFilterTests). */
  @ParameterizedTest
  @EnumSource(
      value = Client.Kind.class,
      names = {"ACCOUNT", "LOAD_DRIVER"})
  void aSessionIsNotCountedHere(Client.Kind kind) {
    AddressLimit limit = limit(SignInMode.REQUIRED);
    for (int i = 0; i < 100; i++) {
      assertThat(limit.search(new Client(kind, "1"))).isZero();
    }
  }

  @Test
  void anAddressHasNoneWhereSignInIsOpen() {
    AddressLimit limit = limit(SignInMode.OPEN);
    for (int i = 0; i < 100; i++) {
      assertThat(limit.search(ADDRESS)).isZero();
    }
  }

  private AddressLimit limit(SignInMode mode) {
    return new AddressLimit(new SignInLimits(10, "10", RATE), SignedIn.settings(mode), registry);
  }
}
