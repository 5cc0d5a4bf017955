package io.sugang.registrar.desk;

import static io.sugang.registrar.desk.DeskInstances.atOnce;
import static io.sugang.registrar.desk.DeskInstances.code;
import static io.sugang.registrar.desk.DeskInstances.expect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.sugang.http.Api;
import io.sugang.registrar.desk.DeskInstances.Staff;
import io.sugang.rows.TermRows;
import io.sugang.signin.StaffCredentials;
import io.sugang.signin.StaffRole;
import io.sugang.signin.StudentCredentials;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Seats and status of courses, changed at three instances. */
@Timeout(300)
class DeskCourseIntegrationTests {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static DeskInstances desk;

  @BeforeAll
  static void start() {
    desk = new DeskInstances();
  }

  @AfterAll
  static void stop() {
    desk.close();
  }

  private static Map<String, Long> counted(List<HttpResponse<String>> answers) {
    return answers.stream()
        .collect(Collectors.groupingBy(DeskInstances::code, Collectors.counting()));
  }

  private static Stream<Callable<HttpResponse<String>>> clicks(LongStream students, long course) {
    return students.mapToObj(student -> () -> desk.enroll(student, course));
  }

  /** The rows and the gate have the same students. */
  private static void awaitAgreement(long course) {
    StringRedisTemplate redis =
        desk.instances.contexts().getFirst().getBean(StringRedisTemplate.class);
    await()
        .atMost(LONG)
        .untilAsserted(() -> {
          List<String> rows =
              desk.jdbc.query(
                  "SELECT student_id FROM enrollment WHERE course_id = ?",
                  (row, n) -> row.getString(1),
                  course);
          assertThat(redis.opsForSet().members("course:{%d}:students".formatted(course)))
              .containsExactlyInAnyOrderElementsOf(rows);
        });
  }

  // Until an instance reads the courses again, it may say that the course is full, which is true
  // too.
  private static void awaitCancelled(long course) {
    for (Api api : desk.apis) {
      await()
          .atMost(LONG)
          .untilAsserted(() ->
              expect(
                  "COURSE_CANCELLED",
                  api.postJson("/api/enrollments", DeskInstances.body(7, course))));
    }
  }

  private static String event(long course) {
    return Objects.requireNonNull(
        desk.jdbc.queryForObject(
            "SELECT GROUP_CONCAT(CONCAT(actor, ' ', action, ' ', reason) ORDER BY event_id) FROM audit_event WHERE target = ?",
            String.class,
            "course:" + course));
  }

  @Test
  void moreSeatsCanBeTakenAtOnceAtEveryInstance() {
    long course = desk.course(1);
    expect("201", desk.enroll(1, course));
    for (int seats = 2; seats <= 7; seats++) {
      expect("COURSE_FULL", desk.enroll(seats, course));
      HttpResponse<String> changed =
          expect(
              "200",
              desk.registrar(desk.api(seats)).change(course, "capacity", ",\"capacity\":" + seats));
      assertThat(JsonPath.<Boolean>read(changed.body(), "$.atTheGate")).isTrue();
      assertThat(JsonPath.<Integer>read(changed.body(), "$.before.capacity")).isEqualTo(seats - 1);
      assertThat(JsonPath.<Integer>read(changed.body(), "$.after.capacity")).isEqualTo(seats);
      // Another instance than the one that changed it.
      expect(
          "201",
          desk.api(seats + 1).postJson("/api/enrollments", DeskInstances.body(seats, course)));
    }
    HttpResponse<String> below =
        expect("BELOW_TAKEN", desk.registrar().change(course, "capacity", ",\"capacity\":6"));
    assertThat(JsonPath.<Integer>read(below.body(), "$.taken")).isEqualTo(7);
    assertThat(below.statusCode()).isEqualTo(409);
    assertThat(event(course))
        .startsWith("registrar:9003 COURSE_CAPACITY a test")
        .hasSizeGreaterThan(200);
    assertThat(
            desk.number(
                "SELECT COUNT(*) FROM audit_event WHERE target = ? AND detail->'$.before.seats[0].capacity' + 1 = detail->'$.after.seats[0].capacity'",
                "course:" + course))
        .isEqualTo(6);
  }

