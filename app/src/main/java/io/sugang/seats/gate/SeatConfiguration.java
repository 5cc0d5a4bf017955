package io.sugang.seats.gate;

import io.lettuce.core.resource.ClientResources;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.server.tomcat.RequestLoop;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Configuration of the two variants of {@code sugang.seat.control}. */
class SeatConfiguration {
  private static final String CONTROL = "sugang.seat.control";

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = CONTROL, havingValue = "redis", matchIfMissing = true)
  static class GateBeans {

    @Bean
    SeatCircuit seatCircuit(SeatProperties properties) {
      return new SeatCircuit(properties.failureWindow());
    }

    @Bean
    RedisClock redisClock() {
      return new RedisClock();
    }

    @Bean(destroyMethod = "close")
    GateConnection requestConnection(
        LettuceConnectionFactory redis,
        SeatProperties properties,
        SeatCircuit circuit,
        ClientResources resources,
        RequestLoop loop) {
      return new GateConnection(
          "sugang-requests",
          redis,
          properties.rosterTimeout(),
          properties.commandTimeout(),
          circuit,
          resources.timer(),
          loop);
    }

    @Bean(destroyMethod = "close")
    GateConnection rosterConnection(
        LettuceConnectionFactory redis,
        SeatProperties properties,
        SeatCircuit circuit,
        ClientResources resources) {
      return new GateConnection(
          "sugang-rosters",
          redis,
          properties.rosterTimeout(),
          properties.rosterTimeout(),
          circuit,
          resources.timer(),
          null);
    }

    @Bean
    SeatGate seatGate(
        @Qualifier("requestConnection") GateConnection connection,
        SeatProperties properties,
        RedisClock clock,
        SeatCircuit circuit,
        MeterRegistry metrics) {
      return new RedisSeatGate(
          connection,
          properties.commandTimeout(),
          clock,
          circuit,
          new GateMeters(metrics, circuit));
    }

    @Bean
    SeatRosters seatRosters(
        @Qualifier("requestConnection") GateConnection requestConnection,
        @Qualifier("rosterConnection") GateConnection rosterConnection,
        RedisClock clock) {
      return new RedisSeatRosters(requestConnection, rosterConnection, clock);
    }

    @Bean
    SeatAvailability seatAvailability(
        @Qualifier("rosterConnection") GateConnection connection,
        SeatProperties properties,
        SeatCircuit circuit) {
      return new RedisSeatAvailability(connection, properties.commandTimeout(), circuit);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = CONTROL, havingValue = "lock")
  static class NoGateBeans {

    @Bean
    NoOpSeatGate ledgerOnly() {
      return new NoOpSeatGate();
    }
  }
}
