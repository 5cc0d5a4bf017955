package io.sugang.startup.seed;

import static java.util.Objects.requireNonNull;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.flyway.autoconfigure.FlywayConfigurationCustomizer;
import org.springframework.boot.flyway.autoconfigure.FlywayConnectionDetails;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Configuration of the seed, the last step of the migration. JPA and JDBC wait for the migration,
 * so no query reads the database before it is filled. The seed uses the account of the migration,
 * because the run-time account may not make temporary tables.
 *
 * <p>The seed has no condition, because a condition reads true and false, but not the on and off of
 * {@code SUGANG_SEED}. Without migrations there is no seed: the training run of the image has no
 * MySQL.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "spring.flyway.enabled", matchIfMissing = true)
class SeedConfiguration {
  // One a second.
  private static final int CONNECT_RETRIES = 60;

  @Bean
  FlywayConfigurationCustomizer migrationWaitsLonger(MigrationProperties properties) {
    return flyway ->
        flyway
            .dataSource(
                new MigrationDataSource(
                    requireNonNull(flyway.getDataSource()),
                    properties.statementLimit(),
                    properties.lockLimit()))
            // MySQL may be starting too.
            .connectRetries(CONNECT_RETRIES)
            .connectRetriesInterval(1);
  }

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
