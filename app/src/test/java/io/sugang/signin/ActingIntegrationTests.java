package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.sugang.rows.Rows;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.SugangTest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;

/** For whom a session may act, by the fast path and by the controllers, in open mode. */
@SugangTest(properties = "sugang.sign-in.session-key=" + SignedIn.KEY)
class ActingIntegrationTests {
  private static final long OWN = 9_300_001;
  private static final long OTHER = 9_300_002;
  private static final long COURSE = 9_300_001;
  private static final String BODY = "{\"studentId\":%d,\"courseId\":" + COURSE + "}";
  private static final String COURSE_ONLY = "{\"courseId\":" + COURSE + "}";

  @Autowired private JdbcTemplate jdbc;
  @LocalServerPort private int port;

  @BeforeAll
  static void rows(@Autowired MySqlDatabase database, @Autowired JdbcTemplate jdbc) {
    for (Role role : List.of(Role.VIEWER, Role.DEPARTMENT, Role.REGISTRAR)) {
      database
          .jdbc()
          .update(
              "INSERT INTO staff SELECT ?, ?, ?, IF(? = 'DEPARTMENT', MIN(department_id), NULL)"
                  + " FROM department",
              staff(role),
              "acting." + role,
              role.name(),
              role.name());
    }
    Rows rows = new Rows(jdbc);
    rows.student(OWN);
    rows.student(OTHER);
    rows.professor(COURSE, "Professor");
    rows.course(COURSE, "Acting", "Sign-in", COURSE, 50);
  }

  private static long staff(Role role) {
    return OWN + role.code();
  }

