package io.sugang.chaos;

import io.sugang.operator.Operator;
import io.sugang.rush.Campus;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Takes every connection that MySQL has to give, those of the service included. */
final class MySqlCrowd implements AutoCloseable {
  // Few, so that taking them all costs little, and more than the service has: an administrator is
  // let in when exactly all are taken, not when there are more than that.
  private static final int MOST = 150;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Stage stage;
  private final List<Connection> taken = new ArrayList<>();
  private String before = "";

  MySqlCrowd(Stage stage) {
    this.stage = stage;
  }

  void take() throws Exception {
    before = stage.perform("mysql SELECT @@GLOBAL.max_connections");
    stage.perform("mysql SET GLOBAL max_connections = " + MOST);
    Set<String> own = new HashSet<>();
    // Each round ends the service's connections and is faster than its next attempt; what it got
    // back meanwhile is ended in the next round.
    for (int round = 0; round < 3; round++) {
      String ids =
          insist(
              "mysql SELECT COALESCE(GROUP_CONCAT(id), '') FROM information_schema.processlist WHERE user LIKE 'sugang%'");
      for (String id : ids.trim().split(",")) {
        if (!id.isBlank() && !own.contains(id)) {
          end(id);
        }
      }
      fill(own);
    }
    stage.say("%d connections taken, none left".formatted(taken.size()));
  }

  private void end(String id) {
    try {
      insist("mysql KILL " + id);
    } catch (Exception gone) {
      stage.say("connection " + id + " had ended by itself");
    }
  }

  // One administrator is let in beyond all others, and the one before may not have left yet.
  private String insist(String operation) throws IOException, Operator.Unsupported {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return stage.performQuietly(operation);
      } catch (IOException refused) {
        if (!String.valueOf(refused.getMessage()).contains("ERROR 1040")
            || System.nanoTime() > until) {
          throw refused;
        }
      }
    }
  }

  private void fill(Set<String> own) {
    while (taken.size() < MOST) {
      try {
        Connection connection = Campus.connect(stage.environment());
        taken.add(connection);
        try (Statement statement = connection.createStatement();
            ResultSet id = statement.executeQuery("SELECT CONNECTION_ID()")) {
          id.next();
          own.add(id.getString(1));
        }
      } catch (SQLException tooMany) {
        return;
      }
    }
  }

  @Override
  public void close() throws SQLException, IOException, Operator.Unsupported {
    for (Connection connection : taken) {
      connection.close();
    }
    stage.perform("mysql SET GLOBAL max_connections = " + before.trim());
  }
}
