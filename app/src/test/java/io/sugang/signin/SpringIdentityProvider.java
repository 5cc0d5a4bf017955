package io.sugang.signin;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.FactorGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.server.authorization.client.InMemoryRegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.settings.ClientSettings;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.context.SecurityContextHolderFilter;

/**
 * Spring's authorization server on a port of its own, in a context that nothing of the service is
 * in. The header {@code User} says who is signed in there, in the place of its sign-in form.
 */
final class SpringIdentityProvider implements AutoCloseable {
  static final String CLIENT_ID = "sugang";
  static final String CLIENT_SECRET = "the-secret-of-the-service-at-its-provider";
  static final String USER = "User";

  // By user; of one JVM, in which every class has users of its own.
  private static final Map<String, Map<String, Object>> CLAIMS = new ConcurrentHashMap<>();

  private final AnnotationConfigServletWebServerApplicationContext context =
      new AnnotationConfigServletWebServerApplicationContext();

  private SpringIdentityProvider() {}

  static SpringIdentityProvider start() {
    SpringIdentityProvider provider = new SpringIdentityProvider();
    provider.context.register(Beans.class);
    provider.context.refresh();
    return provider;
  }

  int port() {
    return Objects.requireNonNull(context.getWebServer()).getPort();
  }

  String issuer() {
    return "http://127.0.0.1:" + port();
  }

  /** A user, and what tokens say about it. */
  void user(String name, Map<String, Object> claims) {
    CLAIMS.put(name, claims);
  }

  @Override
  public void close() {
    context.close();
  }

  // No component of Spring's, so that no scan of the service finds it.
  @EnableWebSecurity
  static class Beans {
    // It has the time of the sign-in, which is a claim.
    private static final List<GrantedAuthority> BY_PASSWORD =
        List.of(
            FactorGrantedAuthority.withAuthority(FactorGrantedAuthority.PASSWORD_AUTHORITY)
                .issuedAt(Instant.now())
                .build());

    @Bean
    TomcatServletWebServerFactory server() {
      return new TomcatServletWebServerFactory(0);
    }

    // Tomcat runs filters only before a servlet.
    @Bean
    HttpServlet nothing() {
      return new HttpServlet() {};
    }

    @Bean
    SecurityFilterChain chain(HttpSecurity http) throws Exception {
      return http.oauth2AuthorizationServer(server -> server.oidc(Customizer.withDefaults()))
          .addFilterAfter(signedIn(), SecurityContextHolderFilter.class)
          .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
          .build();
    }

    private static Filter signedIn() {
      return (request, response, chain) -> {
        String user = ((HttpServletRequest) request).getHeader(USER);
        if (user != null) {
          SecurityContextHolder.setContext(
              new SecurityContextImpl(
                  UsernamePasswordAuthenticationToken.authenticated(user, null, BY_PASSWORD)));
        }
        chain.doFilter(request, response);
      };
    }

    @Bean
    RegisteredClientRepository clients() {
      return new InMemoryRegisteredClientRepository(
          RegisteredClient.withId(CLIENT_ID)
              .clientId(CLIENT_ID)
              .clientSecret("{noop}" + CLIENT_SECRET)
              .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
              .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
              .redirectUri(OidcBrowser.PUBLIC_URL + OidcController.CALLBACK)
              .scope("openid")
              .scope("profile")
              .clientSettings(ClientSettings.builder().requireProofKey(true).build())
              .build());
    }

    @Bean
    JWKSource<SecurityContext> keys() throws Exception {
      RSAKey key = new RSAKeyGenerator(2048).keyID("spring").generate();
      return new ImmutableJWKSet<>(new JWKSet(key));
    }

    // Of the endpoint that tells more about a user, which the service does not ask.
    @Bean
    JwtDecoder decoder(JWKSource<SecurityContext> keys) {
      return NimbusJwtDecoder.withJwkSource(keys).build();
    }

    @Bean
    OAuth2TokenCustomizer<JwtEncodingContext> claims() {
      return context -> {
        if (OidcParameterNames.ID_TOKEN.equals(context.getTokenType().getValue())) {
          Authentication principal = context.getPrincipal();
          String user = Objects.requireNonNull(principal).getName();
          Map<String, Object> more = CLAIMS.getOrDefault(user, Map.of());
          context.getClaims().claims(claims -> claims.putAll(more));
        }
      };
    }

    @Bean
    AuthorizationServerSettings settings() {
      return AuthorizationServerSettings.builder().build();
    }
  }
}
