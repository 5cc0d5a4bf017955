package io.sugang.startup.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class WarmupPropertiesTests {

  @Test
  void requestsAreSentForAShorterTimeWithFewerThanFourCores() {
    WarmupProperties usual = properties(Map.of());
    assertThat(usual.httpTime(1, false)).isEqualTo(Duration.ofSeconds(5));
    assertThat(usual.httpTime(3, false)).isEqualTo(Duration.ofSeconds(5));
    assertThat(usual.httpTime(4, false)).isEqualTo(Duration.ofSeconds(45));
  }

  @Test
  void theInstanceThatRecordsSendsThemForLonger() {
    WarmupProperties usual = properties(Map.of());
    assertThat(usual.httpTime(2, true)).isEqualTo(Duration.ofSeconds(15));
    assertThat(usual.httpTime(4, true)).isEqualTo(Duration.ofSeconds(45));
  }

  @Test
  void aTimeThatIsSetHoldsOnEveryMachine() {
    WarmupProperties set = properties(Map.of("sugang.warmup.http-time-limit", "3s"));
    assertThat(set.httpTime(2, true)).isEqualTo(Duration.ofSeconds(3));
    assertThat(set.httpTime(8, false)).isEqualTo(Duration.ofSeconds(3));
  }

  private static WarmupProperties properties(Map<String, String> settings) {
    return new Binder(new MapConfigurationPropertySource(settings))
        .bindOrCreate("sugang.warmup", WarmupProperties.class);
  }
}
