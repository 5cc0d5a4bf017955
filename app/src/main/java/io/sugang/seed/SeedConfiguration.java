package io.sugang.seed;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Seeds as the last step of the migration: Spring Boot lets JPA and JDBC wait for that, so nobody
 * sees the database before it is filled.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "sugang.seed.enabled", matchIfMissing = true)
class SeedConfiguration {

  @Bean
  FlywayMigrationStrategy migrateThenSeed(JdbcConnectionDetails mysql, SeedProperties properties) {
    var seeder =
        new Seeder(mysql.getJdbcUrl(), mysql.getUsername(), mysql.getPassword(), properties);
    return flyway -> {
      flyway.migrate();
      seeder.seed();
    };
  }
}
