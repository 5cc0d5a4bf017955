package io.sugang.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;

@FaultTest
class FaultTestIntegrationTests {
  @Test
  void stoppingTheRedisOfTheContextLeavesTheSharedServersAlone(
      @Autowired RedisServer redis,
      @Autowired MySqlServer mysql,
      @Autowired StringRedisTemplate template)
      throws Exception {
    assertThat(mysql).isNotSameAs(Servers.mysql());
    template.opsForValue().set("student:key", "value");

    redis.stop();
    assertThatThrownBy(() -> template.hasKey("student:key"));
    assertThat(Servers.redis().answers()).isTrue();

    redis.start();
    await().ignoreExceptions().until(() -> Boolean.FALSE.equals(template.hasKey("student:key")));
  }
}
