package io.sugang.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.acceptance.OwnInstance;
import io.sugang.http.Api;
import io.sugang.lab.chaos.Attempt.AttemptKind;
import io.sugang.servers.MySqlDatabase;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** The service answers from its memory and Java, the judge from SQL: they have to agree. */
@Tag("extended")
class HistoryFactsIntegrationTests {
  private static final Pattern CODE = Pattern.compile("\"code\":\"([A-Z_]+)\"");
  private static final Set<String> OF_HISTORY =
      Set.of("NOT_ELIGIBLE", "RETAKE_NOT_ALLOWED", "PREREQUISITE", "COREQUISITE");

  @AutoClose
  private static final OwnInstance INSTANCE =
      OwnInstance.start(
          "sugang.rules.enabled=true",
          // Standing and audiences are set below.
          "sugang.registration.student-preload=0",
          "sugang.registration.course-refresh=100ms",
          "sugang.seed.students=400",
          "sugang.seed.professors=60",
          "sugang.seed.courses=100");

  @BeforeAll
  static void start() {
    JdbcTemplate jdbc = INSTANCE.database().jdbc();
    jdbc.update("UPDATE student SET standing = 'LEAVE' WHERE student_id MOD 30 = 1");
    jdbc.update("INSERT INTO audience VALUES (9001, 'even numbers of grade 2')");
    jdbc.update(
        "INSERT INTO audience_row (audience_id, position, grade_from, grade_to, number_parity) VALUES (9001, 1, 2, 2, 'EVEN')");
    jdbc.update("UPDATE course SET audience_id = 9001 WHERE course_id IN (8, 15)");
  }

  @Test
  void eachRefusalByHistoryIsConfirmedAndNoPermissionIs() throws Exception {
    Api api = new Api(INSTANCE.port());
    List<Attempt> refused = new ArrayList<>();
    List<Attempt> permitted = new ArrayList<>();
    Set<String> codes = new TreeSet<>();
    for (long student = 1; student <= 400; student += 3) {
      for (long course = 1; course <= 100; course += 7) {
        HttpResponse<String> answer =
            api.postJson(
                "/api/enrollments",
                "{\"studentId\":%d,\"courseId\":%d}".formatted(student, course));
        Matcher code = CODE.matcher(answer.body());
        if (answer.statusCode() == 201) {
          permitted.add(attempt(student, course, 201, null));
        } else if (code.find() && OF_HISTORY.contains(code.group(1))) {
          codes.add(code.group(1));
          refused.add(attempt(student, course, 409, code.group(1)));
        }
      }
    }
    assertThat(codes).contains("NOT_ELIGIBLE", "PREREQUISITE", "RETAKE_NOT_ALLOWED");
    assertThat(permitted).hasSizeGreaterThan(100);
    try (Connection mysql = connect()) {
      HistoryFacts confirmed = HistoryFacts.read(mysql, refused);
      assertThat(refused).allMatch(confirmed::confirms);
      for (String code : OF_HISTORY) {
        List<Attempt> untrue =
            permitted.stream()
                .map(won -> attempt(won.studentId(), won.courseId(), 409, code))
                .toList();
        HistoryFacts none = HistoryFacts.read(mysql, untrue);
        // A corequisite may be in the plan, which this judge does not ask.
        assertThat(untrue).as(code).noneMatch(a -> none.confirms(a) && !code.equals("COREQUISITE"));
      }
    }
  }

  private static Connection connect() throws SQLException {
    MySqlDatabase database = INSTANCE.database();
    return DriverManager.getConnection(
        "jdbc:mysql://%s:%d/%s?allowPublicKeyRetrieval=true"
            .formatted(database.server().host(), database.server().port(), database.name()),
        database.reader(),
        database.password());
  }

  private static Attempt attempt(long student, long course, int status, @Nullable String code) {
    return new Attempt(
        AttemptKind.ENROLL,
        new PlannedRequest(0, student, course, PlannedRequest.Then.KEEP, false, false, false),
        "request",
        student,
        course,
        0,
        0,
        1,
        status,
        code,
        status == 201 ? 1 : 0,
        null);
  }
}
