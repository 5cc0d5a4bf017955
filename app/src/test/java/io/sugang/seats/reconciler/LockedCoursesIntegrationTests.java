package io.sugang.seats.reconciler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.platform.ids.SeatsId;
import io.sugang.seats.gate.SeatKeys;
import io.sugang.servers.HeldCourse;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.SugangTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Course rows that another transaction has locked, as a paused instance does, at full grace. */
@SugangTest(properties = "sugang.seed.courses=40")
class LockedCoursesIntegrationTests {
  private static final int LOCKED = 30;
  private static final long UNRELATED = 35;

  @Autowired RosterRepair rosters;
  @Autowired StringRedisTemplate redis;
  @Autowired MySqlDatabase database;

  @Test
  void thirtyLockedCoursesDelayNothingButThemselves() throws Exception {
    assertThat(rosters.awaitFresh(Duration.ofSeconds(20))).isTrue();
    List<HeldCourse> held = new ArrayList<>();
    try {
      for (long course = 1; course <= LOCKED; course++) {
        held.add(new HeldCourse(database, course));
        openEntry(course);
      }
      openEntry(UNRELATED);
      await().atMost(Duration.ofSeconds(20)).until(() -> !isOpen(UNRELATED) && !isTaken(UNRELATED));
      for (long course = 1; course <= LOCKED; course++) {
        assertThat(isOpen(course)).as("entry of locked course " + course).isTrue();
      }
    } finally {
      for (HeldCourse one : held) {
        one.close();
      }
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> {
          for (long course = 1; course <= LOCKED; course++) {
            assertThat(isOpen(course) || isTaken(course)).as("course " + course).isFalse();
          }
        });
  }

  private void openEntry(long course) {
    SeatKeys keys = SeatKeys.of(new SeatsId(course));
    redis.opsForSet().add(keys.students(), "7");
    redis.opsForHash().put(keys.pending(), "7", "dead-instance-1|1");
  }

  private boolean isOpen(long course) {
    return redis.opsForHash().hasKey(SeatKeys.of(new SeatsId(course)).pending(), "7");
  }

  private boolean isTaken(long course) {
    return Boolean.TRUE.equals(
        redis.opsForSet().isMember(SeatKeys.of(new SeatsId(course)).students(), "7"));
  }
}