  @Test
  void aRushFillsExactlyTheSeatsThatTheDeskLeaves() throws Exception {
    long course = desk.course(20);
    Stream<Callable<HttpResponse<String>>> changes =
        Stream.of(60, 30, 45, 25)
            .map(seats ->
                () ->
                    desk.registrar(desk.api(seats))
                        .change(course, "capacity", ",\"capacity\":" + seats));
    Map<String, Long> answers =
        counted(atOnce(Stream.concat(clicks(LongStream.rangeClosed(1, 100), course), changes)));
    long taken = desk.rows(course);
    long capacity = desk.number("SELECT capacity FROM course WHERE course_id = ?", course);
    assertThat(taken).isEqualTo(answers.get("201")).isBetween(20L, capacity);
    // What is left can be taken, and no more.
    Map<String, Long> later = counted(atOnce(clicks(LongStream.rangeClosed(101, 200), course)));
    assertThat(later.getOrDefault("201", 0L)).isEqualTo(capacity - taken);
    assertThat(later.getOrDefault("COURSE_FULL", 0L)).isEqualTo(100 - capacity + taken);
    assertThat(desk.number("SELECT enrolled FROM course WHERE course_id = ?", course))
        .isEqualTo(desk.rows(course))
        .isEqualTo(capacity);
    awaitAgreement(course);
  }

  @Test
  void seatsOfAPoolAreChangedByItsName() {
    long course = desk.course(5);
    long pool = desk.pool(course, 2);
    expect("INVALID_REQUEST", desk.registrar().change(course, "capacity", ",\"capacity\":9"));
    expect(
        "INVALID_REQUEST",
        desk.registrar().change(course, "capacity", ",\"capacity\":9,\"seatsId\":1"));
    HttpResponse<String> changed =
        expect(
            "200",
            desk.registrar().change(course, "capacity", ",\"capacity\":3,\"seatsId\":" + pool));
    assertThat(JsonPath.<List<Integer>>read(changed.body(), "$.after.seats[*].capacity"))
        .containsExactly(5, 3);
    assertThat(JsonPath.<Integer>read(changed.body(), "$.after.capacity")).isEqualTo(8);
    expect("COURSE_NOT_FOUND", desk.registrar().get("/api/desk/courses/" + pool));
  }

  private static String version(long course) {
    return JsonPath.read(desk.registrar().get("/api/desk/courses/" + course).body(), "$.version");
  }

  @Test
  void aCourseOfManyPoolsIsChangedByAVersionOfOneLength() {
    long course = desk.course(5);
    String first = version(course);
    for (int pool = 0; pool < 60; pool++) {
      desk.pool(course, 2);
    }
    String version = version(course);
    assertThat(version).hasSameSizeAs(first).isNotEqualTo(first);
    for (Api api : desk.apis) {
      assertThat(
              JsonPath.<String>read(
                  desk.registrar(api).get("/api/desk/courses/" + course).body(), "$.version"))
          .isEqualTo(version);
    }
    HttpResponse<String> changed =
        expect(
            "200",
            desk.registrar().change(course, "capacity", ",\"capacity\":9,\"seatsId\":" + course));
    assertThat(JsonPath.<Integer>read(changed.body(), "$.after.capacity")).isEqualTo(129);
    assertThat(version(course)).isNotEqualTo(version);
  }

