package io.sugang.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.SugangApplication;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

@SugangTest(properties = "sugang.seed.students=150")
class SugangTestIntegrationTests {
  @Test
  void theServiceWritesToTheDatabaseAndRedisThatAreInjected(
      @Autowired DataSource dataSource,
      @Autowired StringRedisTemplate redis,
      @Autowired MySqlDatabase database,
      @Autowired MySqlServer mysql,
      @Autowired RedisServer redisServer) {
    assertThat(mysql).isSameAs(Servers.mysql());
    assertThat(new JdbcTemplate(dataSource).queryForObject("SELECT database()", String.class))
        .isEqualTo(database.name());
    redis.opsForValue().set("student:from", "the service");
    try (var administrator = redisServer.administrator()) {
      assertThat(administrator.commands().get("student:from")).isEqualTo("the service");
    }
    assertThat(redisServer).isNotSameAs(Servers.redis());
  }

  @Test
  void settingsOfTheClassAreStrongerThanThoseOfAllTests(
      @Autowired Environment environment, @LocalServerPort int port) {
    assertThat(environment.getProperty("sugang.seed.students")).isEqualTo("150");
    assertThat(environment.getProperty("sugang.seed.courses")).isEqualTo("20");
    assertThat(environment.getProperty("sugang.warmup.enabled")).isEqualTo("false");
    assertThat(port).isNotEqualTo(8080).isPositive();
  }

  @Test
  void instancesShareTheServersAndHavePortsOfTheirOwn(
      @Autowired MySqlDatabase database, @Autowired RedisServer redis) {
    try (var instances =
        Instances.start(SugangApplication.class, 2, database, redis, "sugang.seed.students=150")) {
      assertThat(instances.baseUrls()).hasSize(2).doesNotHaveDuplicates();
      assertThat(instances.contexts())
          .extracting(context -> context.getBean(DataSource.class))
          .doesNotHaveDuplicates()
          .allSatisfy(dataSource ->
              assertThat(
                      new JdbcTemplate(dataSource)
                          .queryForObject("SELECT database()", String.class))
                  .isEqualTo(database.name()));
    }
  }
}
