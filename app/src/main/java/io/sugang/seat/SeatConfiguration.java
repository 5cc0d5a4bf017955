package io.sugang.seat;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** One image, both variants: {@code sugang.seat.control}. */
class SeatConfiguration {
  private static final String CONTROL = "sugang.seat.control";

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = CONTROL, havingValue = "redis", matchIfMissing = true)
  static class Redis {

    @Bean
    SeatCircuit seatCircuit(SeatProperties properties) {
      return new SeatCircuit(properties.failuresToOpen());
    }

    @Bean(destroyMethod = "close")
    GateConnection gateConnection(
        LettuceConnectionFactory redis, SeatProperties properties, SeatCircuit circuit) {
      return new GateConnection(redis.getStandaloneConfiguration(), properties, circuit);
    }

    @Bean
    SeatGate seatGate(GateConnection connection, SeatCircuit circuit) {
      return new RedisSeatGate(connection, circuit);
    }

    @Bean
    SeatRosters seatRosters(GateConnection connection) {
      return new RedisSeatRosters(connection);
    }

    @Bean
    SeatAvailability seatAvailability(GateConnection connection, SeatCircuit circuit) {
      return new RedisSeatAvailability(connection, circuit);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = CONTROL, havingValue = "lock")
  static class Lock {

    @Bean
    LedgerOnly ledgerOnly() {
      return new LedgerOnly();
    }
  }
}
