package io.sugang.signin;

import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.authentication.OAuth2LoginAuthenticationToken;
import org.springframework.security.oauth2.client.endpoint.OAuth2AccessTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.OAuth2AuthorizationCodeGrantRequest;
import org.springframework.security.oauth2.client.oidc.authentication.OidcAuthorizationCodeAuthenticationProvider;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenValidator;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.converter.ClaimTypeConverter;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationExchange;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationResponse;
import org.springframework.security.oauth2.core.endpoint.PkceParameterNames;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

/**
 * The identity provider, as it described itself. Spring Security exchanges the code and checks the
 * token: signature, issuer, audience, authorized party, times and nonce.
 */
final class OidcProvider {
  private final ClientRegistration registration;
  private final String redirectUri;
  private final String authorizationUri;
  private final OidcAuthorizationCodeAuthenticationProvider exchange;

  /**
   * @param tokens asks the provider for a token
   * @param keys of the provider, which it may change at any time
   * @param clock by which its tokens are valid
   */
  OidcProvider(
      ClientRegistration registration,
      OAuth2AccessTokenResponseClient<OAuth2AuthorizationCodeGrantRequest> tokens,
      JWKSource<SecurityContext> keys,
      Clock clock) {
    this.registration = registration;
    redirectUri = Objects.requireNonNull(registration.getRedirectUri(), "set");
    authorizationUri =
        Objects.requireNonNull(
            registration.getProviderDetails().getAuthorizationUri(), "of every description");
    // All that is needed is in the token: the provider is not asked once more about the user.
    exchange =
        new OidcAuthorizationCodeAuthenticationProvider(
            tokens, user -> new DefaultOidcUser(List.of(), user.getIdToken()));
    NimbusJwtDecoder decoder = decoder(keys, clock);
    exchange.setJwtDecoderFactory(onlyOne -> decoder);
  }

  // As OidcIdTokenDecoderFactory makes it, whose connections have limits that cannot be set.
  private NimbusJwtDecoder decoder(JWKSource<SecurityContext> keys, Clock clock) {
    NimbusJwtDecoder decoder =
        NimbusJwtDecoder.withJwkSource(keys)
            .jwsAlgorithms(allowed -> allowed.addAll(Set.of(SignatureAlgorithm.values())))
            .build();
    OidcIdTokenValidator claims = new OidcIdTokenValidator(registration);
    claims.setClock(clock);
    JwtTimestampValidator times = new JwtTimestampValidator();
    times.setClock(clock);
    decoder.setJwtValidator(JwtValidators.createDefaultWithValidators(List.of(times, claims)));
    decoder.setClaimSetConverter(
        new ClaimTypeConverter(OidcIdTokenDecoderFactory.createDefaultClaimTypeConverters()));
    return decoder;
  }

  /** Returns where a browser goes to sign in. */
  URI addressFor(OidcAttempt attempt) {
    return URI.create(request(attempt).getAuthorizationRequestUri());
  }

  /**
   * Exchanges a code for a token, and checks it. Waits for the provider.
   *
   * @throws OAuth2AuthenticationException when the provider refuses, or the token is not valid
   */
  OidcIdToken tokenFor(OidcAttempt attempt, String code) {
    OAuth2AuthorizationResponse response =
        OAuth2AuthorizationResponse.success(code)
            .redirectUri(redirectUri)
            .state(attempt.state())
            .build();
    Authentication done =
        exchange.authenticate(
            new OAuth2LoginAuthenticationToken(
                registration, new OAuth2AuthorizationExchange(request(attempt), response)));
    if (done == null || !(done.getPrincipal() instanceof OidcUser user)) {
      throw new IllegalStateException("Spring Security answered without a user");
    }
    return user.getIdToken();
  }

  private OAuth2AuthorizationRequest request(OidcAttempt attempt) {
    String verifier = attempt.codeVerifier();
    String nonce = attempt.nonce();
    return OAuth2AuthorizationRequest.authorizationCode()
        .authorizationUri(authorizationUri)
        .clientId(registration.getClientId())
        .redirectUri(redirectUri)
        .scopes(registration.getScopes())
        .state(attempt.state())
        .attributes(kept -> {
          kept.put(PkceParameterNames.CODE_VERIFIER, verifier);
          kept.put(OidcParameterNames.NONCE, nonce);
        })
        .additionalParameters(sent -> {
          sent.put(PkceParameterNames.CODE_CHALLENGE, sha256(verifier));
          sent.put(PkceParameterNames.CODE_CHALLENGE_METHOD, "S256");
          sent.put(OidcParameterNames.NONCE, sha256(nonce));
        })
        .build();
  }

  private static String sha256(String text) {
    try {
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(
              MessageDigest.getInstance("SHA-256")
                  .digest(text.getBytes(StandardCharsets.US_ASCII)));
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("This JVM has no SHA-256", missing);
    }
  }
}
