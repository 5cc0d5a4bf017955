package io.sugang.signin;

import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import java.net.MalformedURLException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.security.oauth2.client.endpoint.RestClientAuthorizationCodeTokenResponseClient;
import org.springframework.security.oauth2.client.http.OAuth2ErrorResponseErrorHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.web.client.RestClient;

/**
 * Asks the identity provider for its description, at the first sign-in and never before: a provider
 * that is away delays no start. After a failure the next sign-in asks again.
 */
final class OidcDiscovery {
  private static final int MOST_KEY_BYTES = 1 << 20;
  private static final ParameterizedTypeReference<Map<String, Object>> DESCRIPTION =
      new ParameterizedTypeReference<>() {};

  private final AtomicReference<@Nullable CompletableFuture<OidcProvider>> found =
      new AtomicReference<>();
  private final OidcProperties properties;
  private final ProviderCalls calls;

  OidcDiscovery(OidcProperties properties, ProviderCalls calls) {
    this.properties = properties;
    this.calls = calls;
  }

  /** Returns the provider. Sign-ins that need it at once ask once. */
  CompletableFuture<OidcProvider> provider() {
    CompletableFuture<OidcProvider> known = found.get();
    if (known != null && !known.isCompletedExceptionally()) {
      return known;
    }
    CompletableFuture<OidcProvider> asked = new CompletableFuture<>();
    if (!found.compareAndSet(known, asked)) {
      return provider();
    }
    calls
        .call(this::discover)
        .whenComplete((provider, failure) -> {
          if (failure == null) {
            asked.complete(provider);
          } else {
            asked.completeExceptionally(failure);
          }
        });
    return asked;
  }

  private OidcProvider discover() throws MalformedURLException {
    SimpleClientHttpRequestFactory connections = new SimpleClientHttpRequestFactory();
    connections.setConnectTimeout(properties.timeout());
    connections.setReadTimeout(properties.timeout());
    Map<String, Object> description =
        RestClient.builder()
            .requestFactory(connections)
            .build()
            .get()
            .uri(URI.create(properties.descriptionUri()))
            .retrieve()
            .body(DESCRIPTION);
    if (description == null || !properties.issuer().equals(description.get("issuer"))) {
      throw new IllegalStateException(
          "The description at " + properties.descriptionUri() + " is not of this issuer");
    }
    ClientRegistration registration =
        ClientRegistrations.fromOidcConfiguration(description)
            .registrationId("sugang")
            .clientId(properties.clientId())
            .clientSecret(properties.clientSecret())
            .redirectUri(properties.redirectUri())
            .scope(properties.allScopes())
            .build();
    return new OidcProvider(registration, tokens(connections), keys(registration));
  }

  // As Spring Security makes it, with limits.
  private static RestClientAuthorizationCodeTokenResponseClient tokens(
      SimpleClientHttpRequestFactory connections) {
    RestClientAuthorizationCodeTokenResponseClient client =
        new RestClientAuthorizationCodeTokenResponseClient();
    client.setRestClient(
        RestClient.builder()
            .requestFactory(connections)
            .configureMessageConverters(converters ->
                converters
                    .registerDefaults()
                    .addCustomConverter(new OAuth2AccessTokenResponseHttpMessageConverter()))
            .defaultStatusHandler(new OAuth2ErrorResponseErrorHandler())
            .build());
    return client;
  }

  private JWKSource<SecurityContext> keys(ClientRegistration registration)
      throws MalformedURLException {
    int millis = (int) properties.timeout().toMillis();
    // Not limited in rate: a token with a key that is not known yet comes from the provider itself.
    return JWKSourceBuilder.<SecurityContext>create(
            URI.create(registration.getProviderDetails().getJwkSetUri()).toURL(),
            new DefaultResourceRetriever(millis, millis, MOST_KEY_BYTES))
        .rateLimited(false)
        .refreshAheadCache(false)
        .build();
  }
}
