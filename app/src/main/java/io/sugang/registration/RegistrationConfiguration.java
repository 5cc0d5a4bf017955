package io.sugang.registration;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Windows and audiences count, or not: {@code sugang.registration.rules}. */
@Configuration(proxyBeanMethods = false)
class RegistrationConfiguration {

  @Bean
  RegistrationRules registrationRules(
      JdbcTemplate jdbc, RegistrationProperties properties, MeterRegistry registry) {
    return properties.rules()
        ? new WindowRules(jdbc, properties, new RegistrationMeters(registry))
        : new NoRules();
  }
}
