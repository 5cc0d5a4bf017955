package io.sugang.signin;

import io.sugang.signin.SignInProperties.StrongSecrets;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import java.util.stream.Stream;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the sign-in.
 *
 * @param mode whether a request needs a session
 * @param sessionKey signs tokens, at least 32 characters; all instances have the same. Empty: one
 *     of this instance alone, and only in open mode
 * @param previousSessionKey signed tokens that are still valid; empty where there is none
 * @param accountSecret makes the passwords of the local accounts, at least 32 characters; empty: no
 *     local accounts
 * @param https whether clients reach the service by HTTPS: cookies are for HTTPS only then
 * @param idle how long a session lasts without a request, 1 min to 8 h
 * @param longest how long a session lasts in all, 1 min to 24 h
 * @param renewBelow a request renews a session that would last less than this
 * @param warnBefore how long before its end a session's user is warned
 */
@Validated
@StrongSecrets
@ConfigurationProperties("sugang.sign-in")
record SignInProperties(
    @DefaultValue("open") SignInMode mode,
    @DefaultValue("") String sessionKey,
    @DefaultValue("") String previousSessionKey,
    @DefaultValue("") String accountSecret,
    @DefaultValue("false") boolean https,
    @DefaultValue("30m") @DurationMin(minutes = 1) @DurationMax(hours = 8) Duration idle,
    @DefaultValue("8h") @DurationMin(minutes = 1) @DurationMax(hours = 24) Duration longest,
    @DefaultValue("10m") @DurationMin(millis = 0) @DurationMax(hours = 8) Duration renewBelow,
    @DefaultValue("2m") @DurationMin(millis = 0) @DurationMax(hours = 8) Duration warnBefore) {

  static final int SECRET_LENGTH = 32;

  /** Secrets of docker-compose.yml begin like this. They are public. */
  static final String PUBLIC_SECRET = "sugang-local";

  /** Does not show the secrets. */
  @Override
  public String toString() {
    return "SignInProperties[mode=" + mode + ", idle=" + idle + ", longest=" + longest + "]";
  }

  /** Secrets that cannot be guessed, and with a required sign-in none that is published. */
  @Constraint(validatedBy = Strong.class)
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @interface StrongSecrets {
    String message() default
        "SUGANG_SESSION_KEY, SUGANG_SESSION_KEY_PREVIOUS and SUGANG_ACCOUNT_SECRET need at least"
            + " 32 characters each; with SUGANG_SIGN_IN=required there must be a session key, and"
            + " none of them may be one of docker-compose.yml. ./sugang up writes them into .env";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};
  }

  /** Compares lengths and beginnings. */
  static final class Strong implements ConstraintValidator<StrongSecrets, SignInProperties> {
    @Override
    public boolean isValid(SignInProperties settings, ConstraintValidatorContext context) {
      boolean longEnough =
          secrets(settings).allMatch(s -> s.isEmpty() || s.length() >= SECRET_LENGTH);
      return longEnough
          && (settings.mode() == SignInMode.OPEN
              || !settings.sessionKey().isEmpty()
                  && secrets(settings).noneMatch(s -> s.startsWith(PUBLIC_SECRET)));
    }

    private static Stream<String> secrets(SignInProperties settings) {
      return Stream.of(
          settings.sessionKey(), settings.previousSessionKey(), settings.accountSecret());
    }
  }
}