  @Test
  void oneOfTwoDesksWinsAndTheOtherSeesWhatIsThere() throws Exception {
    long course = desk.course(10);
    String version =
        JsonPath.read(desk.registrar().get("/api/desk/courses/" + course).body(), "$.version");
    List<HttpResponse<String>> answers =
        atOnce(
            LongStream.rangeClosed(11, 22)
                .mapToObj(seats ->
                    () ->
                        desk.registrar(desk.api(seats))
                            .post(
                                "/api/desk/courses/%d/capacity".formatted(course),
                                "{\"version\":\"%s\",\"reason\":\"r\",\"capacity\":%d}"
                                    .formatted(version, seats))));
    assertThat(counted(answers)).isEqualTo(Map.of("200", 1L, "CHANGED_MEANWHILE", 11L));
    int capacity = (int) desk.number("SELECT capacity FROM course WHERE course_id = ?", course);
    assertThat(answers)
        .filteredOn(answer -> answer.statusCode() == 409)
        .allSatisfy(answer ->
            assertThat(JsonPath.<Integer>read(answer.body(), "$.current.capacity"))
                .isEqualTo(capacity));
    assertThat(desk.number("SELECT COUNT(*) FROM audit_event WHERE target = ?", "course:" + course))
        .isOne();
  }

  @Test
  void aClosedCourseTakesNoEnrollmentAtAnyInstanceAndKeepsThoseItHas() {
    long course = desk.course(50);
    // Each instance remembers the course as open.
    for (long student = 1; student <= desk.apis.size(); student++) {
      expect("201", desk.enroll(student, course));
    }
    HttpResponse<String> first = desk.enrollWithKey(desk.api(0), 150, course, "closed-" + course);
    expect("201", first);
    long held = desk.rows(course);
    expect("200", desk.registrar().change(course, "close", ""));
    for (long student = 151; student < 160; student++) {
      expect("COURSE_CLOSED", desk.enroll(student, course));
    }
    assertThat(desk.rows(course)).isEqualTo(held);
    // A repetition of the first request gets its lost answer.
    assertThat(desk.enrollWithKey(desk.api(1), 150, course, "closed-" + course).body())
        .isEqualTo(first.body());
    expect("COURSE_STATE", desk.registrar().change(course, "close", ""));
    String own = first.headers().firstValue("Location").orElseThrow();
    assertThat(desk.api(2).send(desk.api(2).request(own).DELETE()).statusCode()).isEqualTo(204);
    expect("200", desk.registrar().change(course, "reopen", ""));
    expect("201", desk.enroll(160, course));
    expect("COURSE_STATE", desk.registrar().change(course, "reopen", ""));
    assertThat(event(course))
        .isEqualTo("registrar:9003 COURSE_CLOSE a test,registrar:9003 COURSE_REOPEN a test");
    awaitAgreement(course);
  }

  @Test
  void noRowComesAfterTheCourseWasClosedInTheMiddleOfARush() throws Exception {
    long course = desk.course(200);
    Callable<HttpResponse<String>> close =
        () -> {
          await().atMost(LONG).until(() -> desk.rows(course) > 0);
          return desk.registrar(desk.api(1)).change(course, "close", "");
        };
    Map<String, Long> answers =
        counted(
            atOnce(
                Stream.of(
                        clicks(LongStream.rangeClosed(1, 100), course),
                        Stream.of(close),
                        clicks(LongStream.rangeClosed(101, 200), course))
                    .flatMap(requests -> requests)));
    assertThat(answers.keySet()).contains("200", "201").isSubsetOf("200", "201", "COURSE_CLOSED");
    assertThat(desk.rows(course)).isEqualTo(answers.get("201"));
    // In the order in which they were committed, none follows.
    assertThat(
            desk.number(
                "SELECT COUNT(*) FROM audit_event WHERE course_id = ? AND action = 'ENROLL' AND event_id >"
                    + " (SELECT event_id FROM audit_event WHERE target = ? AND action = 'COURSE_CLOSE')",
                course,
                "course:" + course))
        .isZero();
    awaitAgreement(course);
  }

