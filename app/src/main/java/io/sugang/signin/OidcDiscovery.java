package io.sugang.signin;

import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.Resource;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
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
import org.springframework.web.client.RestClientException;

/**
 * Asks the identity provider for its description, at the first sign-in and never before: a provider
 * that is away delays no start. After a failure the next sign-in asks again.
 */
final class OidcDiscovery {
  private static final ParameterizedTypeReference<Map<String, Object>> DESCRIPTION =
      new ParameterizedTypeReference<>() {};

  private final AtomicReference<@Nullable CompletableFuture<OidcProvider>> found =
      new AtomicReference<>();
  private final OidcProperties properties;
  private final ProviderCalls calls;
  private final Clock clock;

  OidcDiscovery(OidcProperties properties, ProviderCalls calls, Clock clock) {
    this.clock = clock;
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
    RestClient client =
        RestClient.builder()
            .requestFactory(connections)
            .requestInterceptor(new AnswerLimit())
            .build();
    Map<String, Object> description =
        client.get().uri(URI.create(properties.descriptionUri())).retrieve().body(DESCRIPTION);
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
    return new OidcProvider(registration, tokens(client), keys(client, registration), clock);
  }

  // As Spring Security makes it, with limits.
  private static RestClientAuthorizationCodeTokenResponseClient tokens(RestClient client) {
    RestClientAuthorizationCodeTokenResponseClient tokens =
        new RestClientAuthorizationCodeTokenResponseClient();
    tokens.setRestClient(
        client
            .mutate()
            .configureMessageConverters(converters ->
                converters
                    .registerDefaults()
                    .addCustomConverter(new OAuth2AccessTokenResponseHttpMessageConverter()))
            .defaultStatusHandler(new OAuth2ErrorResponseErrorHandler())
            .build());
    return tokens;
  }

  private static JWKSource<SecurityContext> keys(RestClient client, ClientRegistration registration)
      throws MalformedURLException {
    // Not limited in rate: a token with a key that is not known yet comes from the provider itself.
    return JWKSourceBuilder.<SecurityContext>create(
            URI.create(registration.getProviderDetails().getJwkSetUri()).toURL(),
            address -> read(client, address))
        .rateLimited(false)
        .refreshAheadCache(false)
        .build();
  }

  // With the limits of the other answers, which the retriever of the library has not.
  private static Resource read(RestClient client, URL address) throws IOException {
    try {
      String keys = client.get().uri(address.toURI()).retrieve().body(String.class);
      return new Resource(Objects.requireNonNullElse(keys, ""), null);
    } catch (RestClientException | URISyntaxException failure) {
      // Another exception would count as a token that is not valid.
      throw new IOException(failure);
    }
  }
}
