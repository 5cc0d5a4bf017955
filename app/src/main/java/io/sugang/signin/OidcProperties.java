package io.sugang.signin;

import io.sugang.signin.OidcProperties.CompleteProvider;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the sign-in by OpenID Connect. Without issuer, client id and client secret there is
 * none.
 *
 * @param issuer the identity provider, exactly as it calls itself in its description
 * @param clientId the service's name at the provider
 * @param clientSecret the service's secret at the provider
 * @param publicUrl where browsers reach the service, without a path
 * @param scopes what the provider is asked for; {@code openid} always
 * @param studentClaim names the claim with the number of the student
 * @param roleClaim names the claim with the role of a member of the staff: one text or several
 * @param staffClaim names the claim with the name of a member of the staff
 * @param timeout how long one step may take at the provider, 100 ms to 6 s: two steps stay below
 *     NGINX's read limit
 * @param concurrency how many sign-ins may wait for the provider at once, 1 to 1000
 */
@Validated
@CompleteProvider
@ConfigurationProperties("sugang.sign-in.oidc")
record OidcProperties(
    @DefaultValue("") String issuer,
    @DefaultValue("") String clientId,
    @DefaultValue("") String clientSecret,
    @DefaultValue("") String publicUrl,
    @DefaultValue({"openid", "profile"}) List<String> scopes,
    @DefaultValue("student_number") @NotBlank String studentClaim,
    @DefaultValue("role") @NotBlank String roleClaim,
    @DefaultValue("preferred_username") @NotBlank String staffClaim,
    @DefaultValue("4s") @DurationMin(millis = 100) @DurationMax(seconds = 6) Duration timeout,
    @DefaultValue("64") @Min(1) @Max(1000) int concurrency) {

  /** Whether there is a provider. */
  boolean isSetUp() {
    return !issuer.isEmpty();
  }

  /** Returns where the provider sends a browser back to. */
  String redirectUri() {
    return withoutSlash(publicUrl) + OidcController.CALLBACK;
  }

  /** Returns where the provider describes itself. */
  String descriptionUri() {
    return withoutSlash(issuer) + "/.well-known/openid-configuration";
  }

  Set<String> allScopes() {
    Set<String> all = new LinkedHashSet<>();
    all.add("openid");
    all.addAll(scopes);
    return all;
  }

  /** Does not show the secret. */
  @Override
  public String toString() {
    return "OidcProperties[issuer=" + issuer + ", clientId=" + clientId + "]";
  }

  private static String withoutSlash(String url) {
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }

  /** All of what a provider needs, or nothing of it. */
  @Constraint(validatedBy = ProviderCheck.class)
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @interface CompleteProvider {
    String message() default "";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};
  }

  /** Finds what is missing, and what is no address. */
  static final class ProviderCheck
      implements ConstraintValidator<CompleteProvider, OidcProperties> {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    @Override
    public boolean isValid(OidcProperties settings, ConstraintValidatorContext context) {
      String mistake = mistake(settings);
      if (mistake == null) {
        return true;
      }
      context.disableDefaultConstraintViolation();
      context.buildConstraintViolationWithTemplate(mistake).addConstraintViolation();
      return false;
    }

    // Names of settings only: a value could have characters that mean something in a template.
    private static @Nullable String mistake(OidcProperties settings) {
      List<String> missing = new ArrayList<>();
      if (settings.issuer().isBlank()) {
        missing.add("SUGANG_OIDC_ISSUER");
      }
      if (settings.clientId().isBlank()) {
        missing.add("SUGANG_OIDC_CLIENT_ID");
      }
      if (settings.clientSecret().isBlank()) {
        missing.add("SUGANG_OIDC_CLIENT_SECRET");
      }
      // The address alone says nothing about a provider.
      if (missing.size() == 3) {
        return null;
      }
      if (settings.publicUrl().isBlank()) {
        missing.add("SUGANG_PUBLIC_URL");
      }
      if (!missing.isEmpty()) {
        return "OpenID Connect needs SUGANG_OIDC_ISSUER, SUGANG_OIDC_CLIENT_ID,"
            + " SUGANG_OIDC_CLIENT_SECRET and SUGANG_PUBLIC_URL, or none of them; missing: "
            + String.join(", ", missing);
      }
      if (!isAddress(settings.issuer(), true)) {
        return "SUGANG_OIDC_ISSUER must be an address like https://login.example.ac.kr/realms/sugang,"
            + " without a query; http is allowed for the loopback only";
      }
      return isAddress(settings.publicUrl(), false)
          ? null
          : "SUGANG_PUBLIC_URL must be an address like https://sugang.example.ac.kr, without a"
              + " path; http is allowed for the loopback only";
    }

    private static boolean isAddress(String text, boolean withPath) {
      try {
        URI address = new URI(text);
        String host = address.getHost();
        String path = address.getPath();
        return host != null
            && ("https".equals(address.getScheme())
                || "http".equals(address.getScheme()) && LOOPBACK.contains(host))
            && address.getUserInfo() == null
            && address.getQuery() == null
            && address.getFragment() == null
            && (withPath || path.isEmpty() || path.equals("/"));
      } catch (URISyntaxException noAddress) {
        return false;
      }
    }
  }
}