  @Test
  void aCancelledCourseDropsEveryEnrollmentOnceAndTellsEachStudent() throws Exception {
    long term = desk.term();
    new TermRows(desk.jdbc).openWindow(desk.newId(), term);
    long course = desk.ownCourse(term, 300);
    long kept = desk.ownCourse(term, 300);
    assertThat(counted(atOnce(clicks(LongStream.rangeClosed(1, 10), kept))))
        .containsOnlyKeys("201");
    AtomicBoolean cancelled = new AtomicBoolean();
    Stream<Callable<HttpResponse<String>>> cancel =
        Stream.of(() -> {
          HttpResponse<String> answer = desk.registrar(desk.api(2)).change(course, "cancel", "");
          cancelled.set(answer.statusCode() == 202);
          return answer;
        });
    assertThat(counted(atOnce(clicks(LongStream.rangeClosed(1, 150), course))))
        .isEqualTo(Map.of("201", 150L));
    List<HttpResponse<String>> answers =
        atOnce(Stream.concat(cancel, clicks(LongStream.rangeClosed(151, 200), course)));
    assertThat(cancelled).isTrue();
    long enrolled = 150 + counted(answers).getOrDefault("201", 0L);
    assertThat(counted(answers).keySet())
        .isSubsetOf("201", "202", "COURSE_CANCELLED", "COURSE_FULL");
    await()
        .atMost(LONG)
        .untilAsserted(() ->
            assertThat(
                    JsonPath.<Map<String, Object>>read(
                        desk.registrar().get("/api/desk/courses/" + course).body(),
                        "$.cancellation"))
                .containsKey("finishedAt"));
    awaitCancelled(course);
    assertThat(desk.rows(course)).isZero();
    assertThat(
            desk.jdbc.queryForMap(
                "SELECT capacity, enrolled, status FROM course WHERE course_id = ?", course))
        .isEqualTo(Map.of("capacity", 0, "enrolled", 0, "status", "CANCELLED"));
    // The other course of the term is as it was, with its credits.
    assertThat(desk.rows(kept)).isEqualTo(10);
    assertThat(desk.number("SELECT SUM(credits) FROM student_term WHERE term_id = ?", term))
        .isEqualTo(30);
    assertThat(
            desk.number(
                "SELECT COUNT(*) FROM notice WHERE course_id = ? AND kind = 'COURSE_CANCELLED'",
                course))
        .isEqualTo(enrolled);
    for (String action : List.of("ENROLL", "CANCEL")) {
      assertThat(
              desk.number(
                  "SELECT COUNT(DISTINCT enrollment_id) FROM audit_event WHERE course_id = ? AND action = ? AND outcome = 'DONE'",
                  course,
                  action))
          .as(action)
          .isEqualTo(enrolled);
    }
    assertThat(
            desk.number(
                "SELECT COUNT(*) FROM audit_event WHERE course_id = ? AND action = 'CANCEL' AND actor = 'registrar:9003'",
                course))
        .isEqualTo(enrolled);
    awaitAgreement(course);
    expect("COURSE_STATE", desk.registrar().change(course, "cancel", ""));
    expect("COURSE_STATE", desk.registrar().change(course, "reopen", ""));
    expect("COURSE_STATE", desk.registrar().change(course, "capacity", ",\"capacity\":9"));
    aStudentReadsTheNotice(course);
  }

  private static void aStudentReadsTheNotice(long course) {
    Staff student = new Staff(desk.api(1), StudentCredentials.token(7));
    String notices = student.get("/api/me/notices").body();
    assertThat(JsonPath.<List<Integer>>read(notices, "$.notices[?(!@.readAt)].courseId"))
        .contains((int) course);
    Map<String, Object> notice =
        JsonPath.<List<Map<String, Object>>>read(
                notices, "$.notices[?(@.courseId == %d)]".formatted(course))
            .getFirst();
    assertThat(notice)
        .containsEntry("kind", "COURSE_CANCELLED")
        .containsEntry("course", "Course " + course)
        .containsEntry("text", "a test");
    String read = "/api/me/notices/%s/read".formatted(notice.get("noticeId"));
    Staff other = new Staff(desk.api(1), StudentCredentials.token(8));
    expect("NOTICE_NOT_FOUND", other.post(read, "{}"));
    expect("204", student.post(read, "{}"));
    String first = student.get("/api/me/notices").body();
    expect("204", student.post(read, "{}"));
    assertThat(student.get("/api/me/notices").body()).isEqualTo(first);
    assertThat(JsonPath.<Integer>read(first, "$.unread"))
        .isEqualTo(JsonPath.<Integer>read(notices, "$.unread") - 1);
    expect("NO_STUDENT", desk.registrar().get("/api/me/notices"));
    expect("SIGN_IN_REQUIRED", desk.api(0).get("/api/me/notices"));
  }

