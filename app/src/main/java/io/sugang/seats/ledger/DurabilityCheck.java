package io.sugang.seats.ledger;

import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Check at the start of an instance, which warns when MySQL does not flush each commit. Then a
 * power failure of MySQL's host may lose an acknowledged enrollment.
 *
 * <p>It runs after the refresh of the context, because the refresh that makes the AOT cache of the
 * image has no MySQL.
 */
@Component
class DurabilityCheck implements ApplicationRunner {
  private static final Logger log = LoggerFactory.getLogger(DurabilityCheck.class);

  // Without a binary log nothing of it can be lost.
  private static final String SETTINGS =
      "SELECT CONCAT('innodb_flush_log_at_trx_commit=', @@global.innodb_flush_log_at_trx_commit,"
          + " ', sync_binlog=', IF(@@global.log_bin, @@global.sync_binlog, 1))";
  private static final String DURABLE = "innodb_flush_log_at_trx_commit=1, sync_binlog=1";

  private final JdbcTemplate jdbc;

  DurabilityCheck(DataSource dataSource) {
    jdbc = new JdbcTemplate(dataSource);
  }

  @Override
  public void run(ApplicationArguments arguments) {
    String settings = jdbc.queryForObject(SETTINGS, String.class);
    if (!DURABLE.equals(settings)) {
      log.warn(
          "MySQL may lose answered enrollments in a power failure. Its settings are {}; set {}",
          settings,
          DURABLE);
    }
  }
}
