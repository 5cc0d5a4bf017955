package io.sugang.catalog.student;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;

/** Which levels a setting means, and settings that are refused. */
class StudentPropertiesTests {
  private final ApplicationContextRunner context =
      new ApplicationContextRunner().withUserConfiguration(Settings.class);

  @Test
  void hasTwoLevelsWithinBoundsByDefault() {
    context.run(started -> {
      StudentProperties student = started.getBean(StudentProperties.class);
      assertThat(student.cache()).isEqualTo(StudentProperties.Cache.TWO_LEVEL);
      assertThat(student.localTtl()).isEqualTo(Duration.ofSeconds(5));
      assertThat(student.localMemory()).isEqualTo(DataSize.ofMegabytes(32));
      assertThat(started).hasBean("inRedis").hasBean("inMemory");
    });
  }

  @ParameterizedTest
  @CsvSource({
    "two-level, true, true",
    "TWO_LEVEL, true, true",
    "twolevel, true, true",
    "redis, true, false",
    "Redis, true, false",
    "none, false, false"
  })
  void levelsFollowTheSettingHoweverItIsWritten(String value, boolean redis, boolean memory) {
    context
        .withPropertyValues("sugang.student.cache=" + value)
        .run(started -> {
          assertThat(started.containsBean("inRedis")).isEqualTo(redis);
          assertThat(started.containsBean("inMemory")).isEqualTo(memory);
        });
  }

  @Test
  void refusesAnotherPlace() {
    context
        .withPropertyValues("sugang.student.cache=memcached")
        .run(failed ->
            assertThat(failed).hasFailed().getFailure().hasStackTraceContaining("memcached"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "local-ttl=0s",
        "local-ttl=61s",
        "local-memory=0B",
        "local-memory=9GB",
        "local-heartbeat=0s",
        "local-heartbeat=11s"
      })
  void refusesWhatIsOutOfBounds(String setting) {
    context
        .withPropertyValues("sugang.student." + setting)
        .run(failed -> assertThat(failed).hasFailed());
  }

  @Configuration(proxyBeanMethods = false)
  @EnableConfigurationProperties(StudentProperties.class)
  static class Settings {
    @Bean
    @Conditional(OnRedis.class)
    String inRedis() {
      return "";
    }

    @Bean
    @Conditional(OnTwoLevels.class)
    String inMemory() {
      return "";
    }
  }
}
