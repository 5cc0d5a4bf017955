package io.sugang.signin;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

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

  @Bean
  SessionCookie sessionCookie(SignInProperties properties) {
    return new SessionCookie(properties.https());
  }
}
