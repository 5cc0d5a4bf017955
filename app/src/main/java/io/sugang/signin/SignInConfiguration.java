package io.sugang.signin;

import io.sugang.platform.clock.SharedClock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.function.SingletonSupplier;

/** The parts of the sign-in that follow from its settings. */
@Configuration(proxyBeanMethods = false)
class SignInConfiguration {
  @Bean
  EndedSessions endedSessions(SignInProperties properties) {
    return new EndedSessions(properties.longest().toMillis());
  }

  @Bean
  SessionKeys sessionKeys(SignInProperties properties) {
    return SessionKeys.of(properties);
  }

  /** Asks for the shared clock late, because the filter that reads sessions is made early. */
  @Bean
  Sessions sessions(
      SessionKeys keys,
      SignInProperties properties,
      EndedSessions ended,
      ObjectProvider<SharedClock> clock) {
    return new Sessions(
        keys, properties, ended, new SharedTime(SingletonSupplier.of(clock::getObject)));
  }

  @Bean
  StaffRoles staffRoles(StaffRegister register) {
    return new StaffRoles(register::roleOf, System::nanoTime);
  }

  @Bean
  SessionCookie sessionCookie(SignInProperties properties) {
    return new SessionCookie(properties.https());
  }
}