  @BeforeEach
  void cancelAll() {
    var load = SignedIn.as(Role.LOAD, 0, port);
    for (Long id :
        jdbc.queryForList(
            "SELECT enrollment_id FROM enrollment WHERE course_id = ?", Long.class, COURSE)) {
      assertThat(load.delete("/api/enrollments/" + id).statusCode()).isEqualTo(204);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aStudentReadsOnlyTheOwnData(boolean fastPath) {
    var student = SignedIn.as(Role.STUDENT, OWN, port).onFastPath(fastPath);
    assertThat(student.get("/api/students/" + OWN).statusCode()).isEqualTo(200);
    assertThat(student.get("/api/students/" + OWN + "/enrollments").statusCode()).isEqualTo(200);
    // As if there were no such student.
    for (long id : List.of(OTHER, 1L, 9_399_999L)) {
      for (String rest : List.of("", "/enrollments", "/plan", "/refusals")) {
        var answer = student.get("/api/students/" + id + rest);
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body())
            .isEqualTo(
                "{\"detail\":\"There is no student %d.\",\"instance\":\"/api/students/%d%s\",\"status\":404,\"title\":\"Student not found\",\"type\":\"/problems/student-not-found\",\"code\":\"STUDENT_NOT_FOUND\"}"
                    .formatted(id, id, rest));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aStudentEnrollsOnlyTheOwnPerson(boolean fastPath) {
    var student = SignedIn.as(Role.STUDENT, OWN, port).onFastPath(fastPath);
    for (long id : List.of(OTHER, 9_399_999L)) {
      for (String path : List.of("/api/enrollments", "/api/me/enrollments")) {
        var refused = student.post(path, BODY.formatted(id));
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(code(refused)).isEqualTo("NOT_YOURS");
      }
    }
    assertThat(rows()).isEmpty();
    awaitEvent("ENROLL", OTHER, "NOT_YOURS");

    var enrolled = student.post("/api/enrollments", BODY.formatted(OWN));
    assertThat(enrolled.statusCode()).isEqualTo(201);
    assertThat(rows()).containsExactly(OWN);
    assertThat(student.delete(location(enrolled)).statusCode()).isEqualTo(204);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aStudentNeedNotSayWho(boolean fastPath) {
    var student = SignedIn.as(Role.STUDENT, OWN, port).onFastPath(fastPath);
    for (String path : List.of("/api/enrollments", "/api/me/enrollments")) {
      var enrolled = student.post(path, COURSE_ONLY);
      assertThat(enrolled.statusCode()).isEqualTo(201);
      assertThat(JsonPath.<Integer>read(enrolled.body(), "$.studentId")).isEqualTo((int) OWN);
      assertThat(rows()).containsExactly(OWN);
      assertThat(student.post(path, COURSE_ONLY).statusCode()).isEqualTo(409);
      assertThat(student.get("/api/me/enrollments").body())
          .isEqualTo(student.get("/api/students/" + OWN + "/enrollments").body())
          .contains("\"courseId\":" + COURSE);
      assertThat(student.get("/api/me/refusals").statusCode()).isEqualTo(200);
      assertThat(student.get("/api/me/plan").body())
          .isEqualTo(student.get("/api/students/" + OWN + "/plan").body())
          .contains("\"courseId\":" + COURSE);
      String own = location(enrolled).replace("/api/", "/api/me/");
      assertThat(student.delete(own).statusCode()).isEqualTo(204);
      assertThat(rows()).isEmpty();
    }
    assertThat(student.get("/api/me").body())
        .isEqualTo(student.get("/api/students/" + OWN).body())
        .contains("\"studentId\":" + OWN);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anotherStudentsEnrollmentIsNeitherShownNorCancelled(boolean fastPath) {
    var enrolled = SignedIn.as(Role.STUDENT, OTHER, port).post("/api/me/enrollments", COURSE_ONLY);
    String path = location(enrolled);
    var student = SignedIn.as(Role.STUDENT, OWN, port).onFastPath(fastPath);
    for (var answer :
        List.of(
            student.get(path),
            student.delete(path),
            student.delete(path.replace("/api/", "/api/me/")))) {
      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(code(answer)).isEqualTo("ENROLLMENT_NOT_FOUND");
    }
    assertThat(rows()).containsExactly(OTHER);
    awaitEvent("CANCEL", OTHER, "ENROLLMENT_NOT_FOUND");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anotherStudentsCancelledEnrollmentIsNotShownEither(boolean fastPath) {
    var other = SignedIn.as(Role.STUDENT, OTHER, port).onFastPath(fastPath);
    String path = location(other.post("/api/me/enrollments", COURSE_ONLY));
    String mine = path.replace("/api/", "/api/me/");
    assertThat(other.delete(path).statusCode()).isEqualTo(204);
    // NGINX repeats a DELETE whose instance ended before its answer.
    assertThat(other.delete(path).statusCode()).isEqualTo(204);
    assertThat(other.delete(mine).statusCode()).isEqualTo(204);
    assertThat(other.get(path).statusCode()).isEqualTo(404);
    var student = SignedIn.as(Role.STUDENT, OWN, port).onFastPath(fastPath);
    for (var answer : List.of(student.delete(path), student.delete(mine))) {
      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(code(answer)).isEqualTo("ENROLLMENT_NOT_FOUND");
    }
    // It is cancelled once, also after another enrollment in the course.
    assertThat(other.post("/api/me/enrollments", COURSE_ONLY).statusCode()).isEqualTo(201);
    assertThat(other.delete(path).statusCode()).isEqualTo(204);
    assertThat(rows()).containsExactly(OTHER);
    assertThat(
            jdbc.queryForList(
                "SELECT actor FROM audit_event WHERE enrollment_id = ? AND action = 'CANCEL'"
                    + " AND outcome = 'DONE'",
                String.class,
                path.substring(path.lastIndexOf('/') + 1)))
        .containsExactly("student:" + OTHER);
  }

  /** Awaits that the audit has an attempt of {@link #OWN} for another student. */
  private void awaitEvent(String action, long student, String outcome) {
    await()
        .until(() ->
            !jdbc.queryForList(
                    "SELECT event_id FROM audit_event WHERE action = ? AND target = ? AND outcome = ?"
                        + " AND actor = ? AND session_id IS NOT NULL AND course_id = ?",
                    action,
                    "student:" + student,
                    outcome,
                    "student:" + OWN,
                    COURSE)
                .isEmpty());
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"STUDENT", "VIEWER"})
  void staffAndLoadDriversNameAStudent(Role role) {
    var user = SignedIn.as(role, staff(role), port);
    assertThat(user.get("/api/students/" + OTHER).statusCode()).isEqualTo(200);
    assertThat(user.post("/api/enrollments", COURSE_ONLY).body())
        .contains("The field 'studentId' is missing.");
    var enrolled = user.post("/api/enrollments", BODY.formatted(OTHER));
    assertThat(enrolled.statusCode()).isEqualTo(201);
    assertThat(user.get(location(enrolled)).statusCode()).isEqualTo(200);
    assertThat(user.delete(location(enrolled)).statusCode()).isEqualTo(204);
    // The number of a member of the staff is not the one of a student.
    for (var answer :
        List.of(
            user.get("/api/me"),
            user.get("/api/me/enrollments"),
            user.get("/api/me/plan"),
            user.get("/api/me/refusals"),
            user.post("/api/me/enrollments", COURSE_ONLY),
            user.delete("/api/me/enrollments/1"))) {
      assertThat(answer.statusCode()).isEqualTo(403);
      assertThat(code(answer)).isEqualTo("NO_STUDENT");
    }
    assertThat(rows()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aViewerChangesNothing(boolean fastPath) {
    var viewer = SignedIn.as(Role.VIEWER, staff(Role.VIEWER), port).onFastPath(fastPath);
    var enrolled = SignedIn.as(Role.STUDENT, OTHER, port).post("/api/me/enrollments", COURSE_ONLY);
    assertThat(viewer.get("/api/students/" + OTHER).statusCode()).isEqualTo(200);
    assertThat(viewer.get(location(enrolled)).statusCode()).isEqualTo(200);
    for (var answer :
        List.of(
            viewer.post("/api/enrollments", BODY.formatted(OWN)),
            viewer.delete(location(enrolled)))) {
      assertThat(answer.statusCode()).isEqualTo(403);
      assertThat(code(answer)).isEqualTo("NOT_YOURS");
    }
    assertThat(rows()).containsExactly(OTHER);
  }

  @ParameterizedTest
  @CsvSource({"true,UPDATE", "false,UPDATE", "true,DELETE", "false,DELETE"})
  void aRoleThatTheRegisterTookAwayEndsWithinASecond(
      boolean fastPath, String change, @Autowired MySqlDatabase database) {
    long leaving = OWN + 50 + (fastPath ? 1 : 0) + (change.equals("DELETE") ? 2 : 0);
    database.jdbc().update("INSERT INTO staff VALUES (?, 'Leaving', 'REGISTRAR', NULL)", leaving);
    var registrar = SignedIn.as(Role.REGISTRAR, leaving, port).onFastPath(fastPath);
    var enrolled = registrar.post("/api/enrollments", BODY.formatted(OTHER));
    assertThat(registrar.get("/api/students/" + OTHER).statusCode()).isEqualTo(200);
    assertThat(registrar.get("/api/desk/me").statusCode()).isEqualTo(200);

    database
        .jdbc()
        .update(
            change.equals("DELETE")
                ? "DELETE FROM staff WHERE staff_id = ?"
                : "UPDATE staff SET role = 'VIEWER' WHERE staff_id = ?",
            leaving);
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> registrar.get("/api/students/" + OTHER).statusCode() == 404);
    for (var answer :
        List.of(
            registrar.post("/api/enrollments", BODY.formatted(OWN)),
            registrar.delete(location(enrolled)))) {
      assertThat(answer.statusCode()).isEqualTo(403);
      assertThat(code(answer)).isEqualTo("NOT_YOURS");
      assertThat(answer.body()).contains("The register does not have this account");
    }
    for (String rest : List.of("/enrollments", "/plan", "/refusals")) {
      assertThat(registrar.get("/api/students/" + OTHER + rest).statusCode()).isEqualTo(404);
    }
    assertThat(registrar.get("/api/desk/overview").statusCode()).isEqualTo(403);
    assertThat(registrar.get("/api/session").statusCode()).isEqualTo(401);
    assertThat(rows()).containsExactly(OTHER);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRoleThatWasTakenAwayDoesNotCountOnceMoreForTheOverview(
      boolean askedBefore, @Autowired MySqlDatabase database, @Autowired StaffRoles roles) {
    long leaving = OWN + 60 + (askedBefore ? 1 : 0);
    long now = System.currentTimeMillis();
    var nearItsEnd = new SessionToken(Role.REGISTRAR, leaving, 5, now, now + 300_000);
    String cookie =
        "sugang=" + new SessionTokens(new SessionKey(SignedIn.KEY), null).write(nearItsEnd);
    var registrar = SignedIn.withCookie(cookie, port);
    if (askedBefore) {
      database.jdbc().update("INSERT INTO staff VALUES (?, 'Leaving', 'REGISTRAR', NULL)", leaving);
      assertThat(registrar.get("/api/students/" + OTHER).statusCode()).isEqualTo(200);
      var overview = registrar.get("/api/desk/overview");
      assertThat(overview.statusCode()).isEqualTo(200);
      assertThat(overview.headers().firstValue("Set-Cookie")).isPresent();
      database.jdbc().update("DELETE FROM staff WHERE staff_id = ?", leaving);
      await().until(() -> roles.recent(nearItsEnd) == null);
    }
    var overview = registrar.get("/api/desk/overview");
    assertThat(overview.statusCode()).isEqualTo(403);
    assertThat(code(overview)).isEqualTo("NO_DESK");
    assertThat(overview.headers().firstValue("Set-Cookie")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void openWithoutASessionTheBodyNamesTheStudent(boolean fastPath) {
    var anyone = SignedIn.nobody(port).onFastPath(fastPath);
    assertThat(anyone.get("/api/students/" + OWN).statusCode()).isEqualTo(200);
    var missing = anyone.post("/api/enrollments", COURSE_ONLY);
    assertThat(missing.statusCode()).isEqualTo(400);
    assertThat(missing.body()).contains("The field 'studentId' is missing.");
    var enrolled = anyone.post("/api/enrollments", BODY.formatted(OTHER));
    assertThat(enrolled.statusCode()).isEqualTo(201);
    assertThat(anyone.delete(location(enrolled)).statusCode()).isEqualTo(204);
    for (var answer :
        List.of(
            anyone.get("/api/me"),
            anyone.get("/api/me/enrollments"),
            anyone.post("/api/me/enrollments", BODY.formatted(OWN)),
            anyone.delete("/api/me/enrollments/1"))) {
      assertThat(answer.statusCode()).isEqualTo(401);
      assertThat(code(answer)).isEqualTo("SIGN_IN_REQUIRED");
    }
    assertThat(rows()).isEmpty();
  }

  private List<@Nullable Long> rows() {
    return jdbc.queryForList(
        "SELECT student_id FROM enrollment WHERE course_id = ? ORDER BY student_id",
        Long.class,
        COURSE);
  }

  private static String location(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return answer.headers().firstValue("Location").orElseThrow();
  }

  private static String code(HttpResponse<String> answer) {
    return JsonPath.read(answer.body(), "$.code");
  }
}
