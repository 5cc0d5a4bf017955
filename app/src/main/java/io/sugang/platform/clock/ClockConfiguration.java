package io.sugang.platform.clock;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** One shared clock, measured before anything reads it. */
@Configuration(proxyBeanMethods = false)
class ClockConfiguration {

  /**
   * The follower, whose first measurement is over. It waits for servers that do not answer, a
   * second or two.
   *
   * @param host the host's clock, where it is not the system's
   */
  @Bean(destroyMethod = "close")
  ClockFollower clockFollower(
      LettuceConnectionFactory redis,
      DataSource mysql,
      ObjectProvider<InstantSource> host,
      ClockProperties properties,
      MeterRegistry registry) {
    InstantSource hostClock = host.getIfAvailable(InstantSource::system);
    SharedClock clock = new SharedClock(zeroNanos(hostClock));
    ClockFollower follower =
        new ClockFollower(
            clock,
            new RedisTime(redis),
            new MySqlTime(mysql),
            () -> zeroNanos(hostClock),
            System::nanoTime);
    ClockMeters.register(registry, clock, hostClock, follower);
    follower.start(properties.period());
    return follower;
  }

  @Bean
  SharedClock sharedClock(ClockFollower follower) {
    return follower.clock();
  }

  private static long zeroNanos(InstantSource host) {
    Instant now = host.instant();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano() - System.nanoTime();
  }
}
