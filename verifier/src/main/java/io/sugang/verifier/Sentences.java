package io.sugang.verifier;

import java.sql.Connection;
import java.sql.SQLException;

/** Queries whose rows are sentences, each of one violation. */
final class Sentences {
  private Sentences() {}

  /** Adds the first column of each row. */
  static void add(Connection connection, String query, Examples wrong) throws SQLException {
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(query)) {
      while (found.next()) {
        wrong.add(found.getString(1));
      }
    }
  }
}
