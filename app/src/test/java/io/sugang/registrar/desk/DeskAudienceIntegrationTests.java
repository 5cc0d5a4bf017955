package io.sugang.registrar.desk;

import static io.sugang.registrar.desk.DeskInstances.atOnce;
import static io.sugang.registrar.desk.DeskInstances.expect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.sugang.registrar.desk.DeskInstances.Staff;
import io.sugang.rows.TermRows;
import io.sugang.signin.StaffRole;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Audiences that the desk chooses for windows, at three instances. */
@Timeout(300)
class DeskAudienceIntegrationTests {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String WINDOWS = "/api/desk/windows";
  private static DeskInstances desk;

  @BeforeAll
  static void start() {
    desk = new DeskInstances();
  }

  @AfterAll
  static void stop() {
    desk.close();
  }

  /** Of a window that is open. */
  private static String values(long term, String audience) {
    return "{\"termId\":%d,\"phase\":\"ENROLL\",\"opensAt\":\"2000-01-01T00:00:00Z\",\"closesAt\":\"2100-01-01T00:00:00Z\",\"actions\":[\"ENROLL\"],\"reason\":\"a test\"%s}"
        .formatted(term, audience);
  }

  private static String audience(String choice) {
    return ",\"audience\":{%s}".formatted(choice.replace('\'', '"'));
  }

  private static HttpResponse<String> create(Staff staff, String key, String body) {
    return staff.send(
        staff.json(WINDOWS).header("Idempotency-Key", key).POST(BodyPublishers.ofString(body)));
  }

  private static Map<String, Object> make(long term, String choice) {
    String key = "choice-" + desk.newId();
    return JsonPath.read(
        expect("201", create(desk.registrar(), key, values(term, audience(choice)))).body(), "$");
  }

  private static List<@Nullable String> rows(Map<String, Object> window) {
    return desk.jdbc.queryForList(
        "SELECT CONCAT_WS(' ', COALESCE(grade_from, '*'), COALESCE(grade_to, '*'), COALESCE(number_parity, '*'), COALESCE(type, '*'), COALESCE(department_id, '*'))"
            + " FROM audience_row WHERE audience_id = ? ORDER BY position",
        String.class,
        Objects.requireNonNull(window.get("audienceId")));
  }

  private static long audiences() {
    return desk.number("SELECT COUNT(*) FROM audience");
  }

  /** An id that neither seed nor desk has. */
  private static long newAudience() {
    return 5_000_000L + desk.newId();
  }

  private static long student(String condition) {
    return desk.number("SELECT MIN(student_id) FROM student WHERE " + condition);
  }

  // ---- What is made

  @Test
  void aWindowForAGradeLetsItsStudentsEnrollAtEveryInstanceAndNoOthers() {
    long term = desk.term();
    long course = desk.ownCourse(term, 50);
    Map<String, Object> made = make(term, "'grades':[4],'parity':'ODD'");
    assertThat(made).containsEntry("audience", "4학년 · 홀수");
    assertThat(rows(made)).containsExactly("4 4 ODD * *");
    String odd = " AND RIGHT(student_number, 1) IN ('1', '3', '5', '7', '9')";
    List<@Nullable Long> fourth =
        desk.jdbc.queryForList(
            "SELECT student_id FROM student WHERE grade = 4" + odd + " ORDER BY student_id LIMIT 3",
            Long.class);
    for (int i = 0; i < 3; i++) {
      long student = Objects.requireNonNull(fourth.get(i));
      var api = desk.api(i);
      await()
          .atMost(LONG)
          .untilAsserted(() ->
              expect("201", api.postJson("/api/enrollments", DeskInstances.body(student, course))));
    }
    expect("NOT_ELIGIBLE", desk.enroll(student("grade = 3" + odd), course));
    expect(
        "NOT_ELIGIBLE",
        desk.enroll(student("grade = 4 AND RIGHT(student_number, 1) IN ('0', '2')"), course));
    assertThat(desk.rows(course)).isEqualTo(3);
    assertThat(
            desk.jdbc.queryForObject(
                "SELECT CONCAT(action, ' ', detail->>'$.after.audience') FROM audit_event WHERE target = ?",
                String.class,
                "window:" + made.get("windowId")))
        .isEqualTo("WINDOW_CREATE 4학년 · 홀수");
    assertThat(
            JsonPath.<List<String>>read(
                desk.registrar()
                    .get("/api/desk/audit?target=window:" + made.get("windowId"))
                    .body(),
                "$.events[*].words.change"))
        .singleElement()
        .asString()
        .contains("대상 4학년 · 홀수");
  }

