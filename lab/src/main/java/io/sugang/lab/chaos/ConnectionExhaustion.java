package io.sugang.lab.chaos;

import io.sugang.lab.control.Operation;
import io.sugang.lab.control.Operation.ConnectAsService;
import io.sugang.lab.control.Operation.EvictService;
import io.sugang.lab.control.Operation.Sql;
import io.sugang.lab.control.Operator;
import io.sugang.lab.rush.Dataset;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Other clients that occupy every connection of MySQL. Its limit is set to the number they have,
 * and the service's sessions are ended: they cannot come back before {@link #close}.
 */
final class ConnectionExhaustion implements AutoCloseable {
  // Too many connections. Any other reason is another fault.
  private static final int NONE_LEFT = 1040;
  private static final String NONE_LEFT_SAID = "ERROR 1040";

  private static final String OF_TOOLS =
      "SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'sugang_reader'";

  private static final int MOST = 50;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ScenarioContext context;
  private final List<Connection> taken = new ArrayList<>();
  private String before = "";

  ConnectionExhaustion(ScenarioContext context) {
    this.context = context;
  }

  void take() throws Exception {
    before = context.performQuietly(new Sql("SELECT @@GLOBAL.max_connections")).strip();
    fill();
    // Other tools have connections too. With a lower limit they take the administrator's place.
    String all = insist(new Sql(OF_TOOLS)).strip();
    String ended = insist(new EvictService(Integer.parseInt(all)));
    requireNoneLeft();
    context.say(
        "%s connections are all there are now, %s of the service ended"
            .formatted(all, ended.strip()));
  }

  /** The service has none, and would get none. */
  void requireNoneLeft() throws IOException, Operator.Unsupported, ScenarioContext.NotFelt {
    String said = context.performQuietly(new ConnectAsService());
    context.requireFelt(
        said.contains(NONE_LEFT_SAID), "the service's account is not refused with 1040: " + said);
    String left =
        insist(
            new Sql("SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'sugang'"));
    context.requireFelt(left.strip().equals("0"), "the service has connections: " + left);
  }

  private void fill() throws SQLException {
    while (taken.size() < MOST) {
      try {
        taken.add(Dataset.connect(context.environment()));
      } catch (SQLException refused) {
        if (refused.getErrorCode() != NONE_LEFT || taken.isEmpty()) {
          throw refused;
        }
        return;
      }
    }
  }

  // One administrator is let in beyond all others, and the place may be taken for an instant. The
  // one before may have it, or the service, which is sent away only when it has said who it is.
  private String insist(Operation operation) throws IOException, Operator.Unsupported {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return context.performQuietly(operation);
      } catch (IOException refused) {
        if (!String.valueOf(refused.getMessage()).contains(NONE_LEFT_SAID)
            || System.nanoTime() > until) {
          throw refused;
        }
      }
    }
  }

  // The limit first: where it stays lower than what the service wants, an administrator may find no
  // place.
  @Override
  public void close() throws SQLException, IOException, Operator.Unsupported {
    try {
      if (!before.isEmpty()) {
        insist(new Sql("SET GLOBAL max_connections = " + before));
      }
    } finally {
      for (Connection connection : taken) {
        connection.close();
      }
    }
  }
}
