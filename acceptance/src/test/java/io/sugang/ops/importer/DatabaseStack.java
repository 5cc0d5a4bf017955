package io.sugang.ops.importer;

import io.sugang.ops.control.MysqlAccount;
import io.sugang.ops.control.RunningStack;
import io.sugang.ops.workspace.Failure;
import io.sugang.servers.MySqlDatabase;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** A stack of one database: a script ends with its first error, as with MySQL's own client. */
public final class DatabaseStack implements RunningStack {
  private final MySqlDatabase database;
  private final List<String> redisCommands = new ArrayList<>();

  public DatabaseStack(MySqlDatabase database) {
    this.database = database;
  }

  List<String> redisCommands() {
    return redisCommands;
  }

  @Override
  public String sql(MysqlAccount account, String sql) {
    String user = account == MysqlAccount.READER ? database.reader() : database.owner();
    try (var connection =
            DriverManager.getConnection(
                // Without a default database, as MySQL's client.
                database.jdbcUrl().replace("/" + database.name() + "?", "/?")
                    + "&allowMultiQueries=true&useAffectedRows=true",
                user,
                database.password());
        var statement = connection.createStatement()) {
      statement.execute(sql.replaceAll("\\bsugang\\b", database.name()));
      return rows(statement);
    } catch (SQLException refused) {
      throw new Failure(String.valueOf(refused.getMessage()));
    }
  }

  private static String rows(Statement statement) throws SQLException {
    var lines = new StringBuilder();
    do {
      try (ResultSet result = statement.getResultSet()) {
        while (result != null && result.next()) {
          var line = new StringJoiner("\t", "", "\n");
          for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
            line.add(result.getString(i));
          }
          lines.append(line);
        }
      }
    } while (statement.getMoreResults() || statement.getUpdateCount() != -1);
    return lines.toString();
  }

  @Override
  public String redis(String... arguments) {
    redisCommands.add(String.join(" ", arguments));
    return "";
  }

  @Override
  public String redisLines(List<String> commands) {
    throw new UnsupportedOperationException();
  }

  @Override
  public String mode() {
    return "local";
  }

  @Override
  public int scale() {
    return 1;
  }

  @Override
  public String url() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int verifyQuietly() {
    // Tests judge the rows themselves.
    return 0;
  }
}