  @Test
  void twelveChoicesOfTheSameStudentsAtOnceMakeOneAudience() throws Exception {
    long term = desk.term();
    desk.jdbc.update("INSERT IGNORE INTO staff VALUES (9004, 'Second', 'REGISTRAR', NULL)");
    Staff second = desk.as(StaffRole.REGISTRAR, 9_004);
    long before = audiences();
    String chosen = values(term, audience("'grades':[5,6],'types':['TRANSFER','EXCHANGE']"));
    List<HttpResponse<String>> answers =
        atOnce(
            IntStream.range(0, 12)
                .<Callable<HttpResponse<String>>>mapToObj(turn ->
                    () ->
                        create(
                            turn % 2 == 0
                                ? desk.registrar(desk.api(turn))
                                : new Staff(desk.api(turn), second.token()),
                            "same-" + turn,
                            chosen)));
    assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(201);
    assertThat(
            answers.stream()
                .map(answer -> JsonPath.<Object>read(answer.body(), "$.audienceId"))
                .distinct())
        .hasSize(1);
    assertThat(audiences()).isEqualTo(before + 1);
    assertThat(desk.number("SELECT COUNT(*) FROM registration_window WHERE term_id = ?", term))
        .isEqualTo(12);
    // Another order, and the same request again.
    Map<String, Object> ordered =
        make(term, "'types':['EXCHANGE','TRANSFER','TRANSFER'],'grades':[6,5]");
    assertThat(ordered).containsEntry("audience", "5·6학년 · 교환학생·편입생");
    assertThat(create(second, "same-1", chosen).body()).isEqualTo(answers.get(1).body());
    expect(
        "IDEMPOTENCY_KEY_REUSED", create(second, "same-1", values(term, audience("'grades':[5]"))));
    assertThat(audiences()).isEqualTo(before + 1);
  }

  @Test
  void anAudienceThatIsThereIsTakenUnderItsName() {
    long id = newAudience();
    new TermRows(desk.jdbc).audience(id, "grade_from, grade_to, department_id", 2, 3, 9_102);
    long before = audiences();
    assertThat(make(desk.term(), "'grades':[3,2],'departments':[9102]"))
        .containsEntry("audienceId", (int) id)
        .containsEntry("audience", "audience " + id);
    assertThat(audiences()).isEqualTo(before);
  }

  @Test
  void anAudienceWhoseNameIsTakenHasANumber() {
    long id = newAudience();
    new TermRows(desk.jdbc).audience(id, "terms_from", 4);
    desk.jdbc.update("UPDATE audience SET name = '짝수' WHERE audience_id = ?", id);
    assertThat(make(desk.term(), "'parity':'EVEN'")).containsEntry("audience", "짝수 (2)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'grades':[1] | 1학년 | 1",
        "'grades':[1,2] | 1·2학년 | 1",
        "'grades':[1,2,3,6] | 1-3·6학년 | 2",
        "'departments':[9101],'grades':[2] | Desk department 2학년 | 1",
        "'departments':[9102,9101],'parity':'EVEN' | Desk department·Other department · 짝수 | 2",
        "'types':['FRESHMAN'],'grades':[],'departments':[] | 신입생 | 1",
        "'types':['REGULAR','GRADUATE'],'grades':[1,3,5] | 1·3·5학년 · 대학원생·일반 학생 | 6",
      })
  void aNameSaysWhoIsMeant(String choice, String name, int rows) {
    Map<String, Object> made = make(desk.term(), choice);
    assertThat(made).containsEntry("audience", name);
    assertThat(rows(made)).hasSize(rows);
  }

