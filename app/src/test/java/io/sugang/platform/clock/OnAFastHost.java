package io.sugang.platform.clock;

import io.sugang.SugangApplication;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * The service on a host whose clock is five seconds fast. No {@code @Configuration}, which would be
 * found by every other test.
 */
@Import(SugangApplication.class)
public class OnAFastHost {
  private static final Duration WRONG = Duration.ofSeconds(5);

  @Bean
  InstantSource hostClock() {
    return () -> Instant.now().plus(WRONG);
  }
}
