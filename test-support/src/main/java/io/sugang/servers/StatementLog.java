package io.sugang.servers;

import org.springframework.jdbc.core.JdbcTemplate;

/** The server's log of all statements in {@code mysql.general_log}, on until it is closed. */
public final class StatementLog implements AutoCloseable {
  private final JdbcTemplate root;

  public StatementLog(MySqlDatabase database) {
    root = database.jdbc();
    root.execute("SET GLOBAL log_output = 'TABLE'");
    root.execute("SET GLOBAL general_log = ON");
  }

  /**
   * Returns how many statements of services like this one ({@code LIKE}) the log has, earlier ones
   * too.
   */
  public long count(String like) {
    Long count =
        root.queryForObject(
            """
            SELECT COUNT(*) FROM mysql.general_log
            WHERE command_type IN ('Query', 'Execute') AND user_host LIKE 'sugang[%' AND argument LIKE ?
            """,
            Long.class, like);
    return count == null ? 0 : count;
  }

  @Override
  public void close() {
    root.execute("SET GLOBAL general_log = OFF");
  }
}
