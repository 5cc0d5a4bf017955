package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.servers.SugangTest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.mock.web.MockHttpServletRequest;

@SugangTest(properties = "sugang.sign-in.session-key=" + SignedIn.KEY)
class ClientsIntegrationTests {
  @Autowired private Clients clients;

  private Client of(@Nullable String address, @Nullable String token) {
    var request = new MockHttpServletRequest("GET", "/api/courses");
    request.setRemoteAddr("172.18.0.9"); // NGINX
    if (address != null) {
      request.addHeader("X-Forwarded-For", address);
    }
    if (token != null) {
      request.addHeader("Authorization", "Bearer " + token);
    }
    return clients.of(request);
  }

  @Test
  void aSessionIsItsAccountWhateverTheAddressAndTheToken() {
    Client student = of("192.0.2.1", SignedIn.token(Role.STUDENT, 17));
    assertThat(student.kind()).isEqualTo(Client.Kind.ACCOUNT);
    assertThat(of("192.0.2.2", SignedIn.token(Role.STUDENT, 17))).isEqualTo(student);
    assertThat(of("192.0.2.1", SignedIn.token(Role.STUDENT, 18))).isNotEqualTo(student);
    assertThat(of("192.0.2.1", SignedIn.token(Role.REGISTRAR, 17))).isNotEqualTo(student);
    assertThat(of("192.0.2.1", SignedIn.token(Role.LOAD, 0)).kind())
        .isEqualTo(Client.Kind.LOAD_DRIVER);
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1.invented", "x"})
  void anInventedTokenIsTheAddress(String token) {
    assertThat(of("192.0.2.1", token)).isEqualTo(of("192.0.2.1", null));
    assertThat(of("192.0.2.1", null).kind()).isEqualTo(Client.Kind.ADDRESS);
  }

  @ParameterizedTest
  @CsvSource({
    "192.0.2.1, 192.0.2.2, false",
    "2001:db8:0:1::1, 2001:db8:0:1:ffff::2, true",
    "2001:db8:0:1::1, 2001:db8:0:2::1, false",
    "::1, 127.0.0.1, false",
    "invented, another, true"
  })
  void anAddressIsItsNetwork(String one, String other, boolean same) {
    assertThat(of(one, null).equals(of(other, null))).isEqualTo(same);
  }

  @Test
  void withoutNginxItIsTheAddressOfTheConnection() {
    assertThat(of(null, null)).isEqualTo(of("172.18.0.9", null));
  }
}
