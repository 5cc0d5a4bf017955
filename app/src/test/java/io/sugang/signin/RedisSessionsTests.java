package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.platform.redis.SharedConnection;
import org.junit.jupiter.api.Test;

/** How soon an instance knows of sessions that ended elsewhere. */
class RedisSessionsTests {
  @Test
  void anInstanceLearnsOfAnEndedSessionWithinASecond() {
    // The read that just missed it, the pause, and the read that finds it.
    assertThat(2 * SharedConnection.COMMAND_MILLIS + RedisSessions.READ_MILLIS)
        .isLessThanOrEqualTo(1_000);
  }
}