  @Test
  void aNameOfManyDepartmentsIsShort() {
    for (int i = 0; i < 5; i++) {
      new TermRows(desk.jdbc).department(9_200 + i, "Department of a long name " + i, "");
    }
    assertThat(make(desk.term(), "'departments':[9200,9201,9202,9203,9204],'grades':[4]"))
        .containsEntry("audience", "Department of a long name 0 외 4개 학과 4학년");
    assertThat(make(desk.term(), "'departments':[9200,9201,9202,9203],'grades':[4]"))
        .containsEntry("audience", "Department of a long name 0 외 3개 학과 4학년");
    assertThat(make(desk.term(), "'departments':[9200,9201,9202,9204],'grades':[4]"))
        .containsEntry("audience", "Department of a long name 0 외 3개 학과 4학년 (2)");
  }

  @Test
  void aWindowThatHasNotOpenedIsGivenToOthersOnce() {
    long term = desk.term();
    String body = values(term, "").replace("2000-01-01", "2090-01-01");
    Map<String, Object> made =
        JsonPath.read(expect("201", create(desk.registrar(), "given-" + term, body)).body(), "$");
    String change =
        body.replace("\"termId\":" + term, "\"version\":\"" + made.get("version") + "\"")
            .replace("}", audience("'grades':[6],'parity':'EVEN'") + "}");
    String path = WINDOWS + "/" + made.get("windowId");
    String changed = expect("200", desk.registrar().put(path, change)).body();
    assertThat(JsonPath.<String>read(changed, "$.after.audience")).isEqualTo("6학년 · 짝수");
    // NGINX sends a PUT again when an instance ended before its answer.
    String again = expect("200", desk.registrar().put(path, change)).body();
    assertThat(JsonPath.<Object>read(again, "$.after"))
        .isEqualTo(JsonPath.<Object>read(changed, "$.after"));
    assertThat(
            desk.number(
                "SELECT COUNT(*) FROM audit_event WHERE target = ? AND action = 'WINDOW_CHANGE'",
                "window:" + made.get("windowId")))
        .isEqualTo(1);
    long before = audiences();
    // Of an earlier version: nothing is made for it.
    expect("CHANGED_MEANWHILE", desk.registrar().put(path, change.replace("[6]", "[2,4,6]")));
    Map<String, Object> open = make(term, "'grades':[6],'parity':'EVEN'");
    String toOthers =
        values(term, audience("'grades':[1,3,5,6]"))
            .replace("\"termId\":" + term, "\"version\":\"" + open.get("version") + "\"");
    expect("WINDOW_STATE", desk.registrar().put(WINDOWS + "/" + open.get("windowId"), toOthers));
    assertThat(audiences()).isEqualTo(before);
  }

