package io.sugang.server.management;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** By which hosts the management port may be called. */
class ManagementHostsTests {
  private final ManagementHosts hosts =
      new ManagementHosts(new ManagementProperties(List.of("App", "host.docker.internal")));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:8081",
        "localhost.",
        "127.0.0.1:19081",
        "172.18.0.4:8081",
        "[::1]",
        "[FE80::1]:8081",
        "app:8081",
        "APP.",
        "host.docker.internal:8081"
      })
  void localhostAddressesAndNamedHosts(String host) {
    assertThat(hosts.include(host)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":8081",
        "evil.example",
        "evil.example:8081",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "1.2.3",
        "1.2.3.4.5",
        "2130706433",
        "app.evil.example",
        "[::1",
        "[evil]",
        "localhost:80:80"
      })
  void noOthers(String host) {
    assertThat(hosts.include(host)).isFalse();
  }
}
