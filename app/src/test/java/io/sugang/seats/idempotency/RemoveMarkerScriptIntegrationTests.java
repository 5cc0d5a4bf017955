package io.sugang.seats.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import io.sugang.platform.ids.StudentId;
import io.sugang.platform.redis.LuaFile;
import io.sugang.servers.RedisAdministrator;
import io.sugang.servers.Servers;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code idempotency/remove_marker.lua} alone, on a real Redis. */
class RemoveMarkerScriptIntegrationTests {
  private static final String KEY =
      RedisMarkers.name(new StudentKey(new StudentId(1), "finish-script"));
  private static final String MARKER = "1:2:instance-7";

  @AutoClose private final RedisAdministrator administrator = Servers.redis().administrator();
  private final RedisCommands<String, String> redis = administrator.commands();

  @BeforeEach
  void emptyKey() {
    redis.del(KEY);
  }

  @Test
  void removesTheMarkerOfTheRequest() {
    redis.set(KEY, MARKER, SetArgs.Builder.px(20_000));
    assertThat(finish()).isEqualTo(1);
    assertThat(redis.exists(KEY)).isZero();
  }

  @Test
  void leavesTheMarkerOfAnotherRequestForTheSamePair() {
    redis.set(KEY, "1:2:instance-70", SetArgs.Builder.px(20_000));
    assertThat(finish()).isZero();
    assertThat(redis.get(KEY)).isEqualTo("1:2:instance-70");
    assertThat(redis.pttl(KEY)).isBetween(1L, 20_000L);
  }

  @Test
  void findsNothingWhereTheMarkerExpired() {
    assertThat(finish()).isZero();
    assertThat(redis.exists(KEY)).isZero();
  }

  private long finish() {
    String script = LuaFile.read("idempotency/remove_marker");
    Long removed = redis.eval(script, ScriptOutputType.INTEGER, new String[] {KEY}, MARKER);
    return removed;
  }
}
