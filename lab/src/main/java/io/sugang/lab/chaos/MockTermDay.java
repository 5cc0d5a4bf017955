package io.sugang.lab.chaos;

import io.sugang.lab.rush.Dataset;
import io.sugang.verifier.Ids;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A mock term is begun, used and ended while the real term runs; nothing of it may be left. */
final class MockTermDay {
  private static final String PATH = "/api/desk/mock-term";
  private static final int CLIENTS = 10;
  private static final int COURSES = 6;
  private static final Duration LONGEST = Duration.ofMinutes(3);
  // The instances learn of its window and its courses within that.
  private static final double KNOWN_AFTER = 6;
  private static final String TABLES =
      "SELECT (SELECT COUNT(*) FROM term WHERE term_id = %1$d)"
          + " + (SELECT COUNT(*) FROM student_term WHERE term_id = %1$d)"
          + " + (SELECT COUNT(*) FROM registration_window WHERE term_id = %1$d)"
          + " + (SELECT COUNT(*) FROM course WHERE term_id = %1$d)"
          + " + (SELECT COUNT(*) FROM meeting WHERE course_id BETWEEN %2$d AND %3$d)"
          + " + (SELECT COUNT(*) FROM enrollment WHERE course_id BETWEEN %2$d AND %3$d)";

  private final ScenarioContext context;
  private final Clients clients;

  MockTermDay(ScenarioContext context) {
    this.context = context;
    this.clients = context.clients();
  }

  void run(Duration length) throws Exception {
    String key = context.environment("SUGANG_SESSION_KEY", "");
    context.requireFelt(!key.isEmpty(), "SUGANG_SESSION_KEY is not known");
    try (DeskClient desk = new DeskClient(clients.target(), key)) {
      Instant now = Instant.now();
      decided(
          desk,
          PATH,
          "{\"opensAt\":\"%s\",\"closesAt\":\"%s\",\"reason\":\"chaos\"}"
              .formatted(now.minusSeconds(60), now.plus(Duration.ofDays(1))));
      JsonNode term = await(desk, "READY");
      long termId = term.path("termId").asLong();
      context.say("the mock term %d is there".formatted(termId));
      context.last(KNOWN_AFTER);
      Map<Long, Integer> courses = courses(termId);
      context.capacities().begin(courses);
      int won = click(new ArrayList<>(courses.keySet()), length);
      decided(desk, PATH + "/end", "{\"termId\":%d,\"reason\":\"chaos\"}".formatted(termId));
      await(desk, null);
      context.say("the mock term has ended with %d enrollments made in it".formatted(won));
      context.requireFelt(won > 0, "no student was enrolled in the mock term");
      long left = number(TABLES.formatted(termId, Ids.MOCK_COURSES_FROM, Ids.RESERVED_FROM - 1));
      context.promise(left == 0, "%d rows of the ended mock term are left".formatted(left));
    }
  }

  private static void decided(DeskClient desk, String path, String json) throws Exception {
    long end = System.nanoTime() + LONGEST.toNanos();
    DeskClient.DeskAnswer answer = desk.post(path, json);
    while (answer.undecided() && System.nanoTime() < end) {
      Thread.sleep(200);
      answer = desk.post(path, json);
    }
    // a repetition of a begin finds the term that it began
    if (answer.status() != 202 && answer.body().path("current").isMissingNode()) {
      throw new IllegalStateException(
          "%s was answered %d %s".formatted(path, answer.status(), answer.code()));
    }
  }

  /** Waits for a state of the mock term; null: until there is none. */
  private static JsonNode await(DeskClient desk, @Nullable String state) throws Exception {
    long end = System.nanoTime() + LONGEST.toNanos();
    while (System.nanoTime() < end) {
      DeskClient.DeskAnswer answer = desk.get(PATH);
      JsonNode current = answer.body().path("current");
      boolean reached =
          state == null
              ? answer.status() == 200 && current.isMissingNode()
              : current.path("state").asString("").equals(state);
      if (reached) {
        return current;
      }
      Thread.sleep(200);
    }
    throw new IllegalStateException(
        "the mock term was not %s within %s".formatted(state == null ? "gone" : state, LONGEST));
  }

  private int click(List<Long> courses, Duration length) throws Exception {
    AtomicInteger won = new AtomicInteger();
    long end = System.nanoTime() + length.toNanos();
    long[] students = context.dataset().students();
    clients.run(
        CLIENTS,
        client -> {
          ThreadLocalRandom random = ThreadLocalRandom.current();
          while (System.nanoTime() < end) {
            long course = courses.get(random.nextInt(courses.size()));
            long student = students[random.nextInt(students.length)];
            long until = end + LONGEST.toNanos();
            Attempt attempt = client.enroll(clients.plannedRequest(student, course), "", until);
            won.addAndGet(attempt.won() ? 1 : 0);
            if (attempt.won() && random.nextInt(5) == 0) {
              client.cancel(attempt.plannedRequest(), attempt.enrollmentId(), () -> until);
            }
            Thread.sleep(random.nextInt(10, 60));
          }
        });
    return won.get();
  }

  private Map<Long, Integer> courses(long termId) throws SQLException {
    Map<Long, Integer> courses = new HashMap<>();
    try (Connection mysql = Dataset.connect(context.environment());
        Statement statement = mysql.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT course_id, capacity FROM course WHERE term_id = %d AND pool_of IS NULL AND capacity > 0 ORDER BY course_id LIMIT %d"
                    .formatted(termId, COURSES))) {
      while (row.next()) {
        courses.put(row.getLong(1), row.getInt(2));
      }
    }
    return courses;
  }

  private long number(String sql) throws SQLException {
    try (Connection mysql = Dataset.connect(context.environment());
        Statement statement = mysql.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }
}
