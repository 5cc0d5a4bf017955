package io.sugang.registration;

import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.plan.CourseTerms;
import io.sugang.plan.PlanObserver;
import io.sugang.plan.PlanProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Windows and audiences count, or not: {@code sugang.registration.rules}. Histories and plans count
 * with {@code sugang.plan.rules} too.
 */
@Configuration(proxyBeanMethods = false)
class RegistrationConfiguration {

  @Bean
  PlanObserver planObserver(RegistrationProperties properties, PlanProperties plan) {
    return properties.rules() && plan.rules()
        ? new PlanMemory(properties.historyTtl(), properties.studentPreload())
        : PlanObserver.NONE;
  }

  @Bean
  RegistrationRules registrationRules(
      JdbcTemplate jdbc,
      RegistrationProperties properties,
      PlanObserver observer,
      CourseTerms terms,
      MeterRegistry registry) {
    if (!properties.rules()) {
      return new NoRules();
    }
    RegistrationMeters meters = new RegistrationMeters(registry);
    WindowRules windows = new WindowRules(jdbc, properties, meters);
    return observer instanceof PlanMemory memory
        ? new WindowAndPlanRules(windows, new PlanRules(jdbc, properties, memory, terms, meters))
        : windows;
  }
}
