package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

/** Which secrets an instance starts with. */
class SignInPropertiesTests {
  private static final String STRONG = "0123456789abcdef0123456789abcdef";
  private static final String PUBLIC = "sugang-local-0123456789abcdef0123456789";

  @EnableConfigurationProperties(SignInProperties.class)
  @Configuration(proxyBeanMethods = false)
  static class Settings {}

  @ParameterizedTest
  @CsvSource({
    "open,,,,true",
    "open," + PUBLIC + ",," + PUBLIC + ",true",
    "open," + STRONG + "," + STRONG + "," + STRONG + ",true",
    "open,short,,,false",
    "open,,short,,false",
    "open,,,short,false",
    "required,,,,false",
    "required," + STRONG + ",,,true",
    "required," + STRONG + "," + STRONG + "," + STRONG + ",true",
    "required," + PUBLIC + ",,,false",
    "required," + STRONG + "," + PUBLIC + ",,false",
    "required," + STRONG + ",," + PUBLIC + ",false",
    "sometimes," + STRONG + ",,,false"
  })
  void startsOnlyWithSecretsThatProtect(
      String mode, String key, String previous, String account, boolean starts) {
    new ApplicationContextRunner()
        .withUserConfiguration(Settings.class)
        .withPropertyValues(
            "sugang.sign-in.mode=" + mode,
            "sugang.sign-in.session-key=" + text(key),
            "sugang.sign-in.previous-session-key=" + text(previous),
            "sugang.sign-in.account-secret=" + text(account))
        .run(context -> {
          assertThat(context.getStartupFailure() == null).isEqualTo(starts);
          if (starts && key != null) {
            assertThat(context.getBean(SignInProperties.class).toString()).doesNotContain(key);
          }
        });
  }

  private static String text(String cell) {
    return cell == null ? "" : cell;
  }
}
