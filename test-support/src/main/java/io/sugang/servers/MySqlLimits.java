package io.sugang.servers;

/** Properties of a test that gives statements more time than the service does. */
public final class MySqlLimits {
  private static final String DRIVER = "spring.datasource.hikari.data-source-properties.";

  /** The driver waits a minute for the end of a statement. */
  public static final String LONG_STATEMENTS = DRIVER + "socketTimeout=60000";

  /** The wait for the lock of a row; the number of seconds follows. */
  public static final String ROW_LOCK_WAIT = DRIVER + "sessionVariables=innodb_lock_wait_timeout=";

  /** The wait for the lock of a table; the number of seconds follows. */
  public static final String TABLE_LOCK_WAIT = DRIVER + "sessionVariables=lock_wait_timeout=";

  private MySqlLimits() {}
}
