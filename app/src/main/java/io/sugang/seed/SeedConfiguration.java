package io.sugang.seed;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.flyway.autoconfigure.FlywayConnectionDetails;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Seeds as the last step of the migration: Spring Boot lets JPA and JDBC wait for that, so nobody
 * sees the database before it is filled. As the account that migrates: the run-time one may not
 * make temporary tables.
 *
 * <p>No condition on the seed: those understand true and false, but not the on and off of {@code
 * SUGANG_SEED}. Without migrations there is nothing to seed after: the training run of the image
 * has no MySQL.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "spring.flyway.enabled", matchIfMissing = true)
class SeedConfiguration {

  @Bean
  FlywayMigrationStrategy migrateThenSeed(
      JdbcConnectionDetails mysql, FlywayConnectionDetails owner, SeedProperties properties) {
    var seeder =
        new Seeder(mysql.getJdbcUrl(), owner.getUsername(), owner.getPassword(), properties);
    return flyway -> {
      flyway.migrate();
      if (properties.enabled()) {
        seeder.seed();
      }
    };
  }
}
