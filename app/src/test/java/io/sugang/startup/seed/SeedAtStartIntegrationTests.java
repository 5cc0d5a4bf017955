package io.sugang.startup.seed;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.SugangApplication;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import io.sugang.servers.SugangTest;
import jakarta.persistence.EntityManager;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** The service itself seeds, as {@code SUGANG_SEED} says. */
@SugangTest(properties = {"sugang.seed.enabled=on", "sugang.seed.students=120"})
@Tag("extended")
class SeedAtStartIntegrationTests {
  @Test
  void aStartedServiceFindsItsData(@Autowired EntityManager jpa) {
    assertThat(jpa.createNativeQuery("SELECT COUNT(*) FROM student", Long.class).getSingleResult())
        .isEqualTo(120L);
  }

  @Test
  void offLeavesTheDatabaseEmpty(@Autowired RedisServer redis) {
    MySqlDatabase database = Servers.mysql().newEmptyDatabase();
    try (var instances =
        Instances.start(SugangApplication.class, 1, database, redis, "sugang.seed.enabled=off")) {
      assertThat(instances.contexts()).hasSize(1);
      assertThat(
              Objects.requireNonNull(
                  database.jdbc().queryForObject("SELECT COUNT(*) FROM student", Long.class)))
          .isZero();
    }
  }
}
