package io.sugang.ops.control;

/** An account of MySQL, with the setting that holds its password (mysql/accounts.sql). */
public enum MysqlAccount {
  /** Settings of the whole server. */
  ROOT("root", "MYSQL_ROOT_PASSWORD"),
  /** The schema. */
  OWNER("sugang_owner", "MYSQL_OWNER_PASSWORD"),
  /** An instance. */
  SERVICE("sugang", "MYSQL_PASSWORD"),
  /** The tools, which only read. */
  READER("sugang_reader", "MYSQL_READER_PASSWORD");

  private final String user;
  private final String secret;

  MysqlAccount(String user, String secret) {
    this.user = user;
    this.secret = secret;
  }

  public String user() {
    return user;
  }

  public String secret() {
    return secret;
  }
}
