package io.sugang.ops.nginx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who the client is behind proxies: tests connect from 127.0.0.1. */
@NginxTest
class ProxyIntegrationTests {
  /** Also where the proxy is on this machine, whose own requests have no limit. */
  @ParameterizedTest
  @ValueSource(strings = {"none", "127.0.0.0/8"})
  void eachClientOfATrustedProxyHasALimitOfItsOwn(String exempt, NginxFront nginx)
      throws IOException {
    limit("127.0.0.1", exempt, nginx);
    nginx.await("the limit of one is used up", () -> courses("203.0.113.1", nginx).status() == 429);
    courses("203.0.113.2", nginx).mustBe(200);
    courses("2001:db8::2", nginx).mustBe(200);
  }

  /** An instance counts them in the same way. */
  @Test
  void allAddressesOfAnIpv6NetworkOf64BitsHaveOneLimit(NginxFront nginx) throws IOException {
    limit("127.0.0.1", "none", nginx);
    nginx.await(
        "the limit of one is used up", () -> courses("2001:db8:1::1", nginx).status() == 429);
    int passed = 0;
    for (int i = 2; i < 32; i++) {
      passed += courses("2001:db8:1:0:" + i + ":a:b:c", nginx).status() == 200 ? 1 : 0;
    }
    assertThat(passed).as("of 30 other addresses of the network").isLessThan(10);
    courses("2001:db8:1:1::1", nginx).mustBe(200);
  }

  @Test
  void anIpv4AddressThatIsWrittenAsIpv6HasALimitOfItsOwn(NginxFront nginx) throws IOException {
    limit("127.0.0.1", "none", nginx);
    nginx.await(
        "the limit of one is used up", () -> courses("::ffff:203.0.113.81", nginx).status() == 429);
    courses("::ffff:203.0.113.82", nginx).mustBe(200);
  }

  @Test
  void aClientThatIsNoProxyCannotChooseItsAddress(NginxFront nginx) throws IOException {
    limit("10.0.0.0/8 192.0.2.7", "none", nginx);
    nginx.await(
        "the limit of the client is used up", () -> courses("203.0.113.1", nginx).status() == 429);
    int passed = 0;
    for (int i = 0; i < 30; i++) {
      ClientAnswer answer = courses("203.0.113." + i, nginx);
      passed += answer.status() == 200 ? 1 : 0;
    }
    assertThat(passed).as("of 30 with invented addresses").isLessThan(10);
    nginx.limit(Map.of("SUGANG_TRUSTED_PROXY", "10.0.0.0/8"));
    nginx.await("no limit", nginx::manyPass);
    nginx.forgetRequests();
    courses("203.0.113.1", nginx).mustBe(200);
    assertThat(nginx.onlyRequest().header("X-Forwarded-For")).isEqualTo("127.0.0.1");
  }

  @Test
  void inAChainTheClientIsTheLastThatIsNoProxy(NginxFront nginx) throws IOException {
    nginx.limit(Map.of("SUGANG_TRUSTED_PROXY", "127.0.0.1 10.0.0.0/8"));
    nginx.await(
        "the proxies are known",
        () -> {
          nginx.forgetRequests();
          courses("203.0.113.1", nginx).mustBe(200);
          return "203.0.113.1".equals(nginx.onlyRequest().header("X-Forwarded-For"));
        });
    nginx.forgetRequests();
    // What stands first is the client's own word.
    courses("127.0.0.1, 6.6.6.6, 203.0.113.9, 10.1.2.3", nginx).mustBe(200);
    assertThat(nginx.onlyRequest().header("X-Forwarded-For")).isEqualTo("203.0.113.9");
  }

  private static void limit(String proxies, String exempt, NginxFront nginx) throws IOException {
    nginx.limit(
        Map.of(
            "SUGANG_RATE_LIMIT", "1",
            "SUGANG_RATE_LIMIT_EXEMPT", exempt,
            "SUGANG_TRUSTED_PROXY", proxies));
  }

  private static ClientAnswer courses(String forwardedFor, NginxFront nginx) throws IOException {
    return nginx.ask(
        "GET /api/courses HTTP/1.1\r\nHost: here\r\nConnection: close\r\nX-Forwarded-For: %s\r\n\r\n"
            .formatted(forwardedFor));
  }
}
