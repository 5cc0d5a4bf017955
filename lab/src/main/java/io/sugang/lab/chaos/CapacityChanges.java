package io.sugang.lab.chaos;

import io.sugang.lab.control.Operation.Sql;
import io.sugang.lab.control.Operator;
import io.sugang.lab.rush.Dataset;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Changes how many seats courses have: every second one by SQL, the others by the service's
 * endpoint where it can be reached. What the endpoint says is at the gate counts from its answer
 * on. Every other change counts from when {@link GateCapacities} has seen it.
 */
final class CapacityChanges {
  private static final int TRIES = 5;
  private static final Duration ASK = Duration.ofSeconds(1);

  private final ScenarioContext context;

  CapacityChanges(ScenarioContext context) {
    this.context = context;
  }

  /**
   * Returns when the gate has the change of each course, or has failed to take it. A change that
   * MySQL or the service rejects, because more are enrolled, leaves what was.
   */
  void set(List<Long> courses, int seats) throws Exception {
    List<GateCapacities.UnseenChange> unseen = new ArrayList<>();
    for (int i = 0; i < courses.size(); i++) {
      long course = courses.get(i);
      long begin = System.nanoTime();
      boolean atTheGate = i % 2 == 0 ? byEndpoint(course, seats) : bySql(course, seats);
      long end = System.nanoTime();
      int now = read(course);
      if (now == context.capacities().atLast(course)) {
        continue;
      }
      if (atTheGate) {
        context.capacities().change(course, now, begin, end, end);
      } else {
        unseen.add(new GateCapacities.UnseenChange(course, now, begin, end));
      }
    }
    new GateCapacities(context, ASK).await(unseen);
  }

  private boolean bySql(long course, int seats) throws IOException, Operator.Unsupported {
    context.performQuietly(
        new Sql(
            "START TRANSACTION; SELECT capacity INTO @before FROM sugang.course WHERE course_id = %2$d AND enrolled <= %1$d FOR UPDATE; UPDATE sugang.course SET capacity = %1$d WHERE course_id = %2$d AND enrolled <= %1$d; INSERT INTO sugang.audit_event (at, actor, action, target, course_id, detail) SELECT UTC_TIMESTAMP(3), 'operator', 'COURSE_CAPACITY', 'course:%2$d', %2$d, JSON_OBJECT('before', JSON_OBJECT('seats', JSON_ARRAY(JSON_OBJECT('seatsId', %2$d, 'capacity', @before))), 'after', JSON_OBJECT('seats', JSON_ARRAY(JSON_OBJECT('seatsId', %2$d, 'capacity', %1$d)))) FROM (SELECT 1) one WHERE @before IS NOT NULL; COMMIT"
                .formatted(seats, course)));
    // without a gate the ledger decides, which reads the row
    return context.environment("SUGANG_SEAT_CONTROL", "redis").equals("lock");
  }

  private boolean byEndpoint(long course, int seats) throws Exception {
    try (Management management = Management.of(context, context.anyInstance())) {
      for (int tries = 0; tries < TRIES; tries++) {
        HttpResponse<String> answer =
            management.post("/actuator/courses/" + course, "{\"capacity\":%d}".formatted(seats));
        // 503 leaves open whether it was done, and repeating is safe
        if (answer.statusCode() != 503) {
          return answer.body().contains("\"atTheGate\":true");
        }
      }
      throw new IOException("course %d: the endpoint has no answer but 503".formatted(course));
    } catch (Operator.Unsupported notHere) {
      return bySql(course, seats);
    }
  }

  private int read(long course) throws SQLException {
    try (Connection mysql = Dataset.connect(context.environment());
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
