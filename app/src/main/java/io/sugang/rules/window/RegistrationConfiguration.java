package io.sugang.rules.window;

import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.rules.plan.CourseTerms;
import io.sugang.rules.plan.PlanObserver;
import io.sugang.rules.plan.RulesProperties;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** The rules of registration, or none of them: {@code sugang.rules.enabled}. */
@Configuration(proxyBeanMethods = false)
class RegistrationConfiguration {

  // Empty without rules. Only as a PlanObserver is it for other features.
  @Bean(defaultCandidate = false)
  PlanMemory planMemory(RegistrationProperties properties) {
    return new PlanMemory(properties.historyTtl(), properties.studentPreload());
  }

  @Bean
  PlanObserver planObserver(@Qualifier("planMemory") PlanMemory memory, RulesProperties rules) {
    return rules.enabled() ? memory : PlanObserver.NONE;
  }

  @Bean
  RegistrationRules registrationRules(
      JdbcTemplate jdbc,
      RegistrationProperties properties,
      RulesProperties rules,
      @Qualifier("planMemory") PlanMemory memory,
      CourseTerms terms,
      MeterRegistry registry) {
    if (!rules.enabled()) {
      return new NoRules();
    }
    RegistrationMeters meters = new RegistrationMeters(registry);
    return new WindowAndPlanRules(
        new WindowRules(jdbc, properties, meters),
        new HistoryAndPlanRules(jdbc, properties, memory, terms, meters));
  }
}