  @Test
  void anotherInstanceGoesOnWithWhatAnInstanceThatVanishedHasBegun() throws Exception {
    long course = desk.course(100);
    assertThat(counted(atOnce(clicks(LongStream.rangeClosed(1, 80), course))))
        .isEqualTo(Map.of("201", 80L));
    // As an instance leaves it that is killed with the notices of some students written.
    desk.jdbc.update(
        "UPDATE course SET status = 'CANCELLED', capacity = enrolled WHERE course_id = ?", course);
    desk.jdbc.update(
        "INSERT INTO notice (student_id, kind, source, at, course_id) SELECT student_id, 'COURSE_CANCELLED', ?, UTC_TIMESTAMP(3), course_id"
            + " FROM enrollment WHERE course_id = ? AND student_id <= 30",
        "cancellation:" + course,
        course);
    desk.jdbc.update(
        "INSERT INTO course_cancellation VALUES (?, UTC_TIMESTAMP(3), 'REGISTRAR', 9003, 5, 'gone', 80, 1,"
            + " UTC_TIMESTAMP(3) + INTERVAL 3 SECOND, NULL)",
        course);
    await()
        .atMost(LONG)
        .until(() ->
            desk.number(
                    "SELECT COUNT(*) FROM course_cancellation WHERE course_id = ? AND finished_at IS NOT NULL",
                    course)
                == 1);
    assertThat(desk.rows(course)).isZero();
    assertThat(desk.number("SELECT COUNT(*) FROM notice WHERE course_id = ?", course))
        .isEqualTo(80);
    assertThat(
            desk.number(
                "SELECT COUNT(*) FROM audit_event WHERE course_id = ? AND action = 'CANCEL' AND actor = 'registrar:9003' AND session_id = 5",
                course))
        .isEqualTo(80);
    awaitAgreement(course);
  }

  @Test
  void aCourseWithPoolsIsCancelledWithThem() throws Exception {
    long course = desk.course(0);
    List<Long> pools = List.of(desk.pool(course, 3), desk.pool(course, 4));
    desk.jdbc.update(
        "INSERT INTO seat_release (course_id, releases_at, seats) VALUES (?, UTC_TIMESTAMP(3) + INTERVAL 1 DAY, 5)",
        pools.getFirst());
    Map<String, Long> answers = counted(atOnce(clicks(LongStream.rangeClosed(1, 20), course)));
    assertThat(answers).isEqualTo(Map.of("201", 7L, "COURSE_FULL", 13L));
    expect("202", desk.registrar().change(course, "cancel", ""));
    await()
        .atMost(LONG)
        .until(() ->
            desk.number(
                    "SELECT COUNT(*) FROM course_cancellation WHERE course_id = ? AND finished_at IS NOT NULL",
                    course)
                == 1);
    assertThat(
            desk.number(
                "SELECT SUM(capacity) + SUM(enrolled) FROM course WHERE ? IN (course_id, pool_of) AND status = 'CANCELLED'",
                course))
        .isZero();
    assertThat(
            desk.number(
                "SELECT COUNT(*) FROM seat_release WHERE released_at IS NULL AND course_id = ?",
                pools.getFirst()))
        .isZero();
    assertThat(desk.number("SELECT COUNT(*) FROM notice WHERE course_id = ?", course)).isEqualTo(7);
    awaitCancelled(course);
  }

  // ---- Who may, and what is asked