  // ---- What is refused

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | must have grades, a parity, departments or types",
        "{'grades':[],'departments':[],'types':[]} | must have grades, a parity",
        "{'grades':[9]} | 'audience.grades[0]' must be from 1 to 6",
        "{'grades':[0]} | must be from 1 to 6",
        "{'grades':[4.5]} | whole number",
        "{'grades':['4']} | 'audience.grades",
        "{'grades':[null]} | is missing",
        "{'grades':4} | 'audience.grades' must be",
        "{'grades':[1,1,1,1,1,1,1]} | at most 6 grades",
        "{'parity':'BOTH'} | must be ODD or EVEN",
        "{'types':['SENIOR']} | must be one of REGULAR, FRESHMAN",
        "{'departments':[0]} | must be a whole number from 1",
        "{'departments':[4711]} | no department 4711. GET /api/departments lists",
        "{'departments':[9101,9102],'grades':[1,3,5],'types':['REGULAR'],'grade':4} | grade",
        "null,'audienceId':4711 | no audience 4711",
        "{'grades':[4]},'audienceId':1 | not both",
      })
  void aBadChoiceIsToldAndMakesNothing(String choice, String detail) {
    long term = desk.term();
    long before = audiences();
    String body = values(term, ",\"audience\":" + choice.replace('\'', '"'));
    HttpResponse<String> answer =
        expect("INVALID_REQUEST", create(desk.registrar(), "bad-" + term, body));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(JsonPath.<String>read(answer.body(), "$.detail")).contains(detail);
    assertThat(audiences()).isEqualTo(before);
    assertThat(desk.number("SELECT COUNT(*) FROM registration_window WHERE term_id = ?", term))
        .isZero();
  }

  @Test
  void anAudienceHasAtMost200Rows() {
    StringBuilder departments = new StringBuilder();
    for (int i = 0; i < 67; i++) {
      new TermRows(desk.jdbc).department(9_300 + i, "Row " + i, "");
      departments.append(i == 0 ? "" : ",").append(9_300 + i);
    }
    String choice = "'grades':[1,3,5],'departments':[" + departments + "]";
    HttpResponse<String> refused =
        expect(
            "INVALID_REQUEST",
            create(desk.registrar(), "rows", values(desk.term(), audience(choice))));
    assertThat(JsonPath.<String>read(refused.body(), "$.detail"))
        .contains("would have 201 rows, and 200 are allowed");
    assertThat(rows(make(desk.term(), choice.replace(",5]", "]")))).hasSize(134);
  }

  @Test
  void noAudienceIsMadeWhereAllHaveTenThousandRows() {
    make(desk.term(), "'grades':[1],'types':['GRADUATE']");
    long id = newAudience();
    new TermRows(desk.jdbc).audience(id, "terms_from", 1);
    desk.jdbc.update(
        "INSERT INTO audience_row (audience_id, position, terms_from) WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)"
            + " SELECT ?, a.i + 1000 * b.i, 1 FROM n a JOIN n b ON b.i < 13",
        id);
    String other = values(desk.term(), audience("'grades':[1],'types':['EXCHANGE']"));
    HttpResponse<String> refused =
        expect("INVALID_REQUEST", create(desk.registrar(), "room", other));
    assertThat(JsonPath.<String>read(refused.body(), "$.detail"))
        .contains("more than 10000 rows. Take an audience that is there.");
    // What is there needs no more rows.
    make(desk.term(), "'grades':[1],'types':['GRADUATE']");
    desk.jdbc.update("DELETE FROM audience_row WHERE audience_id = ?", id);
    expect("201", create(desk.registrar(), "room", other));
  }

  @Test
  void onlyARegistrarMakesAnAudience() {
    long before = audiences();
    String body = values(desk.term(), audience("'grades':[1],'parity':'EVEN'"));
    for (Staff staff :
        List.of(
            desk.as(StaffRole.VIEWER, DeskInstances.VIEWER),
            desk.as(StaffRole.DEPARTMENT, DeskInstances.DEPARTMENT))) {
      expect("NO_DESK", create(staff, "no", body));
    }
    assertThat(audiences()).isEqualTo(before);
  }

  // ---- How many students it has

  @Test
  void theStudentsOfAChoiceAreCountedWithThoseOfOtherAudiences() {
    long id = newAudience();
    new TermRows(desk.jdbc).audience(id, "grade_from, grade_to", 4, 4);
    long none = newAudience();
    new TermRows(desk.jdbc).audience(none, "program_role", "DOUBLE");
    desk.jdbc.update(
        "UPDATE student SET standing = 'LEAVE' WHERE student_id = ?", student("grade = 3"));
    String odd = "RIGHT(student_number, 1) IN ('1', '3', '5', '7', '9')";
    long grades = students("grade IN (3, 4) AND " + odd);
    long fourth = students("grade = 4 AND " + odd);
    assertThat(fourth).isPositive();
    assertThat(count("grades=3,4&parity=ODD&others=%d,%d".formatted(id, none), "$"))
        .isEqualTo(
            Map.of(
                "students",
                (int) grades,
                "name",
                "3·4학년 · 홀수",
                "shared",
                List.of(
                    Map.of("audienceId", (int) id, "students", (int) fourth),
                    Map.of(
                        "audienceId",
                        (int) none,
                        "students",
                        (int)
                            students(
                                "grade IN (3, 4) AND "
                                    + odd
                                    + " AND student_id IN (SELECT student_id FROM student_program WHERE role = 'DOUBLE')")))));
    assertThat(count("audienceId=" + id, "$.students")).isEqualTo((int) students("grade = 4"));
    assertThat(count("", "$.students")).isEqualTo((int) students("TRUE"));
    assertThat(count("types=REGULAR,FRESHMAN", "$.students"))
        .isEqualTo((int) students("type IN ('REGULAR', 'FRESHMAN')"));
    assertThat(count("departments=9101", "$.students")).isEqualTo(0);
    // The name of an audience that is there.
    assertThat(count("grades=4", "$.name")).isEqualTo("audience " + id);
    desk.jdbc.update("DELETE FROM audience_row WHERE audience_id IN (?, ?)", id, none);
    desk.jdbc.update("UPDATE student SET standing = 'ENROLLED'");
  }

  private static long students(String condition) {
    return desk.number(
        "SELECT COUNT(*) FROM student WHERE standing = 'ENROLLED' AND student_id < 9007199254000000 AND "
            + condition);
  }

  private static Object count(String query, String path) {
    Staff viewer = desk.as(StaffRole.VIEWER, DeskInstances.VIEWER);
    return JsonPath.read(
        expect("200", viewer.get("/api/desk/audiences/count?" + query)).body(), path);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "grades=9 | must be grades from 1 to 6",
        "grades=1,,2 | must be grades from 1 to 6",
        "parity=BOTH | must be ODD or EVEN",
        "types=SENIOR | must be types separated by commas: REGULAR",
        "departments=x | must be 1 to 200 ids",
        "departments=4711 | no department 4711",
        "others=1,2,3,4,5,6,7,8,9,10,11 | must be 1 to 10 ids",
        "audienceId=4711 | no audience 4711",
        "audienceId=0 | must be a whole number",
        "audienceId=1&grades=4 | not both",
      })
  void aCountOfWhatDoesNotExistIsRefused(String query, String detail) {
    HttpResponse<String> answer =
        expect("INVALID_REQUEST", desk.registrar().get("/api/desk/audiences/count?" + query));
    assertThat(JsonPath.<String>read(answer.body(), "$.detail")).contains(detail);
  }

  // ---- The term that is preset

  @Test
  void theNearestTermWithCoursesIsPreset() {
    long near = term(1999, 0, 30);
    desk.ownCourse(near, 1);
    long empty = term(1998, 0, 30);
    assertThat(empty).isLessThan(near);
    assertThat(preset()).isEqualTo(near);
    desk.jdbc.update(
        "UPDATE term SET starts_on = CURDATE() - INTERVAL 30 DAY, ends_on = CURDATE() - INTERVAL 3 DAY WHERE term_id = ?",
        near);
    desk.ownCourse(term(1997, 40, 90), 1);
    assertThat(preset()).isNotEqualTo(near).isNotEqualTo(empty);
  }

  private static long preset() {
    Number id = JsonPath.read(desk.registrar().get(WINDOWS).body(), "$.presetTermId");
    return id.longValue();
  }

  private static long term(int year, int beginsIn, int endsIn) {
    long id = 10L * year + 1;
    desk.jdbc.update(
        "INSERT INTO term VALUES (?, ?, 'SPRING', 'REGULAR', CURDATE() + INTERVAL ? DAY, CURDATE() + INTERVAL ? DAY)",
        id,
        year,
        beginsIn,
        endsIn);
    return id;
  }
}
