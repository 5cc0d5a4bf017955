package io.sugang.startup.seed;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the migration of the schema, which runs once at the start of an instance.
 *
 * @param statementLimit how long one statement may take, 1 s to 24 h; one that copies a table of
 *     millions of rows takes minutes
 * @param lockLimit how long a statement waits for the lock of a table or a row, 1 s to 24 h. MySQL
 *     cannot undo the statements before it, so this is longer than a backup takes
 */
@Validated
@ConfigurationProperties("sugang.migration")
record MigrationProperties(
    @DefaultValue("2h") @DurationMin(seconds = 1) @DurationMax(hours = 24) Duration statementLimit,
    @DefaultValue("1h") @DurationMin(seconds = 1) @DurationMax(hours = 24) Duration lockLimit) {}