  @Test
  void theDeskIsForItsStaffOnly() {
    long own = desk.course(5);
    long others = desk.courseOfOthers(5);
    String before = state();
    String valid = "{\"version\":\"x\",\"reason\":\"r\"}";
    for (String path :
        List.of(
            "/api/desk/me",
            "/api/desk/overview",
            "/api/desk/windows",
            "/api/desk/courses/" + own,
            "/api/desk/students?q=2026",
            "/api/desk/students/1",
            "/api/desk/audit",
            "/api/desk/audit.csv")) {
      expect("SIGN_IN_REQUIRED", desk.api(0).get(path));
      expect("NO_DESK", new Staff(desk.api(0), StudentCredentials.token(1)).get(path));
      expect("NO_DESK", desk.loadDriver().get(path));
      for (Staff staff : staff()) {
        assertThat(staff.get(path).statusCode()).as(path).isEqualTo(200);
        assertThat(staff.get(path).headers().firstValue("Cache-Control")).contains("no-store");
      }
    }
    for (String action : List.of("capacity", "close", "reopen", "cancel")) {
      String path = "/api/desk/courses/%d/%s".formatted(own, action);
      // Before anything of the request is looked at.
      expect("SIGN_IN_REQUIRED", desk.api(0).postJson(path, "[]"));
      expect("NO_DESK", new Staff(desk.api(0), StudentCredentials.token(1)).post(path, "[]"));
      expect("NO_DESK", desk.loadDriver().post(path, "[]"));
    }
    for (String action : List.of("close", "reopen", "cancel")) {
      String path = "/api/desk/courses/%d/%s".formatted(own, action);
      expect("NO_DESK", desk.as(StaffRole.VIEWER, DeskInstances.VIEWER).post(path, valid));
      expect(
          "NO_DESK",
          desk.as(StaffRole.DEPARTMENT, DeskInstances.DEPARTMENT)
              .post("/api/desk/courses/%d/%s".formatted(others, action), valid));
    }
    for (String action : List.of("shift", "open", "close")) {
      String path = "/api/desk/windows/1/" + action;
      String body = action.equals("shift") ? valid.replace("}", ",\"minutes\":1}") : valid;
      expect("SIGN_IN_REQUIRED", desk.api(0).postJson(path, body));
      expect("NO_DESK", desk.as(StaffRole.VIEWER, DeskInstances.VIEWER).post(path, body));
      expect("NO_DESK", desk.as(StaffRole.DEPARTMENT, DeskInstances.DEPARTMENT).post(path, body));
    }
    assertThat(state()).isEqualTo(before);
    Staff department = desk.as(StaffRole.DEPARTMENT, DeskInstances.DEPARTMENT);
    assertThat(
            JsonPath.<Boolean>read(
                department.get("/api/desk/courses/" + own).body(), "$.mayChange"))
        .isTrue();
    assertThat(
            JsonPath.<Boolean>read(
                department.get("/api/desk/courses/" + others).body(), "$.mayChange"))
        .isFalse();
    expect("200", department.change(own, "close", ""));
    assertThat(event(own)).isEqualTo("department:9002 COURSE_CLOSE a test");
  }

  private static List<Staff> staff() {
    return List.of(
        desk.as(StaffRole.VIEWER, DeskInstances.VIEWER),
        desk.as(StaffRole.DEPARTMENT, DeskInstances.DEPARTMENT),
        desk.registrar());
  }

  private static String state() {
    return desk.jdbc.queryForList("SELECT course_id, capacity, status FROM course ORDER BY 1")
        + " "
        + desk.jdbc.queryForList("SELECT * FROM registration_window ORDER BY window_id");
  }

