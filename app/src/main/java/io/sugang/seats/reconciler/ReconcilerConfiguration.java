package io.sugang.seats.reconciler;

import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.seats.gate.SeatCircuit;
import io.sugang.seats.gate.SeatGate;
import io.sugang.seats.gate.SeatRosters;
import io.sugang.seats.ledger.EnrollmentLedger;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Configuration of the reconciler, which exists when there is a gate ({@code sugang.seat.control}).
 */
class ReconcilerConfiguration {
  private static final String CONTROL = "sugang.seat.control";

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = CONTROL, havingValue = "redis", matchIfMissing = true)
  static class ReconcilerBeans {

    @Bean
    SeatReconciler seatReconciler(
        SeatRosters gateRosters,
        SeatGate gate,
        SeatCircuit circuit,
        EnrollmentLedger ledger,
        RedissonClient redisson,
        ReconcilerProperties properties,
        MeterRegistry metrics) {
      CourseRosters courseRosters =
          new CourseRosters(gateRosters, gate, ledger, new UnreadableCourses(metrics), properties);
      return new SeatReconciler(
          gateRosters,
          circuit,
          ledger,
          courseRosters,
          new RosterRotation(),
          new DriftDetector(courseRosters, ledger, properties.grace()),
          new ReconcilerLease(redisson),
          new SeatGauges(ledger, properties.leakedAfter(), metrics),
          properties);
    }

    @Bean
    HealthIndicator seatReconcilerHealthIndicator(SeatReconciler reconciler) {
      return new SeatReconcilerHealth(reconciler);
    }

    /**
     * Creates Redisson for the lease alone: few threads and connections, and no wait at the start
     * for a Redis that is away.
     */
    @Bean(destroyMethod = "shutdown")
    RedissonClient redisson(LettuceConnectionFactory factory) {
      RedisStandaloneConfiguration redis = factory.getStandaloneConfiguration();
      Config config = new Config().setLazyInitialization(true).setThreads(2).setNettyThreads(2);
      config
          .useSingleServer()
          .setAddress(
              (factory.isUseSsl() ? "rediss://" : "redis://")
                  + redis.getHostName()
                  + ":"
                  + redis.getPort())
          .setDatabase(redis.getDatabase())
          .setConnectionMinimumIdleSize(1)
          .setConnectionPoolSize(2)
          .setSubscriptionConnectionMinimumIdleSize(0)
          .setSubscriptionConnectionPoolSize(1)
          .setConnectTimeout(500)
          .setTimeout(500)
          .setRetryAttempts(0)
          // A connection without an answer to this ping in time is closed.
          .setPingConnectionInterval(1_000);
      redis
          .getPassword()
          .toOptional()
          .ifPresent(password -> config.setPassword(new String(password)));
      if (redis.getUsername() != null) {
        config.setUsername(redis.getUsername());
      }
      return Redisson.create(config);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = CONTROL, havingValue = "lock")
  static class NoReconcilerBeans {

    @Bean
    NoRosters noRosters() {
      return new NoRosters();
    }

    /** Creates the health indicator, because liveness names it in both variants. */
    @Bean
    HealthIndicator seatReconcilerHealthIndicator() {
      return () -> Health.up().build();
    }
  }
}
