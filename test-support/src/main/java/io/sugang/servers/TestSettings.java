package io.sugang.servers;

import java.util.HashMap;
import java.util.Map;

/**
 * The service's settings in tests: its servers by their environment names, a small seed, no fixed
 * port.
 */
final class TestSettings {
  private static final Map<String, Object> ALWAYS =
      Map.of(
          "sugang.warmup.enabled", "false",
          // Any student of a test may take any course; the tests of windows and audiences differ.
          "sugang.rules.enabled", "false",
          // only the test sends requests to an instance, and at the end all contexts are closed one
          // after the other
          "sugang.shutdown.drain", "0ms",
          // the tests of pools and portions look more often, all others not at all
          "sugang.pool.period", "1m",
          "sugang.seed.enabled", "true",
          "sugang.seed.students", "200",
          "sugang.seed.professors", "10",
          "sugang.seed.courses", "20",
          "server.port", "0",
          "management.server.port", "0");

  /**
   * Limits that a busy machine does not exceed, as far as the settings allow. A late answer would
   * take another way through the service.
   */
  private static final Map<String, Object> PATIENT =
      Map.of(
          "spring.data.redis.timeout", "5s",
          "spring.data.redis.connect-timeout", "5s",
          "sugang.seat.command-timeout", "2s",
          "sugang.seat.roster-timeout", "10s",
          "sugang.ledger.claim-timeout", "30s",
          "sugang.enrollment.pending-limit", "2s",
          "sugang.student.load-lease", "30s",
          "sugang.admission.longest-wait", "15s");

  private TestSettings() {}

  /**
   * @param patient whether time limits are longer than those that are shipped
   */
  static Map<String, Object> of(MySqlDatabase database, RedisServer redis, boolean patient) {
    var settings = new HashMap<>(ALWAYS);
    if (patient) {
      settings.putAll(PATIENT);
    }
    settings.putAll(database.settings());
    settings.put("REDIS_HOST", redis.host());
    settings.put("REDIS_PORT", redis.port());
    settings.put("REDIS_USER", redis.user());
    settings.put("REDIS_PASSWORD", redis.password());
    return settings;
  }
}
