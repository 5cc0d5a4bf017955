package io.sugang.signin;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;

/** Sign-ins that failed, by kind of account. */
@Component
final class SignInMeters {
  private final Counter students;
  private final Counter staff;
  private final Counter provider;

  SignInMeters(MeterRegistry registry) {
    students = counter(registry, "student");
    staff = counter(registry, "staff");
    provider = counter(registry, "provider");
  }

  private static Counter counter(MeterRegistry registry, String account) {
    return Counter.builder("sugang.signin.failed")
        .description("Sign-ins that were refused: a wrong password, or an answer of the provider")
        .tag("account", account)
        .register(registry);
  }

  /** Counts one with a local account. */
  void localFailed(boolean ofStudent) {
    (ofStudent ? students : staff).increment();
  }

  /** Counts one at the identity provider. */
  void providerFailed() {
    provider.increment();
  }
}
