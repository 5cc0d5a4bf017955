package io.sugang.tools.chaos;

import io.sugang.tools.control.Operator;
import io.sugang.tools.rush.Dataset;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Changes how many seats courses have, by the service's endpoint where it has one, otherwise by
 * SQL. What the endpoint has answered is so for the next request. SQL is seen by the next look of
 * the reconciler.
 */
final class CapacityChanges {
  private static final long SEEN = Duration.ofSeconds(3).toNanos();

  private final ScenarioContext stage;

  CapacityChanges(ScenarioContext stage) {
    this.stage = stage;
  }

  /** A change that MySQL or the service refuses, because more are enrolled, leaves what was. */
  void set(long course, int seats) throws Exception {
    long begin = System.nanoTime();
    boolean told = byEndpoint(course, seats);
    if (!told) {
      stage.performQuietly(
          "mysql UPDATE sugang.course SET capacity = %d WHERE course_id = %d AND enrolled <= %1$d"
              .formatted(seats, course));
    }
    long end = System.nanoTime();
    int now = read(course);
    if (now != stage.capacities().atLast(course)) {
      stage.capacities().change(course, now, begin, told ? end : end + SEEN);
    }
  }

  private boolean byEndpoint(long course, int seats) throws IOException, InterruptedException {
    try (Management management = Management.of(stage, stage.anyInstance())) {
      int status =
          management.post("/actuator/courses/" + course, "{\"capacity\":%d}".formatted(seats));
      return status != 404 && status != 405;
    } catch (Operator.Unsupported notHere) {
      return false;
    }
  }

  private int read(long course) throws SQLException {
    try (Connection mysql = Dataset.connect(stage.environment());
        PreparedStatement select =
            mysql.prepareStatement("SELECT capacity FROM course WHERE course_id = ?")) {
      select.setLong(1, course);
      try (ResultSet row = select.executeQuery()) {
        row.next();
        return row.getInt(1);
      }
    }
  }
}
