package io.sugang.startup.seed;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the data that fill an empty database.
 *
 * @param timeLimit for one seeding, and for waiting until another instance has finished its own; a
 *     million students with their histories take minutes
 */
@Validated
@ConfigurationProperties("sugang.seed")
record SeedProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("5000")
        @Min(value = 1, message = STUDENTS)
        @Max(value = 2_000_000, message = STUDENTS)
        int students,
    @DefaultValue("300")
        @Min(value = 1, message = PROFESSORS)
        @Max(value = 100_000, message = PROFESSORS)
        int professors,
    @DefaultValue("500") @Min(value = 1, message = COURSES) @Max(value = 100_000, message = COURSES)
        int courses,
    @DefaultValue("50") @Min(value = 1, message = CAPACITY) @Max(value = 10_000, message = CAPACITY)
        int capacity,
    @DefaultValue("30m") Duration timeLimit) {

  private static final String STUDENTS =
      "must be a number from 1 to 2000000; set SUGANG_SEED_STUDENTS";
  private static final String PROFESSORS =
      "must be a number from 1 to 100000; set SUGANG_SEED_PROFESSORS";
  private static final String COURSES =
      "must be a number from 1 to 100000; set SUGANG_SEED_COURSES";
  private static final String CAPACITY =
      "must be a number of seats from 1 to 10000; set SUGANG_SEED_CAPACITY";
}
