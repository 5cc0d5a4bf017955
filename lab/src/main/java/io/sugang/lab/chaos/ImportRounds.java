package io.sugang.lab.chaos;

import io.sugang.lab.control.Operation.ImportCourses;
import io.sugang.lab.control.Operator;
import io.sugang.lab.rush.Dataset;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Imports that add two courses and move the empty one to the time of the other, while students of
 * the other enroll in it. An import either moves it before they come, or is refused.
 */
final class ImportRounds {
  /** Codes of the imported subjects begin so. */
  static final String CODE = "CHAOS.";

  private static final int ROUNDS = 6;
  private static final int STUDENTS = 25;
  // The instances read a new course within that.
  private static final double KNOWN_AFTER = 6;
  private static final long PATIENCE = 60_000_000_000L;
  private static final String MORNING = "토(09:30~10:45)";
  private static final String AFTERNOON = "토(13:00~14:15)";
  private static final String HEADER = "교과구분,개설대학,개설학과,교과목번호,강좌번호,교과목명,학점,수업교시,정원,주담당교수";
  private static final String PLACE =
      "SELECT department.college, department.name_ko, professor.name FROM professor JOIN department"
          + " ON department.name_ko = professor.department WHERE professor_id < 1000000 ORDER BY professor_id LIMIT 1";
  private static final String IMPORTED =
      "SELECT course_id FROM course JOIN subject USING (subject_id) WHERE code LIKE '"
          + CODE
          + "%' ORDER BY code";
  private static final String BOTH =
      "SELECT COUNT(*) FROM enrollment one JOIN enrollment other USING (student_id)"
          + " JOIN course a ON a.course_id = one.course_id JOIN course b ON b.course_id = other.course_id"
          + " WHERE a.course_id = %d AND b.course_id = %d AND BIT_COUNT(a.slot_mask & b.slot_mask) > 0";

  private final ScenarioContext context;
  private final Clients clients;
  private final List<Long> courses = new ArrayList<>();
  private final Queue<Attempt> seated = new ConcurrentLinkedQueue<>();
  private String place = "";

  ImportRounds(ScenarioContext context) {
    this.context = context;
    this.clients = context.clients();
  }

  /** Adds the courses, and enrolls students in the one that stays. */
  void prepare() throws Exception {
    try (Connection mysql = Dataset.connect(context.environment());
        Statement statement = mysql.createStatement();
        ResultSet row = statement.executeQuery(PLACE)) {
      row.next();
      place = "%s,%s".formatted(row.getString(1), row.getString(2)) + ",%s," + row.getString(3);
    }
    imported(AFTERNOON);
    try (Connection mysql = Dataset.connect(context.environment());
        Statement statement = mysql.createStatement();
        ResultSet row = statement.executeQuery(IMPORTED)) {
      while (row.next()) {
        courses.add(row.getLong(1));
        context
            .capacities()
            .change(row.getLong(1), 2 * STUDENTS, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE);
      }
    }
    context.moved().add(courses.getLast());
    context.last(KNOWN_AFTER);
    long[] students = context.dataset().students();
    AtomicInteger next = new AtomicInteger(students.length);
    clients.run(
        STUDENTS,
        client -> {
          long student = students[next.decrementAndGet()];
          Attempt attempt =
              client.enroll(clients.plannedRequest(student, courses.getFirst()), "", until());
          if (attempt.won()) {
            seated.add(attempt);
          }
        });
    context.requireFelt(!seated.isEmpty(), "no student has a seat in the imported course");
  }

  void run() throws Exception {
    int moved = 0;
    int won = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long begin = System.nanoTime();
      imported(AFTERNOON);
      double seconds = (System.nanoTime() - begin) / 1e9;
      AtomicInteger imports = new AtomicInteger();
      Thread importing =
          Thread.ofVirtual().start(() -> imports.addAndGet(isImported(MORNING) ? 1 : 0));
      context.lastBetween(0.2 * seconds, 0.9 * seconds);
      Queue<Attempt> both = new ConcurrentLinkedQueue<>();
      List<Thread> clicks = clickAll(both);
      importing.join();
      Clients.join(clicks);
      context.promise(
          overlaps() == 0,
          "%d students have both courses, and an import moved one to the time of the other"
              .formatted(overlaps()));
      moved += imports.get();
      won += both.size();
      giveBack(both);
    }
    context.say(
        "%d of %d imports moved the course, %d students were enrolled in it"
            .formatted(moved, ROUNDS, won));
    context.requireFelt(moved + won > 0, "no import moved the course, and no student got it");
  }

  private List<Thread> clickAll(Queue<Attempt> both) throws Exception {
    Queue<Attempt> holders = new ConcurrentLinkedQueue<>(seated);
    return clients.start(
        STUDENTS,
        client -> {
          Attempt holder = holders.poll();
          if (holder != null) {
            Attempt attempt =
                client.enroll(
                    clients.plannedRequest(holder.studentId(), courses.getLast()), "", until());
            if (attempt.won()) {
              both.add(attempt);
            }
          }
        });
  }

  private void giveBack(Queue<Attempt> won) throws Exception {
    clients.run(
        STUDENTS,
        client -> {
          for (Attempt seat = won.poll(); seat != null; seat = won.poll()) {
            client.cancel(seat.plannedRequest(), seat.enrollmentId(), ImportRounds::until);
          }
        });
  }

  private int overlaps() throws SQLException {
    try (Connection mysql = Dataset.connect(context.environment());
        Statement statement = mysql.createStatement();
        ResultSet row =
            statement.executeQuery(BOTH.formatted(courses.getFirst(), courses.getLast()))) {
      row.next();
      return row.getInt(1);
    }
  }

  private void imported(String time) throws IOException, Operator.Unsupported {
    String file =
        "%s\n전선,%s\n전선,%s\n".formatted(HEADER, line("000001", MORNING), line("000002", time));
    context.performQuietly(new ImportCourses(file));
  }

  private String line(String number, String time) {
    return place.formatted(
        "%s%s,001,가져온 강좌 %s,0,%s,%d".formatted(CODE, number, number, time, 2 * STUDENTS));
  }

  private boolean isImported(String time) {
    try {
      imported(time);
      return true;
    } catch (IOException | Operator.Unsupported refused) {
      return false;
    }
  }

  private static long until() {
    return System.nanoTime() + PATIENCE;
  }
}
