package io.sugang.catalog.course;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The few spellings of an address by which NGINX keeps the seats of a department. */
class SeatAddressTests {
  private static final String NAME = "가 (a*b)'s ~1!";

  private final SeatAddress address = new SeatAddress(NAME, 20_261L);

  @ParameterizedTest
  @ValueSource(
      strings = {
        // curl --data-urlencode, quote of Python
        "%EA%B0%80%20%28a%2Ab%29%27s%20~1%21",
        // encodeURIComponent, as it is and as a browser sends it
        "%EA%B0%80%20(a*b)'s%20~1!",
        "%EA%B0%80%20(a*b)%27s%20~1!"
      })
  void usualClientsAreAnsweredAtOnce(String spelling) {
    assertThat(address.isUsual("department=" + spelling + "&term=20261")).isTrue();
  }

  @Test
  void aFormIsUsualToo() {
    String form = URLEncoder.encode(NAME, StandardCharsets.UTF_8);
    assertThat(form).contains("+", "%7E");
    assertThat(address.isUsual("department=" + form + "&term=20261")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "department=%ea%B0%80%20%28a%2Ab%29%27s%20~1%21&term=20261",
        "department=%EA%B0%80%20%28%61%2Ab%29%27s%20~1%21&term=20261",
        "department=%EA%B0%80+%28a%2Ab%29%27s%20~1%21&term=20261",
        "department=%EA%B0%80%20%28a*b%29%27s%20~1%21&term=20261",
        "department=%EA%B0%80%20%28a%2Ab%29%27s%20~1%21%20&term=20261",
        "department=%EA%B0%80%20%28a%2Ab%29%27s%20~1%21&term=020261",
        "department=%EA%B0%80%20%28a%2Ab%29%27s%20~1%21",
        "term=20261&department=%EA%B0%80%20%28a%2Ab%29%27s%20~1%21",
        ""
      })
  void allOthersAreNot(String query) {
    assertThat(address.isUsual(query)).isFalse();
  }

  @Test
  void theAddressThatOthersAreSentToIsUsual() {
    assertThat(address.text())
        .isEqualTo("/api/seats?department=%EA%B0%80%20%28a%2Ab%29%27s%20~1%21&term=20261");
    assertThat(address.isUsual(address.text().substring("/api/seats?".length()))).isTrue();
    assertThat(address.isUsual(null)).isFalse();
    assertThat(new SeatAddress("a", null).text()).isEqualTo("/api/seats?department=a");
  }
}
