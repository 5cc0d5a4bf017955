package io.sugang.servers;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;

/**
 * The clock of a host that is five seconds fast, in addition to the classes of the service. No
 * {@code @Configuration}, which would be found by every instance.
 */
public class FastHostClock {
  private static final Duration WRONG = Duration.ofSeconds(5);

  @Bean
  InstantSource hostClock() {
    return () -> Instant.now().plus(WRONG);
  }
}
