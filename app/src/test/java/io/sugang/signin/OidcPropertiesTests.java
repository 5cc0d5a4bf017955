package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

/** With which provider an instance starts, and what it says otherwise. */
class OidcPropertiesTests {
  private static final String ISSUER = "https://login.example.ac.kr/realms/sugang";
  private static final String URL = "https://sugang.example.ac.kr";

  @EnableConfigurationProperties(OidcProperties.class)
  @Configuration(proxyBeanMethods = false)
  static class Settings {}

  @ParameterizedTest
  @CsvSource({
    ",,,,",
    ",,," + URL + ",",
    ISSUER + ",id,secret," + URL + ",",
    ISSUER + ",id,secret," + URL + "/,",
    "http://127.0.0.1:8081/realms/x,id,secret,http://localhost:8080,",
    "http://[::1]:8081,id,secret,http://[::1]:8080,",
    ISSUER + ",,,,'missing: SUGANG_OIDC_CLIENT_ID, SUGANG_OIDC_CLIENT_SECRET, SUGANG_PUBLIC_URL'",
    ISSUER + ",id,secret,,missing: SUGANG_PUBLIC_URL",
    ISSUER + ",id,," + URL + ",missing: SUGANG_OIDC_CLIENT_SECRET",
    ",id,secret," + URL + ",missing: SUGANG_OIDC_ISSUER",
    ",,secret,,'missing: SUGANG_OIDC_ISSUER, SUGANG_OIDC_CLIENT_ID, SUGANG_PUBLIC_URL'",
    "http://login.example.ac.kr,id,secret," + URL + ",SUGANG_OIDC_ISSUER must be",
    "login.example.ac.kr,id,secret," + URL + ",SUGANG_OIDC_ISSUER must be",
    ISSUER + "?x=1,id,secret," + URL + ",SUGANG_OIDC_ISSUER must be",
    "https://a b,id,secret," + URL + ",SUGANG_OIDC_ISSUER must be",
    ISSUER + ",id,secret,http://sugang.example.ac.kr,SUGANG_PUBLIC_URL must be",
    ISSUER + ",id,secret," + URL + "/path,SUGANG_PUBLIC_URL must be",
    ISSUER + ",id,secret,https://user@sugang.example.ac.kr,SUGANG_PUBLIC_URL must be",
    ISSUER + ",id,secret,ftp://sugang.example.ac.kr,SUGANG_PUBLIC_URL must be"
  })
  void startsWithAWholeProviderOrNone(
      String issuer, String id, String secret, String url, String mistake) {
    new ApplicationContextRunner()
        .withUserConfiguration(Settings.class)
        .withPropertyValues(
            "sugang.sign-in.oidc.issuer=" + text(issuer),
            "sugang.sign-in.oidc.client-id=" + text(id),
            "sugang.sign-in.oidc.client-secret=" + text(secret),
            "sugang.sign-in.oidc.public-url=" + text(url))
        .run(context -> {
          if (mistake != null) {
            assertThat(context).hasFailed();
            assertThat(context.getStartupFailure())
                .rootCause()
                .hasMessageContaining(mistake)
                .hasMessageNotContaining("client-secret=secret");
            return;
          }
          assertThat(context).hasNotFailed();
          OidcProperties settings = context.getBean(OidcProperties.class);
          assertThat(settings.isSetUp()).isEqualTo(issuer != null);
          assertThat(settings.toString()).doesNotContain("secret");
          assertThat(settings.redirectUri()).doesNotContain("//api");
        });
  }

  @ParameterizedTest
  @CsvSource({"timeout,7s", "timeout,10ms", "concurrency,0", "student-claim,' '", "role-claim,"})
  void otherValuesHaveLimits(String name, String value) {
    new ApplicationContextRunner()
        .withUserConfiguration(Settings.class)
        .withPropertyValues("sugang.sign-in.oidc." + name + "=" + text(value))
        .run(context -> assertThat(context).hasFailed());
  }

  private static String text(String cell) {
    return cell == null ? "" : cell;
  }
}
