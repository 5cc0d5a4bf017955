package io.sugang.rules.window;

import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.rules.plan.CourseTerms;
import io.sugang.rules.plan.PlanObserver;
import io.sugang.rules.plan.RulesProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** The rules of registration, or none of them: {@code sugang.rules.enabled}. */
@Configuration(proxyBeanMethods = false)
class RegistrationConfiguration {

  @Bean
  PlanObserver planObserver(RegistrationProperties properties, RulesProperties rules) {
    return rules.enabled()
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
    if (!(observer instanceof PlanMemory memory)) {
      return new NoRules();
    }
    RegistrationMeters meters = new RegistrationMeters(registry);
    return new WindowAndPlanRules(
        new WindowRules(jdbc, properties, meters),
        new PlanRules(jdbc, properties, memory, terms, meters));
  }
}