  @Test
  void aRoleThatTheRegisterTookAwayCountsAtOnce() {
    desk.jdbc.update("INSERT INTO staff VALUES (9050, 'Leaving', 'REGISTRAR', NULL)");
    Staff leaving = new Staff(desk.api(0), StaffCredentials.token(StaffRole.REGISTRAR, 9_050));
    long course = desk.course(5);
    expect("200", leaving.change(course, "close", ""));
    String version = JsonPath.read(leaving.get("/api/desk/courses/" + course).body(), "$.version");
    for (String change :
        List.of(
            "UPDATE staff SET role = 'VIEWER' WHERE staff_id = 9050",
            "DELETE FROM staff WHERE staff_id = 9050")) {
      desk.jdbc.update(change);
      expect(
          "NO_DESK",
          leaving.post(
              "/api/desk/courses/%d/reopen".formatted(course),
              "{\"version\":\"%s\",\"reason\":\"r\"}".formatted(version)));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "capacity | {\"version\":\"v\",\"reason\":\"r\"} | 'capacity' is missing",
        "capacity | {\"version\":\"v\",\"reason\":\"r\",\"capacity\":-1} | from 0 to 1000000",
        "capacity | {\"version\":\"v\",\"reason\":\"r\",\"capacity\":1000001} | from 0 to 1000000",
        "capacity | {\"version\":\"v\",\"reason\":\"r\",\"capacity\":1.5} | whole number",
        "capacity | {\"version\":\"v\",\"reason\":\"r\",\"capacity\":\"9\"} | whole number",
        "capacity | {\"version\":\"v\",\"reason\":\"r\",\"capacity\":9,\"seatsId\":0} | whole number",
        "close | {\"version\":\"v\",\"reason\":\"  \"} | 1 to 255 characters",
        "close | {\"version\":\"v\",\"reason\":\"\"} | 1 to 255 characters",
        "close | {\"version\":\"v\"} | 'reason' is missing",
        "close | {\"reason\":\"r\"} | 'version' is missing",
        "close | {\"version\":\"v\",\"reason\":\"r\",\"more\":1} | 'more' is unknown",
        "cancel | [] | single JSON object",
        "cancel | { | not valid JSON"
      })
  void badInputIsToldAndChangesNothing(String action, String body, String detail) {
    long course = desk.course(5);
    String before = desk.registrar().get("/api/desk/courses/" + course).body();
    HttpResponse<String> answer =
        expect(
            "INVALID_REQUEST",
            desk.registrar().post("/api/desk/courses/%d/%s".formatted(course, action), body));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(JsonPath.<String>read(answer.body(), "$.detail")).contains(detail);
    assertThat(desk.registrar().get("/api/desk/courses/" + course).body()).isEqualTo(before);
  }

  @Test
  void reasonsAndIdsHaveBounds() {
    long course = desk.course(5);
    String longest = String.join("", Collections.nCopies(255, "가"));
    String body = "{\"version\":\"%s\",\"reason\":\"%s\"}";
    String version = version(course);
    expect(
        "INVALID_REQUEST",
        desk.registrar()
            .post(
                "/api/desk/courses/%d/close".formatted(course),
                body.formatted(version, longest + "가")));
    expect(
        "200",
        desk.registrar()
            .post(
                "/api/desk/courses/%d/close".formatted(course), body.formatted(version, longest)));
    for (String id : List.of("0", "-1", "x", "9007199254740992")) {
      expect("INVALID_REQUEST", desk.registrar().get("/api/desk/courses/" + id));
    }
    for (String id : List.of("4000000", "9007199254740991")) {
      expect("COURSE_NOT_FOUND", desk.registrar().get("/api/desk/courses/" + id));
      assertThat(
              code(
                  desk.registrar()
                      .post(
                          "/api/desk/courses/%s/close".formatted(id),
                          "{\"version\":\"v\",\"reason\":\"r\"}")))
          .isEqualTo("COURSE_NOT_FOUND");
    }
  }

  @Test
  void aPageOfAnotherSiteChangesNothing() {
    long course = desk.course(5);
    Api api = desk.api(0);
    HttpResponse<String> answer =
        api.send(
            api.request("/api/desk/courses/%d/close".formatted(course))
                .header("Content-Type", "application/json")
                .header("Cookie", "sugang=" + desk.registrar().token())
                .header("Sec-Fetch-Site", "cross-site")
                .POST(
                    BodyPublishers.ofString(
                        "{\"version\":\"%s\",\"reason\":\"r\"}".formatted(version(course)))));
    expect("CROSS_SITE", answer);
    expect("201", desk.enroll(1, course));
  }
}
