package io.sugang.startup.seed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

/** Sizes that are refused stop the start with a sentence. */
class SeedPropertiesTests {
  private final ApplicationContextRunner context =
      new ApplicationContextRunner().withUserConfiguration(Settings.class);

  @Test
  void hasTheStandardSizes() {
    context.run(started -> {
      var seed = started.getBean(SeedProperties.class);
      assertThat(seed.enabled()).isTrue();
      assertThat(seed.students()).isEqualTo(5000);
      assertThat(seed.professors()).isEqualTo(300);
      assertThat(seed.courses()).isEqualTo(500);
      assertThat(seed.capacity()).isEqualTo(50);
    });
  }

  @ParameterizedTest
  @CsvSource({
    "students,0,SUGANG_SEED_STUDENTS",
    "students,2000001,SUGANG_SEED_STUDENTS",
    "professors,0,SUGANG_SEED_PROFESSORS",
    "professors,100001,SUGANG_SEED_PROFESSORS",
    "courses,-1,SUGANG_SEED_COURSES",
    "courses,100001,SUGANG_SEED_COURSES",
    "capacity,0,SUGANG_SEED_CAPACITY",
    "capacity,10001,SUGANG_SEED_CAPACITY"
  })
  void refusesASize(String name, String value, String setting) {
    context
        .withPropertyValues("sugang.seed.%s=%s".formatted(name, value))
        .run(failed ->
            assertThat(failed)
                .hasFailed()
                .getFailure()
                .rootCause()
                .hasMessageContaining("must be a number")
                .hasMessageContaining(setting));
  }

  @Test
  void refusesASizeThatIsNoNumber() {
    context
        .withPropertyValues("sugang.seed.students=many")
        .run(failed -> assertThat(failed).hasFailed());
  }

  @Test
  void understandsOff() {
    context
        .withPropertyValues("sugang.seed.enabled=off")
        .run(started -> assertThat(started.getBean(SeedProperties.class).enabled()).isFalse());
  }

  @Configuration
  @EnableConfigurationProperties(SeedProperties.class)
  static class Settings {}
}
