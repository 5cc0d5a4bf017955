package io.sugang.catalog.student;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import io.sugang.platform.redis.LuaFile;
import io.sugang.servers.RedisAdministrator;
import io.sugang.servers.Servers;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code student/fill_cache.lua} alone, on a real Redis. */
class FillCacheScriptIntegrationTests {
  private static final String KEY = "student:8200001";
  private static final String LEASE = "?instance:1";

  @AutoClose private final RedisAdministrator administrator = Servers.redis().administrator();
  private final RedisCommands<String, String> redis = administrator.commands();

  @BeforeEach
  void emptyKey() {
    redis.del(KEY);
  }

  @Test
  void fillsWhereTheLeaseStands() {
    redis.set(KEY, LEASE, SetArgs.Builder.px(20_000));
    assertThat(fill("{}", 60_000)).isEqualTo(FillCacheResult.FILLED);
    assertThat(redis.get(KEY)).isEqualTo("{}");
    assertThat(redis.pttl(KEY)).isBetween(50_000L, 60_000L);
  }

  @Test
  void losesAfterAnEviction() {
    redis.set(KEY, LEASE);
    redis.del(KEY);
    assertThat(fill("{}", 60_000)).isEqualTo(FillCacheResult.LOST);
    assertThat(redis.exists(KEY)).isZero();
  }

  @Test
  void losesToTheLeaseOfAnother() {
    redis.set(KEY, "?other:1");
    assertThat(fill("{}", 60_000)).isEqualTo(FillCacheResult.LOST);
    assertThat(redis.get(KEY)).isEqualTo("?other:1");
  }

  @Test
  void losesToAValue() {
    redis.set(KEY, "{\"new\":1}");
    assertThat(fill("{}", 60_000)).isEqualTo(FillCacheResult.LOST);
    assertThat(redis.get(KEY)).isEqualTo("{\"new\":1}");
  }

  private FillCacheResult fill(String value, long ttlMillis) {
    String script = LuaFile.read("student/fill_cache");
    Long code =
        redis.eval(
            script,
            ScriptOutputType.INTEGER,
            new String[] {KEY},
            LEASE,
            value,
            String.valueOf(ttlMillis));
    return FillCacheResult.of(code);
  }
}
